//! Checks of a store: a durable write, and the integrity of all pages.

use std::fs;
use std::io::Write;
use std::path::Path;

use rusqlite::Connection;

use super::open::{file_error, open_private};
use crate::store::StoreError;

/// Free space that a probe needs: that of a few moves.
static RESERVE: [u8; 32 * 1_024] = [0xa5; 32 * 1_024];

/// Writes a page of the database: its version again.
pub(super) fn rewrite_version(connection: &Connection) -> Result<(), StoreError> {
    let version: i32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    connection.pragma_update(None, "user_version", version)?;
    Ok(())
}

/// Writes and deletes a file next to the database. The database may have free space of its own for one write
/// on a full disk, but not for the next.
pub(super) fn write_reserve(folder: &Path) -> Result<(), StoreError> {
    let path = folder.join("probe");
    let mut file = match open_private(&path).map_err(|error| file_error(&path, &error)) {
        Ok(file) => file,
        // Without a free file descriptor the database still writes.
        Err(StoreError::Failed(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    let written = file.write_all(&RESERVE).and_then(|()| file.sync_data());
    // A file that is left takes no more than its own space.
    fs::remove_file(&path).ok();
    written.map_err(|error| file_error(&path, &error))
}

/// Checks the structure of all tables and indices.
pub(super) fn check_pages(connection: &Connection) -> Result<(), StoreError> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(StoreError::Corrupt(found)) }
}
