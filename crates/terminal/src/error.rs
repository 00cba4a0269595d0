//! The error of the full-screen mode.

use std::fmt;
use std::io;

/// An error before the game or with the terminal.
#[derive(Debug)]
pub enum TerminalError {
    /// The terminal cannot be used.
    Io(io::Error),
    /// The options are invalid: the reason as a sentence for the user.
    InvalidOptions(String),
    /// The server cannot be used: the reason as a sentence for the user.
    Server(String),
}

impl fmt::Display for TerminalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TerminalError::Io(error) => write!(f, "terminal cannot be used: {error}"),
            TerminalError::InvalidOptions(sentence) | TerminalError::Server(sentence) => {
                f.write_str(sentence)
            }
        }
    }
}

impl std::error::Error for TerminalError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TerminalError::Io(error) => Some(error),
            TerminalError::InvalidOptions(_) | TerminalError::Server(_) => None,
        }
    }
}
