//! Errors of index files.

use std::error::Error;
use std::fmt;
use std::io;

/// The reason why an index cannot be read or written.
#[derive(Debug)]
pub enum IndexError {
    /// The file is no index of an opening explorer.
    NotAnIndex,
    /// The file has another version of the format.
    Version(u32),
    /// A checksum or a length is wrong: the file is damaged or incomplete.
    Damaged,
    /// The index has as many games as fit into it.
    Full,
    /// An index with another number of plies cannot be added.
    OtherPlies,
    /// An I/O error.
    Io(io::Error),
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IndexError::NotAnIndex => f.write_str("not an index of an opening explorer"),
            IndexError::Version(version) => write!(f, "the index has the unknown version {version}"),
            IndexError::Damaged => f.write_str("the index is damaged"),
            IndexError::Full => f.write_str("the index has as many games as fit into it"),
            IndexError::OtherPlies => f.write_str("the indexes have different numbers of plies"),
            IndexError::Io(error) => error.fmt(f),
        }
    }
}

impl Error for IndexError {}

/// A file that ends too early is damaged.
impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> IndexError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => IndexError::Damaged,
            _ => IndexError::Io(error),
        }
    }
}
