//! Copies a data folder into a PostgreSQL database.
//!
//! The folder is locked, so that no server changes it meanwhile. Games are copied in batches, each in one transaction
//! with the number of its last game; a copy that was interrupted goes on after it. Until everything is copied and
//! compared, no server opens the database.

mod backup;
mod check;
mod checksum;
mod tables;

use std::fmt;
use std::path::Path;

pub use self::backup::backup_postgres;
pub(super) use self::checksum::TableChecksum;
pub(super) use self::tables::{COMPACT_LOGS, CellValue, GAMES, PROGRESS, Table, TableRows};

use self::tables::TABLES;
use super::postgres::CopyTarget;
use super::{GameId, GameStore, LogEntry, PostgresConfig, SqliteStore, StoreError, blocking_runtime};

/// Games in one transaction.
const GAMES_PER_BATCH: i64 = 200;

/// Rows of other tables in one statement.
const ROWS_PER_BATCH: i64 = 1_000;

/// Games of one transaction.
pub(super) struct GameBatch {
    pub(super) games: TableRows,
    pub(super) progress: TableRows,
    pub(super) compact: TableRows,
    /// Entries that are not in a compact log, with the key of their game.
    pub(super) entries: Vec<(i64, LogEntry)>,
    /// Key of the last game.
    pub(super) last: i64,
}

/// Step of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyStep {
    /// Games are written.
    Copy,
    /// Games are read from both and compared.
    Check,
}

/// Result of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopyReport {
    /// Games in the database.
    pub games: u64,
    /// Games that an earlier, interrupted copy had written.
    pub resumed: u64,
}

/// Reason why a copy failed. It can be repeated and goes on where it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CopyError {
    /// The folder cannot be read, or a server uses it.
    Source(StoreError),
    /// The database cannot be written.
    Target(StoreError),
    /// The database has data that is not from a copy.
    NotEmpty,
    /// Both differ afterwards: the folder has changed since the copy began.
    Differs(String),
}

/// Copies everything from a folder into an empty database, and compares both. `progress` gets the number of games done and
/// their total. For callers without an async runtime.
///
/// # Errors
///
/// Returns an error if one of them cannot be used, or they differ afterwards.
pub fn copy_data(
    folder: &Path,
    config: PostgresConfig,
    progress: &mut dyn FnMut(CopyStep, u64, u64),
) -> Result<CopyReport, CopyError> {
    let runtime = blocking_runtime().map_err(CopyError::Source)?;
    runtime.block_on(async {
        if !folder.join("hanpan.db").is_file() {
            return Err(CopyError::Source(StoreError::Failed(
                "there is no hanpan.db in the folder".to_owned(),
            )));
        }
        let source = SqliteStore::open(folder).map_err(CopyError::Source)?;
        let copied = run(&source, config, progress).await;
        source.close().await;
        copied
    })
}

async fn run(
    source: &SqliteStore,
    config: PostgresConfig,
    progress: &mut dyn FnMut(CopyStep, u64, u64),
) -> Result<CopyReport, CopyError> {
    let target = CopyTarget::open(config).await?;
    let total = count_games(source).await?;
    let resumed = target.games_copied().await.map_err(CopyError::Target)?;
    let mut done = resumed;
    progress(CopyStep::Copy, done, total);
    // Accounts come first: ratings refer to them.
    for table in TABLES.iter().filter(|table| !table.needs_games) {
        copy_table(source, &target, table).await?;
    }
    let mut last = target.last_game().await.map_err(CopyError::Target)?;
    while let Some((key, count)) = copy_games(source, &target, last).await? {
        last = key;
        done += count;
        progress(CopyStep::Copy, done, total);
    }
    for table in TABLES.iter().filter(|table| table.needs_games) {
        copy_table(source, &target, table).await?;
    }
    let store = target.store().await.map_err(CopyError::Target)?;
    let heartbeat = source.last_heartbeat(game::Timestamp(u64::MAX)).await.map_err(CopyError::Source)?;
    if let Some(at) = heartbeat {
        store.record_heartbeat(at).await.map_err(CopyError::Target)?;
    }
    check::compare(source, &target, &store, total, progress).await?;
    target.finish().await.map_err(CopyError::Target)?;
    store.close().await;
    Ok(CopyReport { games: total, resumed })
}

async fn count_games(source: &SqliteStore) -> Result<u64, CopyError> {
    let sql = "SELECT count(*) FROM games WHERE ?1 = ?2".to_owned();
    let rows = source.table_rows(sql, 0, 0).await.map_err(CopyError::Source)?;
    let count = rows.first().and_then(|column| column.first()).and_then(CellValue::integer);
    Ok(count.unwrap_or(0).unsigned_abs())
}

/// Copies the next games; returns the key of the last one and their number, or `None` at the end.
async fn copy_games(
    source: &SqliteStore,
    target: &CopyTarget,
    after: i64,
) -> Result<Option<(i64, u64)>, CopyError> {
    let games = source.table_rows(GAMES.select(), after, GAMES_PER_BATCH).await.map_err(CopyError::Source)?;
    let keys: Vec<i64> = games[0].iter().filter_map(CellValue::integer).collect();
    let Some(&last) = keys.last() else { return Ok(None) };
    let progress = source.table_rows(PROGRESS.select(), after, last).await.map_err(CopyError::Source)?;
    let compact = source.table_rows(COMPACT_LOGS.select(), after, last).await.map_err(CopyError::Source)?;
    let ids: Vec<GameId> = games[1].iter().filter_map(CellValue::id).collect();
    let logs = source.logs(ids).await.map_err(CopyError::Source)?;
    let rows =
        keys.iter().zip(logs).map(|(&key, log)| log.into_rows().into_iter().map(move |row| (key, row)));
    let batch = GameBatch { games, progress, compact, entries: rows.flatten().collect(), last };
    target.write_games(&batch).await.map_err(CopyError::Target)?;
    Ok(Some((last, keys.len() as u64)))
}

async fn copy_table(source: &SqliteStore, target: &CopyTarget, table: &Table) -> Result<(), CopyError> {
    let mut offset = 0;
    loop {
        let rows =
            source.table_rows(table.select(), ROWS_PER_BATCH, offset).await.map_err(CopyError::Source)?;
        let count = rows[0].len() as i64;
        if count == 0 {
            return Ok(());
        }
        target.insert(table, &rows).await.map_err(CopyError::Target)?;
        offset += count;
    }
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CopyError::Source(error) => write!(f, "from: {error}"),
            CopyError::Target(error) => write!(f, "to: {error}"),
            CopyError::NotEmpty => f.write_str("to: the database has data already"),
            CopyError::Differs(what) => write!(
                f,
                "{what} differs; a server has changed the folder since the copy began? Begin again with an empty database"
            ),
        }
    }
}

impl std::error::Error for CopyError {}
