//! Errors of the bundler.

use std::fmt;
use std::io;
use std::path::Path;

/// A message that names the file and the problem.
#[derive(Debug)]
pub(crate) struct BundleError(String);

impl BundleError {
    pub(crate) fn new(what: impl fmt::Display) -> BundleError {
        BundleError(what.to_string())
    }

    pub(crate) fn file(path: &Path, error: impl fmt::Display) -> BundleError {
        BundleError(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads a text file; the error names the path.
pub(crate) fn read(path: &Path) -> Result<String, BundleError> {
    std::fs::read_to_string(path).map_err(|error: io::Error| BundleError::file(path, error))
}
