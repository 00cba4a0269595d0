//! Changes of a local game, keeping game, clock and orientation consistent.

use game::{ClockError, GameError, Offer, Timestamp};
use rules::{Color, Move};

use super::LocalGame;
use crate::{AutoFlip, Orientation};

impl LocalGame {
    /// Plays a move and presses the clock; a stopped clock is started first.
    pub(crate) fn play(&mut self, m: Move, now: Timestamp) -> Result<(), GameError> {
        let mover = self.game.turn();
        self.game.play(m)?;
        self.recorded_result = None;
        if self.is_online() {
            // The server's clock runs until it confirms the move.
            return Ok(());
        }
        self.clock.start(mover, now);
        // Flags were checked and the clock was started, so pressing succeeds.
        let pressed: Result<_, ClockError> = self.clock.press(now);
        debug_assert!(pressed.is_ok());
        self.update_clock_and_orientation(now);
        Ok(())
    }

    /// Takes back plies, including their clock presses.
    pub(crate) fn take_back(&mut self, plies: usize, now: Timestamp) -> Result<(), GameError> {
        self.game.take_back(plies)?;
        self.after_takeback(plies, now);
        Ok(())
    }

    /// Accepts an offer of the other side.
    pub(crate) fn accept(&mut self, by: Color, offer: Offer, now: Timestamp) -> Result<(), GameError> {
        let plies = self.game.plies();
        self.game.accept(by, offer)?;
        self.after_takeback(plies - self.game.plies(), now);
        self.update_clock_and_orientation(now);
        Ok(())
    }

    /// Ends the game if a flag has fallen; returns its side.
    pub(crate) fn check_flags(&mut self, now: Timestamp) -> Option<Color> {
        let may_end = self.game.outcome().is_none() && !self.is_online();
        let color = self.clock.flagged(now).filter(|_| may_end)?;
        self.game.flag(color).ok()?;
        self.update_clock_and_orientation(now);
        Some(color)
    }

    /// Returns the running side once when its time becomes low.
    pub(crate) fn take_low_time_warning(&mut self, now: Timestamp) -> Option<Color> {
        let color = self.clock.turn().filter(|&color| !self.is_online() || self.is_local(color))?;
        let hurry = self.clock_view(color, now)?;
        if !hurry.is_running || !hurry.is_low || self.low_time_warned[color] {
            return None;
        }
        self.low_time_warned[color] = true;
        Some(color)
    }

    /// Stops the clock of a finished game; otherwise flips the board if auto-flip is on.
    pub(crate) fn update_clock_and_orientation(&mut self, now: Timestamp) {
        if self.is_online() {
            return;
        }
        if self.game.outcome().is_some() {
            self.clock.pause(now);
        } else if self.auto_flip == AutoFlip::AfterMove {
            self.orientation = Orientation::of(self.game.turn());
        }
    }

    fn after_takeback(&mut self, plies: usize, now: Timestamp) {
        if plies == 0 {
            return;
        }
        self.recorded_result = None;
        self.clock.take_back(plies, now);
        if self.clock.presses().is_empty() {
            // No timed move is left: the clock starts with the next move.
            self.clock = game::Clock::new(*self.clock.control());
        }
        self.update_clock_and_orientation(now);
    }
}
