//! A new SQLite file that another database is copied into: its backup.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::backup::{Backup, BackupError, create_part, finish};
use super::{schema, space, table_rows};
use crate::store::StoreError;
use crate::store::copy_data::{CellValue, Table, TableChecksum, TableRows};

/// A file that is being written. It gets its name when it is complete, and is removed if it never is.
#[derive(Debug)]
pub(in crate::store) struct CopyFile {
    connection: Option<Connection>,
    part: PathBuf,
    to: PathBuf,
}

impl CopyFile {
    /// Creates a file with empty tables, and begins the only transaction.
    pub(in crate::store) fn create(to: &Path) -> Result<CopyFile, BackupError> {
        let part = create_part(to)?;
        let mut file = CopyFile { connection: None, part, to: to.to_owned() };
        file.connection = Some(open_empty(&file.part).map_err(BackupError::File)?);
        Ok(file)
    }

    /// Inserts rows.
    pub(in crate::store) fn insert(&self, table: &Table, columns: &TableRows) -> Result<(), StoreError> {
        let mut statement = self.connection()?.prepare_cached(&table.insert_into_sqlite())?;
        for row in 0..columns.first().map_or(0, Vec::len) {
            statement.execute(params_from_iter(columns.iter().map(|column| value(&column[row]))))?;
        }
        Ok(())
    }

    /// Ends the transaction.
    pub(in crate::store) fn commit(&self) -> Result<(), StoreError> {
        Ok(self.connection()?.execute_batch("COMMIT")?)
    }

    /// Checksum of a table as it is in the file.
    pub(in crate::store) fn checksum(&self, table: &Table) -> Result<TableChecksum, StoreError> {
        Ok(table_rows::checksum(self.connection()?, table)?)
    }

    /// Syncs the file and gives it its name.
    pub(in crate::store) fn finish(mut self) -> Result<Backup, BackupError> {
        if let Some(connection) = self.connection.take() {
            connection.close().map_err(|(_, error)| BackupError::File(error.into()))?;
        }
        finish(&self.part, &self.to).map_err(BackupError::Output)
    }

    fn connection(&self) -> Result<&Connection, StoreError> {
        self.connection.as_ref().ok_or(StoreError::Stopped)
    }
}

impl Drop for CopyFile {
    fn drop(&mut self) {
        self.connection = None;
        // Best effort: a leftover is removed by the next attempt.
        fs::remove_file(&self.part).ok();
    }
}

fn open_empty(part: &Path) -> Result<Connection, StoreError> {
    let mut connection = Connection::open(part)?;
    space::prepare(&connection)?;
    // Synced once, at the end; a file that is not complete is thrown away.
    connection.pragma_update(None, "journal_mode", "off")?;
    connection.pragma_update(None, "synchronous", "off")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    schema::migrate(&mut connection)?;
    // The secret of the other database takes the place of the new one.
    connection.execute_batch("BEGIN; DELETE FROM secrets")?;
    Ok(connection)
}

fn value(cell: &CellValue) -> Value {
    match cell {
        CellValue::Null => Value::Null,
        CellValue::Integer(number) => Value::Integer(*number),
        CellValue::Real(number) => Value::Real(*number),
        CellValue::Text(text) => Value::Text(text.clone()),
        CellValue::Bytes(bytes) => Value::Blob(bytes.clone()),
    }
}
