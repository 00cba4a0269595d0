//! What can be wrong with a saved game.

use std::error::Error;
use std::fmt;

use game::ReadMoveError;
use rules::FenError;

/// A saved game that cannot be read: where and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: SavedReason,
}

/// What is wrong with a saved game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SavedReason {
    /// The first line is not that of a game this program has saved.
    Version,
    /// The line begins with no name that is known.
    UnknownName,
    /// The line is there twice.
    Twice,
    /// A line with this name is missing.
    Missing(&'static str),
    /// The value is none that belongs there.
    Value,
    /// The start is no position.
    Start(Box<FenError>),
    /// The move with this index, from 0, cannot be made.
    Move(usize, Box<ReadMoveError>),
    /// The times do not fit the moves and the clock.
    Times,
    /// The outcome does not fit the moves.
    Outcome,
}

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl fmt::Display for SavedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SavedReason::Version => f.write_str("not a saved game of this version"),
            SavedReason::UnknownName => f.write_str("an unknown name"),
            SavedReason::Twice => f.write_str("the same name again"),
            SavedReason::Missing(name) => write!(f, "no line {name}"),
            SavedReason::Value => f.write_str("a value that does not belong there"),
            SavedReason::Start(error) => write!(f, "the start: {error}"),
            SavedReason::Move(index, error) => write!(f, "move {}: {error}", index + 1),
            SavedReason::Times => f.write_str("times that do not fit the game"),
            SavedReason::Outcome => f.write_str("an outcome that does not fit the moves"),
        }
    }
}

impl Error for SavedError {}
