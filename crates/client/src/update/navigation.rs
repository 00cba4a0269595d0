//! Navigation through the game.

use rules::{Color, Move};

use super::Update;
use crate::{Announcement, Interaction, Navigation};

impl Update<'_> {
    /// Shows another position. In the current one pieces can be moved again.
    pub(super) fn navigate(&mut self, moment: Navigation) {
        if self.navigate_study(moment) {
            return;
        }
        let (shown, plies) = (self.state.shown_ply(), self.state.local_game.game.plies());
        let wanted = match moment {
            Navigation::First => 0,
            Navigation::Previous => shown.saturating_sub(1),
            Navigation::Next => shown + 1,
            Navigation::Last => plies,
            Navigation::ToPly(plies) => plies,
        };
        let attention = &mut self.state.ui;
        attention.interaction = Interaction::Idle;
        attention.shapes.clear();
        attention.shown_ply = (wanted < plies).then_some(wanted);
        if self.state.shown_ply() != shown {
            self.announce(Announcement::PositionShown(self.last_move_shown()));
        }
    }

    pub(super) fn last_move_shown(&self) -> Option<(Color, Move)> {
        let game = &self.state.local_game.game;
        let before = self.state.shown_ply().checked_sub(1)?;
        Some((game.setup_at(before)?.turn, game.moves().nth(before)?))
    }
}
