//! Storage errors.

use std::fmt;
use std::pin::Pin;

/// Boxed future of a store operation.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Reason why an operation failed. Its effect is not durable, except that after
/// [`Stopped`](StoreError::Stopped) and [`Failed`](StoreError::Failed) it is unknown until the data is read
/// again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The disk is full.
    Full,
    /// Another process kept the database locked for too long.
    Busy,
    /// The data cannot be written.
    ReadOnly,
    /// The data is damaged or belongs to another program.
    Corrupt(String),
    /// The data was written by a newer version.
    Newer {
        /// Schema version of the data.
        found: u32,
        /// Newest schema version of this program.
        known: u32,
    },
    /// The data was written by an older version; only a server migrates it.
    Older {
        /// Schema version of the data.
        found: u32,
        /// Schema version of this program.
        known: u32,
    },
    /// Another server has the folder open.
    InUse,
    /// The database cannot be used without a change to it or to the settings, with the reason.
    Unusable(String),
    /// A value that this program does not know. A newer one may have written it, so the data is not damaged.
    Unknown(String),
    /// The store has been shut down.
    Stopped,
    /// Any other error, with the system's message.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Full => f.write_str("disk full"),
            StoreError::Busy => f.write_str("the data is locked by another program"),
            StoreError::ReadOnly => f.write_str("the data is read-only"),
            StoreError::Corrupt(words) => write!(f, "the data is damaged: {words}"),
            StoreError::Newer { found, known } => {
                write!(
                    f,
                    "the data has version {found}, this program knows versions up to {known}; use a newer program"
                )
            }
            StoreError::Older { found, known } => {
                write!(
                    f,
                    "the data has version {found}, this program needs version {known}; start the server once"
                )
            }
            StoreError::InUse => f.write_str("another server uses this data"),
            StoreError::Unknown(value) => {
                write!(f, "unknown value {value:?}, perhaps written by a newer program")
            }
            StoreError::Stopped => f.write_str("the store has been shut down"),
            StoreError::Unusable(words) | StoreError::Failed(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for StoreError {}
