//! Rows of tables as they are stored, for copies into another database.

use rusqlite::types::Value;
use rusqlite::{Result as Sql, Row, params};

use super::{BoxFuture, SqliteStore, StoreError};
use crate::store::copy_data::{CellValue, TableRows};

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

fn cell(row: &Row<'_>, index: usize) -> Sql<CellValue> {
    Ok(match row.get(index)? {
        Value::Null => CellValue::Null,
        Value::Integer(number) => CellValue::Integer(number),
        Value::Real(number) => CellValue::Real(number),
        Value::Text(text) => CellValue::Text(text),
        Value::Blob(bytes) => CellValue::Bytes(bytes),
    })
}
