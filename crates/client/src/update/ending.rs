//! Time passing, and the end of a game.

use game::Millis;

use super::Update;
use crate::{Announcement, Hand, Sound};

/// A running clock is saved this often, so that a crash does not give thinking time back.
const AUTOSAVE: Millis = Millis::seconds(5);

impl Update<'_> {
    /// Flags fall, sides are warned, the running clock is saved now and then.
    pub(super) fn pass_time(&mut self) {
        if self.state.table.look_at_flags(self.now).is_some() {
            return self.ended();
        }
        if let Some(color) = self.state.table.warn(self.now) {
            self.sound(Sound::LowTime);
            self.announce(Announcement::LowTime(color));
            self.save();
        }
        let is_limited = !self.state.table.is_remote() && self.state.table.clock.flags_at().is_some();
        if is_limited && self.now.since(self.state.saved_at) >= AUTOSAVE {
            self.save();
        }
    }

    /// Nobody may come back to this page or window: no thinking time is given back.
    pub(super) fn hide(&mut self) {
        if self.state.table.clock.flags_at().is_some() {
            self.save();
        }
    }

    /// The game has just ended: the board is let go of and the result is heard.
    pub(super) fn ended(&mut self) {
        self.state.table.settle(self.now);
        self.let_go();
        if let Some(outcome) = self.state.table.game.outcome() {
            self.sound(if outcome.winner().is_some() { Sound::Win } else { Sound::Draw });
            self.announce(Announcement::Ended(outcome));
        }
        self.save();
    }

    /// Nothing is held, meant or asked any more.
    pub(super) fn let_go(&mut self) {
        let attention = &mut self.state.attention;
        attention.hand = Hand::Empty;
        attention.premoves.clear();
        (attention.question, attention.claiming) = (None, None);
    }
}
