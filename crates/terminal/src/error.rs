//! Why the full screen could not be played on.

use std::fmt;
use std::io;

/// What went wrong before the game, or with the terminal.
#[derive(Debug)]
pub enum TerminalError {
    /// The terminal cannot be used.
    Io(io::Error),
    /// What the options ask for cannot be, in a sentence.
    InvalidOptions(String),
}

impl fmt::Display for TerminalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TerminalError::Io(error) => write!(f, "the terminal cannot be used: {error}"),
            TerminalError::InvalidOptions(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for TerminalError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TerminalError::Io(error) => Some(error),
            TerminalError::InvalidOptions(_) => None,
        }
    }
}
