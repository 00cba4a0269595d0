//! SQL of compact logs.

use std::sync::{Arc, Mutex};

use game::Timestamp;
use rusqlite::{Connection, OptionalExtension, Result as Sql, Row, params};

use super::rows::{id_bytes, timestamp, to_millis};
use super::{BoxFuture, SqliteStore, StoreError, space};
use crate::store::prepared_log::PreparedLog;
use crate::store::{Compaction, GameId, LogEntry, StoredLog};
use crate::sync::lock;

/// Values of `games.compacted`.
const PENDING: i64 = 0;
const COMPACTED: i64 = 1;
/// The log is damaged and stays as it is.
const REFUSED: i64 = 2;

/// Finished games with rows in `entries`, the oldest first. The game that was written last waits: the time of the last row
/// tells when a server was running.
const CANDIDATES: &str = "
    SELECT key FROM games
    WHERE stage >= 2 AND compacted = 0 AND ended_at < ?1
      AND key IS NOT (SELECT game FROM entries ORDER BY key DESC LIMIT 1)
    ORDER BY ended_at LIMIT ?2";

/// A compact value as stored.
struct CompactRow {
    entries: u32,
    value: Vec<u8>,
}

impl SqliteStore {
    /// Reads and encodes on a reader, so that the writer only exchanges rows.
    pub(super) fn compact(
        &self,
        ended_before: Timestamp,
        limit: u32,
    ) -> BoxFuture<Result<Compaction, StoreError>> {
        let prepared = Arc::new(Mutex::new(Vec::new()));
        let found = self.read({
            let prepared = Arc::clone(&prepared);
            move |connection| {
                let logs = prepare(connection, ended_before, limit)?;
                let is_needed = !logs.is_empty() || space::is_wasted(connection)?;
                *lock(&prepared) = logs;
                Ok(is_needed)
            }
        });
        let written = self.write(move |connection| {
            let logs = std::mem::take(&mut *lock(&prepared));
            for log in &logs {
                replace(connection, log)?;
            }
            space::release(connection)?;
            Ok(Compaction { games: logs.len() as u32, has_more: true })
        });
        Box::pin(async move {
            if found.await? { written.await } else { Ok(Compaction { games: 0, has_more: false }) }
        })
    }
}

fn prepare(
    connection: &Connection,
    ended_before: Timestamp,
    limit: u32,
) -> Result<Vec<PreparedLog>, StoreError> {
    // All queries must see the same snapshot.
    let moment = connection.unchecked_transaction()?;
    let games = moment
        .prepare_cached(CANDIDATES)?
        .query_map(params![to_millis(ended_before), limit], |row| row.get(0))?
        .collect::<Sql<Vec<i64>>>()?;
    let logs = games.into_iter().map(|game| prepare_log(&moment, game)).collect::<Sql<_>>()?;
    moment.commit()?;
    Ok(logs)
}

fn prepare_log(connection: &Connection, game: i64) -> Sql<PreparedLog> {
    let compact = compact_row(connection, game)?;
    let compacted_before = compact.as_ref().map_or(0, |row| row.entries);
    let log = StoredLog::new(compact.map(|row| row.value), rows(connection, game)?);
    Ok(PreparedLog::new(game, compacted_before, log))
}

/// Exchanges the rows of a log for its compact value, unless the log has been compacted in the meantime.
fn replace(connection: &Connection, log: &PreparedLog) -> Result<(), StoreError> {
    let Some(value) = &log.value else {
        return Ok(set_compacted(connection, log.game, REFUSED)?);
    };
    let sql = "SELECT (SELECT count(*) FROM entries WHERE game = ?1 AND number < ?2),
                      (SELECT entries FROM compact_logs WHERE game = ?1)";
    let (rows, compacted): (u32, Option<u32>) = connection
        .prepare_cached(sql)?
        .query_row(params![log.game, log.entries], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if compacted.unwrap_or(0) != log.compacted_before || log.compacted_before + rows != log.entries {
        return Ok(());
    }
    let sql = "DELETE FROM entries WHERE game = ?1 AND number < ?2";
    connection.prepare_cached(sql)?.execute(params![log.game, log.entries])?;
    let sql = "INSERT INTO compact_logs (game, entries, moves, value) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT (game) DO UPDATE
               SET entries = excluded.entries, moves = excluded.moves, value = excluded.value";
    connection.prepare_cached(sql)?.execute(params![log.game, log.entries, log.moves, value])?;
    // An entry may have come since the log was read.
    let sql = "SELECT EXISTS (SELECT 1 FROM entries WHERE game = ?1)";
    let has_rows: bool = connection.prepare_cached(sql)?.query_row([log.game], |row| row.get(0))?;
    set_compacted(connection, log.game, if has_rows { PENDING } else { COMPACTED })?;
    Ok(())
}

fn set_compacted(connection: &Connection, game: i64, compacted: i64) -> Sql<()> {
    let sql = "UPDATE games SET compacted = ?2 WHERE key = ?1";
    connection.prepare_cached(sql)?.execute(params![game, compacted])?;
    Ok(())
}

/// Notes that a finished game has new rows in `entries`.
pub(super) fn mark_pending(connection: &Connection, game: i64) -> Sql<()> {
    let sql = "UPDATE games SET compacted = 0 WHERE key = ?1 AND compacted <> 0";
    connection.prepare_cached(sql)?.execute([game])?;
    Ok(())
}

/// Returns true if the compact value has one of the entries, by number or ply.
pub(super) fn has_entry(connection: &Connection, game: i64, entries: &[LogEntry]) -> Sql<bool> {
    let sql = "SELECT entries, moves FROM compact_logs WHERE game = ?1";
    let row = |row: &Row<'_>| Ok((row.get::<_, u32>(0)?, row.get::<_, u32>(1)?));
    let Some((count, moves)) = connection.prepare_cached(sql)?.query_row([game], row).optional()? else {
        return Ok(false);
    };
    let is_there = |entry: &LogEntry| entry.number < count || entry.ply.is_some_and(|ply| ply < moves);
    Ok(entries.iter().any(is_there))
}

/// The log of a game, by its key.
pub(super) fn log(connection: &Connection, game: i64) -> Sql<StoredLog> {
    let compact = compact_row(connection, game)?.map(|row| row.value);
    Ok(StoredLog::new(compact, rows(connection, game)?))
}

/// Logs of games by their ids.
pub(super) fn logs(connection: &Connection, games: &[GameId]) -> Sql<Vec<StoredLog>> {
    let moment = connection.unchecked_transaction()?;
    let mut key = moment.prepare_cached("SELECT key FROM games WHERE id = ?1")?;
    let log = |&game: &GameId| match key.query_row([id_bytes(game)], |row| row.get(0)).optional()? {
        Some(game) => self::log(&moment, game),
        None => Ok(StoredLog::default()),
    };
    games.iter().map(log).collect()
}

fn compact_row(connection: &Connection, game: i64) -> Sql<Option<CompactRow>> {
    let sql = "SELECT entries, value FROM compact_logs WHERE game = ?1";
    let row = |row: &Row<'_>| Ok(CompactRow { entries: row.get(0)?, value: row.get(1)? });
    connection.prepare_cached(sql)?.query_row([game], row).optional()
}

/// Entries that are rows.
fn rows(connection: &Connection, game: i64) -> Sql<Vec<LogEntry>> {
    let sql = "SELECT number, ply, at, body FROM entries WHERE game = ?1 ORDER BY number";
    let entry = |row: &Row<'_>| {
        Ok(LogEntry { number: row.get(0)?, ply: row.get(1)?, at: timestamp(row, 2)?, body: row.get(3)? })
    };
    connection.prepare_cached(sql)?.query_map([game], entry)?.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_to_compact_are_found_by_an_index() {
        let connection = super::super::open::in_memory().unwrap();
        let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {CANDIDATES}")).unwrap();
        let plan = statement.raw_query().mapped(|row| row.get(3)).collect::<Sql<Vec<String>>>().unwrap();
        assert!(plan.iter().any(|step| step.contains("games_to_compact")), "{plan:#?}");
        assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{plan:#?}");
    }
}
