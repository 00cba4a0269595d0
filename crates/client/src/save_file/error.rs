//! What can be wrong with a saved game.

use std::error::Error;
use std::fmt;

use game::MoveInputError;
use rules::FenError;

/// A saved game that cannot be read: where and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveFileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: SaveFileErrorKind,
}

/// What is wrong with a saved game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveFileErrorKind {
    /// The first line is not that of a game this program has saved.
    Version,
    /// The line begins with no name that is known.
    UnknownField,
    /// The line is there twice.
    DuplicateField,
    /// A line with this name is missing.
    MissingField(&'static str),
    /// The value is none that belongs there.
    InvalidValue,
    /// The start is no position.
    InvalidStart(Box<FenError>),
    /// The move with this index, from 0, cannot be made.
    IllegalMove(usize, Box<MoveInputError>),
    /// The times do not fit the moves and the clock.
    ClockMismatch,
    /// The outcome does not fit the moves.
    OutcomeMismatch,
}

impl fmt::Display for SaveFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl fmt::Display for SaveFileErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveFileErrorKind::Version => f.write_str("not a saved game of this version"),
            SaveFileErrorKind::UnknownField => f.write_str("an unknown name"),
            SaveFileErrorKind::DuplicateField => f.write_str("the same name again"),
            SaveFileErrorKind::MissingField(name) => write!(f, "no line {name}"),
            SaveFileErrorKind::InvalidValue => f.write_str("a value that does not belong there"),
            SaveFileErrorKind::InvalidStart(error) => write!(f, "the start: {error}"),
            SaveFileErrorKind::IllegalMove(index, error) => write!(f, "move {}: {error}", index + 1),
            SaveFileErrorKind::ClockMismatch => f.write_str("times that do not fit the game"),
            SaveFileErrorKind::OutcomeMismatch => f.write_str("an outcome that does not fit the moves"),
        }
    }
}

impl Error for SaveFileError {}
