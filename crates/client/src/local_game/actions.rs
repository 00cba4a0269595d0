//! What happens at a table: the game, its clock and the board go together.

use game::{ClockError, GameError, Offer, Timestamp};
use rules::{Color, Move};

use super::LocalGame;
use crate::{AutoFlip, Orientation};

impl LocalGame {
    /// Makes a move and presses the clock. A clock that stands still is started first.
    pub(crate) fn play(&mut self, m: Move, now: Timestamp) -> Result<(), GameError> {
        let mover = self.game.turn();
        self.game.play(m)?;
        self.recorded_result = None;
        if self.is_online() {
            // The clock goes on until the server says that the move has come.
            return Ok(());
        }
        self.clock.start(mover, now);
        // Flags are looked at before anything else happens, and the clock has just been started: it cannot refuse.
        let pressed: Result<_, ClockError> = self.clock.press(now);
        debug_assert!(pressed.is_ok());
        self.update_clock_and_orientation(now);
        Ok(())
    }

    /// Takes back so many plies, on the clock too.
    pub(crate) fn take_back(&mut self, plies: usize, now: Timestamp) -> Result<(), GameError> {
        self.game.take_back(plies)?;
        self.after_takeback(plies, now);
        Ok(())
    }

    /// A side accepts what the other one has offered.
    pub(crate) fn accept(&mut self, by: Color, offer: Offer, now: Timestamp) -> Result<(), GameError> {
        let plies = self.game.plies();
        self.game.accept(by, offer)?;
        self.after_takeback(plies - self.game.plies(), now);
        self.update_clock_and_orientation(now);
        Ok(())
    }

    /// Ends the game if a flag has fallen, and says whose.
    pub(crate) fn check_flags(&mut self, now: Timestamp) -> Option<Color> {
        let may_end = self.game.outcome().is_none() && !self.is_online();
        let color = self.clock.flagged(now).filter(|_| may_end)?;
        self.game.flag(color).ok()?;
        self.update_clock_and_orientation(now);
        Some(color)
    }

    /// The side that has to be told, now and only now, that its time is short.
    pub(crate) fn take_low_time_warning(&mut self, now: Timestamp) -> Option<Color> {
        let color = self.clock.turn().filter(|&color| !self.is_online() || self.is_local(color))?;
        let hurry = self.clock_view(color, now)?;
        if !hurry.is_running || !hurry.is_low || self.low_time_warned[color] {
            return None;
        }
        self.low_time_warned[color] = true;
        Some(color)
    }

    /// Stops the clock of a game that is over, and turns the board to the side to move of one that is not.
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
        self.clock.take_back(plies, now);
        if self.clock.presses().is_empty() {
            // As before the first move that was timed: the clock waits for it.
            self.clock = game::Clock::new(*self.clock.control());
        }
        self.update_clock_and_orientation(now);
    }
}
