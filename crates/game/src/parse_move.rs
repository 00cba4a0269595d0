//! Parses typed or recorded moves under the rules of a game.

use std::error::Error;
use std::fmt;

use rules::{Move, ParseMoveError, San, UciMove};

use crate::king_capture::{self, notation};
use crate::variant_position::VariantPosition;
use crate::{Game, Outcome};

/// The reason why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveInputError {
    /// The game is over.
    GameOver(Outcome),
    /// Not a move, or an illegal one, with its reasons.
    Invalid(ParseMoveError),
}

impl Game {
    /// Parses a move in UCI, or in SAN as leniently as [`San::parse`].
    ///
    /// # Errors
    /// Returns the reasons why there is no such move.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveInputError> {
        if let Some(outcome) = self.outcome() {
            return Err(MoveInputError::GameOver(outcome));
        }
        match self.state() {
            VariantPosition::Standard(position) => position.parse_move(text).map_err(MoveInputError::Invalid),
            VariantPosition::KingCapture(setup) => {
                let text = text.trim().as_bytes();
                let by_uci = UciMove::parse(text).ok().and_then(|uci| notation::resolve_uci(setup, uci));
                by_uci.map_or_else(|| self.state().parse_san(text), Ok)
            }
        }
    }
}

impl Game {
    /// Resolves a UCI move as [`parse_move`](Game::parse_move) does; `None` if it is illegal.
    ///
    /// ```
    /// use hanpan_game::Game;
    /// let game = Game::standard();
    /// assert_eq!(game.resolve_uci("g1f3".parse()?), game.parse_move("Nf3").ok());
    /// assert_eq!(game.resolve_uci("g1g3".parse()?), None);
    /// # Ok::<(), hanpan_game::rules::ParseUciError>(())
    /// ```
    #[must_use]
    pub fn resolve_uci(&self, uci: UciMove) -> Option<Move> {
        if self.outcome().is_some() {
            return None;
        }
        self.state().resolve_uci(uci)
    }
}

impl VariantPosition {
    /// Resolves a UCI move; `None` if it is illegal.
    pub(crate) fn resolve_uci(&self, uci: UciMove) -> Option<Move> {
        match self {
            VariantPosition::Standard(position) => uci.resolve(position).ok(),
            VariantPosition::KingCapture(setup) => notation::resolve_uci(setup, uci),
        }
    }

    /// Parses a move in SAN.
    pub(crate) fn parse_san(&self, text: &[u8]) -> Result<Move, MoveInputError> {
        match self {
            VariantPosition::Standard(position) => position.parse_san(text).map_err(MoveInputError::Invalid),
            VariantPosition::KingCapture(setup) => {
                // Under the Laws a checkmated side has no legal move, so this check is needed only here.
                if let Some(outcome) = king_capture::outcome(setup) {
                    return Err(MoveInputError::GameOver(outcome));
                }
                let san = San::parse(text)
                    .map_err(|error| MoveInputError::Invalid(ParseMoveError::Syntax(error)))?;
                notation::resolve_san(setup, san).map_err(MoveInputError::Invalid)
            }
        }
    }
}

impl fmt::Display for MoveInputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveInputError::GameOver(outcome) => {
                write!(f, "the game is over: {outcome}, {}", outcome.ending())
            }
            MoveInputError::Invalid(error) => write!(f, "{error}"),
        }
    }
}

impl Error for MoveInputError {}
