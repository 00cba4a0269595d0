//! Reads whole tables.

use tokio_postgres::{Client, Row};

use super::rows::get;
use super::session::Session;
use super::statement_error::StatementError;
use super::{PostgresConfig, connect, schema};
use crate::store::StoreError;
use crate::store::copy_data::{Table, TableChecksum, TableRows};

/// Rows that are read at once.
const ROWS_PER_FETCH: u32 = 1_000;

/// A connection that sees the data of one moment, whatever servers write meanwhile.
pub(in crate::store) struct TableReader {
    session: Session,
}

impl TableReader {
    /// Connects to a database with exactly the schema of this program: it would leave out what a newer one has added.
    pub(in crate::store) async fn open(config: &PostgresConfig) -> Result<TableReader, StoreError> {
        let session = connect(config).await?;
        let begin = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
                     BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
        session.client().batch_execute(begin).await.map_err(StatementError::from)?;
        // In the transaction: the schema of the moment that is read.
        schema::refuse_unfinished_copy(&session).await?;
        schema::check_is_known(&session).await?;
        Ok(TableReader { session })
    }

    /// Number of rows of a table.
    pub(in crate::store) async fn rows(&self, table: &Table) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM ({}) AS counted", table.select_all_of_postgres());
        let row = self.session.client().query_one(&sql, &[]).await.map_err(StatementError::from)?;
        Ok(get::<i64>(&row, 0)?.unsigned_abs())
    }

    /// Hands all rows of a table to a function, part by part; returns their checksum.
    pub(in crate::store) async fn read<E: From<StoreError>>(
        &self,
        table: &Table,
        each: impl FnMut(&TableRows) -> Result<(), E>,
    ) -> Result<TableChecksum, E> {
        read_table(self.session.client(), table, each).await
    }
}

/// Reads all rows of a table in the transaction that is open.
pub(super) async fn read_table<E: From<StoreError>>(
    client: &Client,
    table: &Table,
    mut each: impl FnMut(&TableRows) -> Result<(), E>,
) -> Result<TableChecksum, E> {
    let failed = |error: tokio_postgres::Error| StoreError::from(StatementError::from(error));
    let declare = format!("DECLARE rows NO SCROLL CURSOR FOR {}", table.select_all_of_postgres());
    client.batch_execute(&declare).await.map_err(failed)?;
    let fetch = client.prepare(&format!("FETCH {ROWS_PER_FETCH} FROM rows")).await.map_err(failed)?;
    let mut checksum = TableChecksum::default();
    loop {
        let rows = client.query(&fetch, &[]).await.map_err(failed)?;
        if rows.is_empty() {
            break;
        }
        let columns = columns(&rows)?;
        checksum.add(&columns);
        each(&columns)?;
    }
    client.batch_execute("CLOSE rows").await.map_err(failed)?;
    Ok(checksum)
}

fn columns(rows: &[Row]) -> Result<TableRows, StoreError> {
    let count = rows.first().map_or(0, Row::len);
    (0..count).map(|column| rows.iter().map(|row| get(row, column)).collect()).collect()
}
