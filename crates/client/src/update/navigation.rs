//! Navigation through the game.

use game::Ply;
use rules::{Color, Move};

use super::Update;
use crate::{Announcement, Interaction, Navigation};

impl Update<'_> {
    /// Shows another position. In the current one pieces can be moved again.
    pub(super) fn navigate(&mut self, navigation: Navigation) {
        if self.navigate_study(navigation) {
            return;
        }
        let (shown, current) = (self.state.shown_ply(), self.state.local_game.game.ply());
        let wanted = match navigation {
            Navigation::First => Ply::START,
            Navigation::Previous => shown.previous().unwrap_or_default(),
            Navigation::Next => shown.next(),
            Navigation::Last => current,
            Navigation::ToPly(ply) => ply,
        };
        let ui = &mut self.state.ui;
        ui.interaction = Interaction::Idle;
        ui.shapes.clear();
        ui.shown_ply = (wanted < current).then_some(wanted);
        if self.state.shown_ply() != shown {
            self.announce(Announcement::PositionShown(self.last_move_shown()));
        }
    }

    pub(super) fn last_move_shown(&self) -> Option<(Color, Move)> {
        let game = &self.state.local_game.game;
        let before = self.state.shown_ply().previous()?.index();
        Some((game.setup_at(before)?.turn, game.moves().nth(before)?))
    }
}
