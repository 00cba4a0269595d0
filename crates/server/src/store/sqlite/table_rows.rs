//! Rows of tables as they are stored, for copies into and from another database.

use rusqlite::types::Value;
use rusqlite::{Connection, Result as Sql, Row, params};

use super::{BoxFuture, SqliteStore, StoreError};
use crate::store::copy_data::{CellValue, Table, TableChecksum, TableRows};

impl SqliteStore {
    /// Runs a query with two numbers as parameters; returns its columns.
    pub(in crate::store) fn table_rows(
        &self,
        sql: String,
        first: i64,
        second: i64,
    ) -> BoxFuture<Result<TableRows, StoreError>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(&sql)?;
            let mut columns = vec![Vec::new(); statement.column_count()];
            let mut rows = statement.query(params![first, second])?;
            while let Some(row) = rows.next()? {
                for (index, column) in columns.iter_mut().enumerate() {
                    column.push(cell(row, index)?);
                }
            }
            Ok(columns)
        })
    }
}

impl SqliteStore {
    /// Checksum of all rows of a table.
    pub(in crate::store) fn table_checksum(
        &self,
        table: &'static Table,
    ) -> BoxFuture<Result<TableChecksum, StoreError>> {
        self.read(move |connection| Ok(checksum(connection, table)?))
    }
}

/// Checksum of all rows of a table.
pub(super) fn checksum(connection: &Connection, table: &Table) -> Sql<TableChecksum> {
    let mut statement = connection.prepare(&table.select_all_of_sqlite())?;
    let columns = statement.column_count();
    let (mut rows, mut checksum) = (statement.query([])?, TableChecksum::default());
    while let Some(row) = rows.next()? {
        checksum.add(&(0..columns).map(|index| Ok(vec![cell(row, index)?])).collect::<Sql<_>>()?);
    }
    Ok(checksum)
}

fn cell(row: &Row<'_>, index: usize) -> Sql<CellValue> {
    Ok(match row.get(index)? {
        Value::Null => CellValue::Null,
        Value::Integer(number) => CellValue::Integer(number),
        Value::Real(number) => CellValue::Real(number),
        Value::Text(text) => CellValue::Text(text),
        Value::Blob(bytes) => CellValue::Bytes(bytes),
    })
}
