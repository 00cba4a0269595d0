//! Moves that a player has typed.

use std::error::Error;
use std::fmt;

use rules::{Move, ParseSanError, San, SanError, UciMove, UciMoveError};

use crate::king_capture::notation;
use crate::state::State;
use crate::{Game, Outcome};

/// Why a text is not a move that can be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadMoveError {
    /// The game is over.
    Over(Outcome),
    /// It does not look like a move.
    Syntax(ParseSanError),
    /// It looks like a move in algebraic notation, but that cannot be made.
    San(SanError),
    /// It looks like a move in UCI, but that cannot be made.
    Uci(UciMoveError),
    /// In King capture: no piece can make that move.
    NoSuchMove,
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
        let text = text.trim();
        let uci = UciMove::parse(text.as_bytes()).ok();
        match self.state() {
            State::Laws(position) => {
                let by_uci = uci.map(|uci| uci.resolve(position));
                if let Some(Ok(m)) = by_uci {
                    return Ok(m);
                }
                let by_san = San::parse(text.as_bytes()).map(|san| san.resolve(position));
                match (by_san, by_uci) {
                    (Ok(Ok(m)), _) => Ok(m),
                    // Squares alone read as a pawn's move in algebraic notation, which tells more only of pawns.
                    (Ok(Err(error @ SanError::PromotionMissing { .. })), _) => Err(ReadMoveError::San(error)),
                    (_, Some(Err(error))) => Err(ReadMoveError::Uci(error)),
                    (Ok(Err(error)), _) => Err(ReadMoveError::San(error)),
                    (Err(error), _) => Err(ReadMoveError::Syntax(error)),
                }
            }
            State::KingCapture(setup) => match uci.and_then(|uci| notation::find_uci(setup, uci)) {
                Some(m) => Ok(m),
                None => notation::find(setup, San::parse(text.as_bytes()).map_err(ReadMoveError::Syntax)?),
            },
        }
    }
}

impl fmt::Display for ReadMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadMoveError::Over(outcome) => write!(f, "the game is over: {outcome}, {}", outcome.ending()),
            ReadMoveError::Syntax(error) => write!(f, "{error}"),
            ReadMoveError::San(error) => write!(f, "{error}"),
            ReadMoveError::Uci(error) => write!(f, "{error}"),
            ReadMoveError::NoSuchMove => f.write_str("no piece can make that move"),
        }
    }
}

impl Error for ReadMoveError {}
