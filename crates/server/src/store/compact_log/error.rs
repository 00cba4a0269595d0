//! Errors of compact logs.

use std::fmt;

use crate::store::StoreError;

/// Reason why a value cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CompactLogError {
    /// A newer program wrote the value.
    Newer {
        /// Version of the value.
        found: u8,
        /// Newest version of this program.
        known: u8,
    },
    /// No program wrote the value, or it was changed since.
    Damaged(&'static str),
}

/// Reason why a log stays as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotCompactable {
    /// An entry is missing.
    Gap {
        /// Number that was expected.
        expected: u32,
    },
    /// A move has another ply than the number of moves before it.
    Ply {
        /// Number of the entry.
        number: u32,
    },
    /// The value does not decode to what was encoded.
    NotExact,
}

impl From<CompactLogError> for StoreError {
    fn from(error: CompactLogError) -> StoreError {
        match error {
            CompactLogError::Newer { found, known } => {
                StoreError::Newer { found: found.into(), known: known.into() }
            }
            CompactLogError::Damaged(what) => StoreError::Corrupt(format!("compact log: {what}")),
        }
    }
}

impl fmt::Display for CompactLogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompactLogError::Newer { found, known } => {
                write!(f, "the log has version {found}, this program knows versions up to {known}")
            }
            CompactLogError::Damaged(what) => f.write_str(what),
        }
    }
}

impl fmt::Display for NotCompactable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotCompactable::Gap { expected } => write!(f, "entry {expected} is missing"),
            NotCompactable::Ply { number } => write!(f, "entry {number} has an unexpected ply"),
            NotCompactable::NotExact => f.write_str("the compact log differs from the log"),
        }
    }
}

impl std::error::Error for CompactLogError {}
impl std::error::Error for NotCompactable {}
