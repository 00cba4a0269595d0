//! A copy of everything while the server runs.

use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::open;
use crate::store::StoreError;

/// A finished copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backup {
    /// How large it is.
    pub bytes: u64,
}

/// Why there is no copy.
#[derive(Debug)]
pub enum BackupError {
    /// Something is there already, and is left alone.
    Exists,
    /// The data could not be read.
    Store(StoreError),
    /// The copy could not be written.
    Output(io::Error),
}

impl Backup {
    /// Copies the data in a folder into one new file, as it is at one moment. A server that runs on it goes on. The
    /// copy is whole or not there, and on the disk when this returns; to use it, put it into an empty folder as
    /// `hanpan.db`.
    ///
    /// # Errors
    ///
    /// When there is something at `to` already, and when the data cannot be read or the copy not written.
    pub fn create(folder: &Path, to: &Path) -> Result<Backup, BackupError> {
        if to.try_exists().map_err(BackupError::Output)? {
            return Err(BackupError::Exists);
        }
        let connection = open::reader(&open::database_path(folder)).map_err(BackupError::Store)?;
        let part = part_path(to);
        // What an earlier try has left.
        fs::remove_file(&part).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => Ok(()),
            _ => Err(BackupError::Output(error)),
        })?;
        // An empty file is filled; it is for nobody else from the beginning.
        open::open_private(&part).map_err(BackupError::Output)?;
        // This writes into another file, but SQLite counts it as writing.
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
            // It is of no use; if it cannot be removed it is only in the way.
            fs::remove_file(&part).ok();
        }
        finished
    }
}

/// Puts the copy on the disk, then in its place.
fn finish(part: &Path, to: &Path) -> io::Result<Backup> {
    let file = File::options().write(true).open(part)?;
    file.sync_all()?;
    let bytes = file.metadata()?.len();
    fs::rename(part, to)?;
    // The new name has to last as well, where folders can be asked for it.
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
            BackupError::Store(error) => error.fmt(f),
            BackupError::Output(error) => error.fmt(f),
        }
    }
}

impl Error for BackupError {}
