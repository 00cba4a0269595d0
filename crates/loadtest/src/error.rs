//! The error type of the load-test programs.

use std::fmt;

/// An error message for the person who runs the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadtestError(pub String);

/// Result of a load-test step.
pub type LoadtestResult<T = ()> = Result<T, LoadtestError>;

impl LoadtestError {
    /// Creates an error from what failed and why.
    pub fn context(what: impl fmt::Display, why: impl fmt::Display) -> LoadtestError {
        LoadtestError(format!("{what}: {why}"))
    }
}

impl fmt::Display for LoadtestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LoadtestError {}
