//! Opens databases: locking, durability, timeouts.

use std::fs::{DirBuilder, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::{schema, space};
use crate::store::StoreError;

/// Time to wait for another writer, such as `hanpan admin`.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Cached prepared statements per connection.
const STATEMENT_CACHE_SIZE: usize = 64;

/// Page cache of the writer in KiB.
const WRITER_CACHE_KIB: i32 = 32 * 1_024;

/// Flags for a file that must exist.
const OPEN_EXISTING: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// Path of the database in a data folder.
pub(super) fn database_path(folder: &Path) -> PathBuf {
    folder.join("hanpan.db")
}

/// RAII lock of a data folder. The system releases it when the process ends.
#[derive(Debug)]
pub(super) struct FolderLock(File);

impl Drop for FolderLock {
    /// Unlocks the file. Closing it is not enough: a child process that was just forked has it open until it runs its own program.
    fn drop(&mut self) {
        self.0.unlock().ok();
    }
}

/// Creates the folder and locks it.
pub(super) fn lock_folder(folder: &Path) -> Result<FolderLock, StoreError> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder).map_err(|error| file_error(folder, &error))?;
    let path = folder.join("hanpan.lock");
    let file = open_private(&path).map_err(|error| file_error(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(FolderLock(file)),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        Err(TryLockError::Error(error)) => Err(file_error(&path, &error)),
    }
}

/// Opens a file for writing without truncating it. A new one is private (0600), since it holds session and
/// password hashes.
pub(super) fn open_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Connection for the server's writer; migrates older data.
pub(super) fn writer(file: &Path) -> Result<Connection, StoreError> {
    // SQLite gives its side files the same permissions.
    open_private(file).map_err(|error| file_error(file, &error))?;
    let mut connection = Connection::open(file)?;
    set_pragmas(&connection)?;
    space::prepare(&connection)?;
    // WAL: readers and the writer do not block each other.
    connection.pragma_update(None, "journal_mode", "wal")?;
    // Large transactions and savepoints stay in memory.
    connection.pragma_update(None, "cache_size", -WRITER_CACHE_KIB)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    schema::migrate(&mut connection)?;
    space::rewrite_if_worthwhile(&connection);
    Ok(connection)
}

/// Connection for writing next to a server; neither creates nor migrates.
pub(super) fn admin(file: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(file, OPEN_EXISTING)?;
    set_pragmas(&connection)?;
    schema::check_is_current(&connection)?;
    Ok(connection)
}

/// Read-only connection.
pub(super) fn reader(file: &Path) -> Result<Connection, StoreError> {
    // WAL readers need write access to the shared-memory file.
    let connection = Connection::open_with_flags(file, OPEN_EXISTING)?;
    set_pragmas(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    schema::check_version(&connection)?;
    Ok(connection)
}

/// In-memory database.
pub(super) fn in_memory() -> Result<Connection, StoreError> {
    let mut connection = Connection::open_in_memory()?;
    set_pragmas(&connection)?;
    schema::migrate(&mut connection)?;
    Ok(connection)
}

fn set_pragmas(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // Commits are synced; macOS needs `fullfsync` for that.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Schema SQL from the file must not run functions with side effects.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE_SIZE);
    Ok(())
}

/// Maps an I/O error of a file.
pub(super) fn file_error(path: &Path, error: &std::io::Error) -> StoreError {
    match error.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => StoreError::Full,
        std::io::ErrorKind::ReadOnlyFilesystem | std::io::ErrorKind::PermissionDenied => StoreError::ReadOnly,
        _ => StoreError::Failed(format!("{}: {error}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every connection must have durable commits; SQLite confirms its settings.
    #[test]
    fn every_connection_has_durable_commits() {
        let folder = std::env::temp_dir().join(format!("hanpan-durable-{}", std::process::id()));
        let lock = lock_folder(&folder).unwrap();
        let file = database_path(&folder);
        let number = |connection: &Connection, pragma: &str| -> i64 {
            connection.pragma_query_value(None, pragma, |row| row.get(0)).unwrap()
        };
        let connections = [writer(&file).unwrap(), admin(&file).unwrap(), reader(&file).unwrap()];
        for connection in &connections {
            assert_eq!(number(connection, "synchronous"), 2, "FULL");
            assert_eq!(number(connection, "fullfsync"), 1);
            assert_eq!(number(connection, "foreign_keys"), 1);
            let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
            assert_eq!(mode, "wal");
        }
        assert_eq!(number(&connections[2], "query_only"), 1);
        drop((connections, lock));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_folder_is_unlocked_while_a_child_process_has_the_file() {
        let folder = std::env::temp_dir().join(format!("hanpan-lock-{}", std::process::id()));
        let lock = lock_folder(&folder).unwrap();
        let of_child = lock.0.try_clone().unwrap();
        assert_eq!(lock_folder(&folder).err(), Some(StoreError::InUse));
        drop(lock);
        assert!(lock_folder(&folder).is_ok());
        drop(of_child);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
