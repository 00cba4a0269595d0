//! Online backup.

use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::open;
use crate::store::StoreError;

/// A finished backup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backup {
    /// Size in bytes.
    pub bytes: u64,
}

/// Reason why a backup failed.
#[derive(Debug)]
pub enum BackupError {
    /// The target exists and is left alone.
    Exists,
    /// The data could not be read.
    Store(StoreError),
    /// The database in the backup could not be written.
    File(StoreError),
    /// The rows of this table differ from those read.
    Differs(&'static str),
    /// The backup could not be written.
    Output(io::Error),
}

impl Backup {
    /// Copies the data into one new file: a consistent snapshot while a server may be running. The file is
    /// complete or absent, and durable when this returns. To restore it, put it into an empty folder as
    /// `hanpan.db`.
    ///
    /// # Errors
    ///
    /// Returns an error if `to` exists, the data cannot be read or the backup cannot be written.
    pub fn create(folder: &Path, to: &Path) -> Result<Backup, BackupError> {
        let connection = open::reader(&open::database_path(folder)).map_err(BackupError::Store)?;
        let part = create_part(to)?;
        // `VACUUM INTO` writes another file, but needs a writable connection.
        let name = part.to_str().ok_or_else(|| {
            BackupError::Output(io::Error::new(io::ErrorKind::InvalidFilename, "the name is not Unicode"))
        })?;
        let copied = connection
            .pragma_update(None, "query_only", false)
            .and_then(|()| connection.execute("VACUUM INTO ?1", [name]));
        let finished = match copied {
            Ok(_) => finish(&part, to).map_err(BackupError::Output),
            Err(error) => Err(BackupError::Store(error.into())),
        };
        if finished.is_err() {
            // Best effort: a leftover is removed by the next attempt.
            fs::remove_file(&part).ok();
        }
        finished
    }
}

/// Creates the private file that is written first, in place of the leftover of an earlier attempt.
pub(super) fn create_part(to: &Path) -> Result<PathBuf, BackupError> {
    if to.try_exists().map_err(BackupError::Output)? {
        return Err(BackupError::Exists);
    }
    let part = part_path(to);
    fs::remove_file(&part).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(BackupError::Output(error)),
    })?;
    // SQLite fills an empty file.
    open::open_private(&part).map_err(BackupError::Output)?;
    Ok(part)
}

/// Syncs the file, then renames it.
pub(super) fn finish(part: &Path, to: &Path) -> io::Result<Backup> {
    let file = File::options().write(true).open(part)?;
    file.sync_all()?;
    let bytes = file.metadata()?.len();
    fs::rename(part, to)?;
    // The rename must be durable as well, where folders can be synced.
    if cfg!(unix) {
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(Backup { bytes })
}

fn part_path(to: &Path) -> PathBuf {
    let mut name = to.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    to.with_file_name(name)
}

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackupError::Exists => f.write_str("there is such a file already"),
            BackupError::Store(error) | BackupError::File(error) => error.fmt(f),
            BackupError::Differs(table) => write!(f, "{table} differs from what was read"),
            BackupError::Output(error) => error.fmt(f),
        }
    }
}

impl Error for BackupError {}
