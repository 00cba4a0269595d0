//! Clock updates and the end of a game.

use game::Millis;

use super::Update;
use crate::{Announcement, Interaction, Sound};

/// Interval of saving while a clock runs, so that a crash does not restore thinking time.
const AUTOSAVE_INTERVAL: Millis = Millis::seconds(5);

impl Update<'_> {
    /// Checks flags and low time, and autosaves.
    pub(super) fn advance_clock(&mut self) {
        if self.state.local_game.check_flags(self.now).is_some() {
            self.end_game();
            return;
        }
        if let Some(color) = self.state.local_game.take_low_time_warning(self.now) {
            self.sound(Sound::LowTime);
            self.announce(Announcement::LowTime(color));
            self.save();
        }
        let is_limited =
            !self.state.local_game.is_online() && self.state.local_game.clock.flags_at().is_some();
        if is_limited && self.now.since(self.state.saved_at) >= AUTOSAVE_INTERVAL {
            self.save();
        }
    }

    /// Saves a running clock: the window may not come back.
    pub(super) fn on_hide(&mut self) {
        if self.state.local_game.clock.flags_at().is_some() {
            self.save();
        }
    }

    /// The game has ended: clears the interaction, announces the result and saves. Always returns true.
    pub(super) fn end_game(&mut self) -> bool {
        self.state.local_game.update_clock_and_orientation(self.now);
        self.clear_interaction();
        if let Some(outcome) = self.state.local_game.game.outcome() {
            self.sound(if outcome.winner().is_some() { Sound::Win } else { Sound::Draw });
            self.announce(Announcement::GameEnded(outcome));
        }
        self.save();
        true
    }

    /// Clears selection, premoves, confirmation and claim.
    pub(super) fn clear_interaction(&mut self) {
        let ui = &mut self.state.ui;
        ui.interaction = Interaction::Idle;
        ui.premoves.clear();
        (ui.confirmation, ui.pending_claim) = (None, None);
    }
}
