//! Stepping through the game.

use rules::{Color, Move};

use super::Update;
use crate::{Announcement, Hand, Moment};

impl Update<'_> {
    /// Shows another moment. At the last one, pieces can be moved again.
    pub(super) fn show(&mut self, moment: Moment) {
        if self.step_in_study(moment) {
            return;
        }
        let (shown, plies) = (self.state.shown(), self.state.table.game.plies());
        let wanted = match moment {
            Moment::First => 0,
            Moment::Previous => shown.saturating_sub(1),
            Moment::Next => shown + 1,
            Moment::Last => plies,
            Moment::After(plies) => plies,
        };
        let attention = &mut self.state.attention;
        attention.hand = Hand::Empty;
        attention.shapes.clear();
        attention.shown = (wanted < plies).then_some(wanted);
        if self.state.shown() != shown {
            self.announce(Announcement::Shown(self.last_move_shown()));
        }
    }

    pub(super) fn last_move_shown(&self) -> Option<(Color, Move)> {
        let game = &self.state.table.game;
        let before = self.state.shown().checked_sub(1)?;
        Some((game.setup_at(before)?.turn, game.moves().nth(before)?))
    }
}
