//! Why a line cannot be understood.

use std::fmt;

use rules::{ParseFenError, ParseUciError};

/// Why a line is no message.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ParseError {
    /// No command in it is known. The protocol wants such lines ignored.
    Unknown,
    /// A known command lacks what it has to say.
    Incomplete {
        /// The command.
        command: &'static str,
    },
    /// The FEN of a position cannot be read.
    Fen(ParseFenError),
    /// A word that should be a move is none.
    Move {
        /// The word.
        token: String,
        /// What is wrong with it.
        error: ParseUciError,
    },
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Unknown => f.write_str("no known command"),
            ParseError::Incomplete { command } => write!(f, "{command}: something is missing"),
            ParseError::Fen(error) => error.fmt(f),
            ParseError::Move { token: said, error } => write!(f, "{said:?}: {error}"),
        }
    }
}

impl std::error::Error for ParseError {}
