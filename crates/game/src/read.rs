//! Moves that a player has typed, or that stand in a record.

use std::error::Error;
use std::fmt;

use rules::{Move, ReadMoveError as TextError, San, UciMove};

use crate::king_capture::{self, notation};
use crate::state::State;
use crate::{Game, Outcome};

/// Why a text is not a move that can be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadMoveError {
    /// The game is over.
    Over(Outcome),
    /// It is no move, or none that the Laws allow; each reason is told.
    Text(TextError),
}

impl Game {
    /// The move that a text means here: UCI, or algebraic notation as leniently as [`San::parse`] reads it.
    ///
    /// # Errors
    /// Says why there is no such move.
    pub fn read_move(&self, text: &str) -> Result<Move, ReadMoveError> {
        if let Some(outcome) = self.outcome() {
            return Err(ReadMoveError::Over(outcome));
        }
        match self.state() {
            State::Laws(position) => position.read_move(text).map_err(ReadMoveError::Text),
            State::KingCapture(setup) => {
                let text = text.trim().as_bytes();
                let by_uci = UciMove::parse(text).ok().and_then(|uci| notation::find_uci(setup, uci));
                by_uci.map_or_else(|| self.state().read_san(text), Ok)
            }
        }
    }
}

impl Game {
    /// The move that this is here, as [`read_move`](Game::read_move) finds it; nothing if it cannot be made.
    ///
    /// ```
    /// use game::Game;
    /// let game = Game::standard();
    /// assert_eq!(game.find_move("g1f3".parse()?), game.read_move("Nf3").ok());
    /// assert_eq!(game.find_move("g1g3".parse()?), None);
    /// # Ok::<(), rules::ParseUciError>(())
    /// ```
    #[must_use]
    pub fn find_move(&self, uci: UciMove) -> Option<Move> {
        if self.outcome().is_some() {
            return None;
        }
        match self.state() {
            State::Laws(position) => uci.resolve(position).ok(),
            State::KingCapture(setup) => notation::find_uci(setup, uci),
        }
    }
}

impl State {
    /// The move that a text in algebraic notation means here.
    pub(crate) fn read_san(&self, text: &[u8]) -> Result<Move, ReadMoveError> {
        match self {
            State::Laws(position) => position.read_san(text).map_err(ReadMoveError::Text),
            State::KingCapture(setup) => {
                // By the Laws a mated side has no move, so the question does not arise there.
                if let Some(outcome) = king_capture::outcome(setup) {
                    return Err(ReadMoveError::Over(outcome));
                }
                let san =
                    San::parse(text).map_err(|error| ReadMoveError::Text(TextError::Unreadable(error)))?;
                notation::find(setup, san).map_err(ReadMoveError::Text)
            }
        }
    }
}

impl fmt::Display for ReadMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadMoveError::Over(outcome) => write!(f, "the game is over: {outcome}, {}", outcome.ending()),
            ReadMoveError::Text(error) => write!(f, "{error}"),
        }
    }
}

impl Error for ReadMoveError {}
