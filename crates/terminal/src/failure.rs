//! Why the full screen could not be played on.

use std::fmt;
use std::io;

/// What went wrong before the game, or with the terminal.
#[derive(Debug)]
pub enum Failure {
    /// The terminal cannot be used.
    Terminal(io::Error),
    /// What the options ask for cannot be, in a sentence.
    Refused(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Terminal(error) => write!(f, "the terminal cannot be used: {error}"),
            Failure::Refused(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Failure::Terminal(error) => Some(error),
            Failure::Refused(_) => None,
        }
    }
}
