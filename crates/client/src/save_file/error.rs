//! Errors of save files.

use std::error::Error;
use std::fmt;

use game::MoveInputError;
use rules::FenError;

/// Error in a save file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveFileError {
    /// Line number, from 1.
    pub line: usize,
    /// The error.
    pub reason: SaveFileErrorKind,
}

/// Kinds of errors in save files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveFileErrorKind {
    /// The header is missing or of another version.
    Version,
    /// The field is unknown.
    UnknownField,
    /// The field is repeated.
    DuplicateField,
    /// A required field is missing.
    MissingField(&'static str),
    /// The value is invalid.
    InvalidValue,
    /// The start position is invalid.
    InvalidStart(Box<FenError>),
    /// The move with this index, from 0, is illegal.
    IllegalMove(usize, Box<MoveInputError>),
    /// The times do not match the moves and the time control.
    ClockMismatch,
    /// The outcome does not match the moves.
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
