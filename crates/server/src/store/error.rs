//! What can go wrong with storage itself, whoever asks for whatever.

use std::fmt;
use std::pin::Pin;

/// An answer from the store: it comes when what was asked is durable, or will not be.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Why the store could not do what was asked. What was asked then is not durable, with one exception: after
/// [`Stopped`](StoreError::Stopped) and [`Failed`](StoreError::Failed) nobody can know, and only reading tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// There is no room left on the disk.
    Full,
    /// Somebody else kept the data locked for too long.
    Busy,
    /// The data may not be written.
    ReadOnly,
    /// The data is damaged, or is not ours.
    Corrupt(String),
    /// A newer Hanpan has written the data; this one would ruin it.
    Newer {
        /// The version of the data.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// An older Hanpan has written the data, and only a server may bring it up to date.
    Older {
        /// The version of the data.
        found: u32,
        /// The version that this program works with.
        known: u32,
    },
    /// Another server uses this data.
    InUse,
    /// The store has been shut down.
    Stopped,
    /// Anything else, in the words of the system.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Full => f.write_str("no room left on the disk"),
            StoreError::Busy => f.write_str("the data is locked by another program"),
            StoreError::ReadOnly => f.write_str("the data may not be written"),
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
            StoreError::Stopped => f.write_str("the store has been shut down"),
            StoreError::Failed(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for StoreError {}
