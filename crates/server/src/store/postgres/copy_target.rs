//! The database that a data folder is copied into.

use tokio_postgres::types::ToSql;

use super::rows::{get, integer};
use super::session::Session;
use super::statement_error::StatementError;
use super::table_reader::read_table;
use super::{PostgresConfig, PostgresStore, connect, schema};
use crate::store::StoreError;
use crate::store::columns::to_millis;
use crate::store::copy_data::{
    COMPACT_LOGS, CellValue, CopyError, GAMES, GameBatch, PROGRESS, Table, TableChecksum, TableRows,
};

/// A connection for writing a copy. The table `copy_state` keeps servers away until the copy is complete.
pub(in crate::store) struct CopyTarget {
    config: PostgresConfig,
    session: Session,
}

impl CopyTarget {
    /// Opens an empty database, or one with an unfinished copy.
    pub(in crate::store) async fn open(config: PostgresConfig) -> Result<CopyTarget, CopyError> {
        let target = CopyTarget { session: connect(&config).await.map_err(CopyError::Target)?, config };
        schema::migrate(&target.session).await.map_err(CopyError::Target)?;
        target
            .execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
            .await
            .map_err(CopyError::Target)?;
        if schema::has_unfinished_copy(&target.session).await.map_err(CopyError::Target)? {
            return Ok(target);
        }
        let empty = "SELECT (SELECT count(*) FROM games) + (SELECT count(*) FROM accounts)";
        if target.number(empty).await.map_err(CopyError::Target)? > 0 {
            return Err(CopyError::NotEmpty);
        }
        // The secret of the source takes the place of the new one.
        let begin =
            "BEGIN; CREATE TABLE copy_state (last_game bigint NOT NULL); INSERT INTO copy_state VALUES (0);
                     DELETE FROM secrets; COMMIT";
        target.execute(begin).await.map_err(CopyError::Target)?;
        Ok(target)
    }

    /// Key of the last game that is complete.
    pub(in crate::store) async fn last_game(&self) -> Result<i64, StoreError> {
        self.number("SELECT last_game FROM copy_state").await
    }

    /// Number of games that are complete.
    pub(in crate::store) async fn games_copied(&self) -> Result<u64, StoreError> {
        Ok(self.number("SELECT count(*) FROM games").await?.unsigned_abs())
    }

    /// Writes games with their logs, and that they are complete, in one transaction.
    pub(in crate::store) async fn write_games(&self, batch: &GameBatch) -> Result<(), StoreError> {
        let GameBatch { games, progress, compact, entries, last } = batch;
        self.execute("BEGIN").await?;
        self.insert(&GAMES, games).await?;
        self.insert(&PROGRESS, progress).await?;
        self.insert(&COMPACT_LOGS, compact).await?;
        let keys: Vec<i64> = entries.iter().map(|&(key, _)| key).collect();
        let numbers: Vec<i32> = entries.iter().map(|(_, entry)| integer(entry.number)).collect();
        let plies: Vec<Option<i32>> = entries.iter().map(|(_, entry)| entry.ply.map(integer)).collect();
        let times: Vec<i64> = entries.iter().map(|(_, entry)| to_millis(entry.at)).collect();
        let bodies: Vec<&[u8]> = entries.iter().map(|(_, entry)| entry.body.as_bytes()).collect();
        let sql = "INSERT INTO entries (game, number, ply, at, body)
                   SELECT * FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::bigint[], $5::bytea[])";
        self.run(sql, &[&keys, &numbers, &plies, &times, &bodies]).await?;
        self.run("UPDATE copy_state SET last_game = $1", &[last]).await?;
        self.execute("COMMIT").await
    }

    /// Inserts rows that are not there yet.
    pub(in crate::store) async fn insert(&self, table: &Table, rows: &TableRows) -> Result<(), StoreError> {
        let params: Vec<&(dyn ToSql + Sync)> =
            rows.iter().map(|column: &Vec<CellValue>| column as _).collect();
        self.run(&table.insert(), &params).await
    }

    /// A store on the database, before servers may open it.
    pub(in crate::store) async fn store(&self) -> Result<PostgresStore, StoreError> {
        PostgresStore::start(self.config.clone(), connect(&self.config).await?).await
    }

    /// Lets servers open the database.
    pub(in crate::store) async fn finish(&self) -> Result<(), StoreError> {
        let sql = "BEGIN;
                   SELECT setval(pg_get_serial_sequence('games', 'key'), greatest((SELECT max(key) FROM games), 1));
                   DROP TABLE copy_state;
                   COMMIT; ANALYZE";
        self.execute(sql).await
    }

    /// Checksum of all rows of a table.
    pub(in crate::store) async fn checksum(&self, table: &Table) -> Result<TableChecksum, StoreError> {
        self.execute("BEGIN").await?;
        let checksum = read_table(self.session.client(), table, |_| Ok::<_, StoreError>(())).await?;
        self.execute("COMMIT").await?;
        Ok(checksum)
    }

    async fn number(&self, sql: &str) -> Result<i64, StoreError> {
        let row = self.session.client().query_one(sql, &[]).await.map_err(StatementError::from)?;
        get(&row, 0)
    }

    async fn run(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<(), StoreError> {
        self.session.client().execute(sql, params).await.map_err(StatementError::from)?;
        Ok(())
    }

    async fn execute(&self, sql: &str) -> Result<(), StoreError> {
        Ok(self.session.client().batch_execute(sql).await.map_err(StatementError::from)?)
    }
}
