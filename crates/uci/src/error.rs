//! Parse errors.

use std::fmt;

use rules::{ParseFenError, ParseUciError};

/// Error of a line that is no message.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ParseError {
    /// No known command. The protocol says to ignore such lines.
    Unknown,
    /// A required argument is missing.
    Incomplete {
        /// The command.
        command: &'static str,
    },
    /// The FEN is malformed.
    Fen(ParseFenError),
    /// A move is malformed.
    Move {
        /// The word.
        token: String,
        /// The error.
        error: ParseUciError,
    },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Unknown => f.write_str("no known command"),
            ParseError::Incomplete { command } => write!(f, "{command}: something is missing"),
            ParseError::Fen(error) => error.fmt(f),
            ParseError::Move { token, error } => write!(f, "{token:?}: {error}"),
        }
    }
}

impl std::error::Error for ParseError {}
