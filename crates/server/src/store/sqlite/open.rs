//! How a database is opened: who may write, how durable a commit is, how long to wait for others.

use std::fs::{DirBuilder, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::schema;
use crate::store::StoreError;

/// How long to wait for another program that writes, such as `hanpan admin`.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// So many prepared statements are kept.
const STATEMENT_CACHE_SIZE: usize = 64;

/// Room for the pages that the writer uses, in KiB.
const WRITER_CACHE_KIB: i32 = 32 * 1_024;

/// A file that has to be there.
const OPEN_EXISTING: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// The database in a folder of data.
pub(super) fn database_path(folder: &Path) -> PathBuf {
    folder.join("hanpan.db")
}

/// Makes the folder and takes its lock. The system gives the lock back when the process ends, however it ends.
pub(super) fn lock_folder(folder: &Path) -> Result<File, StoreError> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder).map_err(|error| file_error(folder, &error))?;
    let path = folder.join("hanpan.lock");
    let file = open_private(&path).map_err(|error| file_error(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        Err(TryLockError::Error(error)) => Err(file_error(&path, &error)),
    }
}

/// Opens a file for writing, without changing what is in it. A new one is for nobody else: here are addresses of sessions
/// and hashes of passwords.
pub(super) fn open_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The connection with which a server writes. Data of an older shape gets the present one.
pub(super) fn writer(file: &Path) -> Result<Connection, StoreError> {
    // SQLite gives the files beside it the same permissions.
    open_private(file).map_err(|error| file_error(file, &error))?;
    let mut connection = Connection::open(file)?;
    set_pragmas(&connection)?;
    // With a write-ahead log readers do not wait for the writer, nor it for them.
    connection.pragma_update(None, "journal_mode", "wal")?;
    // What a transaction changes stays in memory until it is written once, and so does what it would take to undo a part.
    connection.pragma_update(None, "cache_size", -WRITER_CACHE_KIB)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    schema::migrate(&mut connection)?;
    Ok(connection)
}

/// A connection that writes beside a server: it makes nothing, and changes no shape under the server's feet.
pub(super) fn admin(file: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(file, OPEN_EXISTING)?;
    set_pragmas(&connection)?;
    schema::check_is_current(&connection)?;
    Ok(connection)
}

/// A connection that only reads.
pub(super) fn reader(file: &Path) -> Result<Connection, StoreError> {
    // It must be able to write beside the file, where readers and writer keep out of each other's way.
    let connection = Connection::open_with_flags(file, OPEN_EXISTING)?;
    set_pragmas(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    schema::check_version(&connection)?;
    Ok(connection)
}

/// A database that lives as long as its connection.
pub(super) fn in_memory() -> Result<Connection, StoreError> {
    let mut connection = Connection::open_in_memory()?;
    set_pragmas(&connection)?;
    schema::migrate(&mut connection)?;
    Ok(connection)
}

fn set_pragmas(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // A commit is on the disk when it is done; on a Mac the disk itself has to be asked for that.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // What the file says about itself is data, not code.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE_SIZE);
    Ok(())
}

/// What the system said about a file.
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

    /// A commit that is acknowledged has to be on the disk, whoever wrote it: SQLite says so itself.
    #[test]
    fn every_connection_waits_for_the_disk() {
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
}
