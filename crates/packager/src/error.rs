//! Errors of the packager.

use std::fmt;
use std::fs;
use std::path::Path;

/// A message that names the file and the problem.
#[derive(Debug)]
pub(crate) struct PackageError(String);

impl PackageError {
    pub(crate) fn new(what: impl fmt::Display) -> PackageError {
        PackageError(what.to_string())
    }

    pub(crate) fn file(path: &Path, error: impl fmt::Display) -> PackageError {
        PackageError(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for PackageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads a file; the error names the path.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, PackageError> {
    fs::read(path).map_err(|error| PackageError::file(path, error))
}

/// Reads a text file; the error names the path.
pub(crate) fn read_text(path: &Path) -> Result<String, PackageError> {
    fs::read_to_string(path).map_err(|error| PackageError::file(path, error))
}

/// Lists the files of a folder in alphabetical order.
pub(crate) fn files_in(folder: &Path) -> Result<Vec<std::path::PathBuf>, PackageError> {
    let entries = fs::read_dir(folder).map_err(|error| PackageError::file(folder, error))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| PackageError::file(folder, error))?.path();
        if path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Name of a file without its folder.
pub(crate) fn file_name(path: &Path) -> Result<&str, PackageError> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.ok_or_else(|| PackageError::file(path, "the name is not Unicode"))
}
