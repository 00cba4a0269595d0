//! Why a trial cannot go on.

use std::fmt;

/// Something that the trial needs and does not get, in words for whoever started it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadtestError(pub String);

/// What comes of a step of a trial.
pub type LoadtestResult<T = ()> = Result<T, LoadtestError>;

impl LoadtestError {
    /// What was wanted, and what went wrong with it.
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
