//! Backs up a PostgreSQL database into a SQLite file.

use std::path::Path;

use super::tables::{ENTRIES, TABLES, WHOLE_GAMES};
use super::{COMPACT_LOGS, Table, TableRows};
use crate::store::postgres::TableReader;
use crate::store::sqlite::CopyFile;
use crate::store::{Backup, BackupError, PostgresConfig, StoreError, blocking_runtime};

/// Reason why a part could not be copied.
enum PartError {
    Read(StoreError),
    Write(StoreError),
}

/// Copies everything from a database into one new file, as it is at one moment, while servers run. The file is read back and
/// compared. It is complete or absent, and durable when this returns; it is the database of a data folder, and
/// [`copy_data`](super::copy_data) copies that into PostgreSQL again. `progress` gets the number of rows done and their
/// total. For callers without an async runtime.
///
/// # Errors
///
/// Returns an error if `to` exists, the data cannot be read, or the backup cannot be written.
pub fn backup_postgres(
    config: &PostgresConfig,
    to: &Path,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Backup, BackupError> {
    let runtime = blocking_runtime().map_err(BackupError::Store)?;
    runtime.block_on(async {
        let file = CopyFile::create(to)?;
        let source = TableReader::open(config).await.map_err(BackupError::Store)?;
        let mut total = 0;
        for table in tables() {
            total += source.rows(table).await.map_err(BackupError::Store)?;
        }
        let (mut done, mut checksums) = (0, Vec::new());
        for table in tables() {
            let write = |rows: &TableRows| {
                progress(done, total);
                done += rows.first().map_or(0, Vec::len) as u64;
                file.insert(table, rows).map_err(PartError::Write)
            };
            checksums.push(source.read(table, write).await?);
        }
        file.commit().map_err(BackupError::File)?;
        for (table, read) in tables().zip(checksums) {
            if file.checksum(table).map_err(BackupError::File)? != read {
                return Err(BackupError::Differs(table.name()));
            }
        }
        progress(done, total);
        file.finish()
    })
}

/// All tables, those before others that refer to them.
fn tables() -> impl Iterator<Item = &'static Table> {
    let before = TABLES.iter().filter(|table| !table.needs_games);
    let after = TABLES.iter().filter(|table| table.needs_games);
    before.chain([&WHOLE_GAMES, &COMPACT_LOGS, &ENTRIES]).chain(after)
}

impl From<StoreError> for PartError {
    fn from(error: StoreError) -> PartError {
        PartError::Read(error)
    }
}

impl From<PartError> for BackupError {
    fn from(error: PartError) -> BackupError {
        match error {
            PartError::Read(error) => BackupError::Store(error),
            PartError::Write(error) => BackupError::File(error),
        }
    }
}
