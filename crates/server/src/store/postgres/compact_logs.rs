//! SQL of logs, as rows and as compact values.

use game::Timestamp;
use tokio_postgres::Row;

use super::pool::{Lane, Pool};
use super::rows::{Uuid, get, integer, number};
use crate::store::columns::{from_millis, to_millis};
use crate::store::prepared_log::PreparedLog;
use crate::store::{Compaction, GameId, LogEntry, StoreError, StoredLog};

/// Columns of the log of the game `g.key`, read by [`stored_log`]: a compact value and the entries that are rows.
pub(super) const LOG: &str = "c.value, e.numbers, e.plies, e.times, e.bodies";

/// Tables of [`LOG`].
pub(super) const LOG_FROM: &str = "
    LEFT JOIN compact_logs c ON c.game = g.key
    CROSS JOIN LATERAL (
        SELECT array_agg(number) AS numbers, array_agg(ply) AS plies, array_agg(at) AS times, array_agg(body) AS bodies
        FROM (SELECT number, ply, at, body FROM entries WHERE game = g.key ORDER BY number) AS log
    ) AS e";

/// Converts the columns [`LOG`] from column `first` on.
pub(super) fn stored_log(row: &Row, first: usize) -> Result<StoredLog, StoreError> {
    let compact: Option<Vec<u8>> = get(row, first)?;
    let numbers: Vec<i32> = get::<Option<_>>(row, first + 1)?.unwrap_or_default();
    let plies: Vec<Option<i32>> = get::<Option<_>>(row, first + 2)?.unwrap_or_default();
    let times: Vec<i64> = get::<Option<_>>(row, first + 3)?.unwrap_or_default();
    let bodies: Vec<&[u8]> = get::<Option<_>>(row, first + 4)?.unwrap_or_default();
    let mut entries = Vec::with_capacity(numbers.len());
    for (((entry_number, ply), at), body) in numbers.into_iter().zip(plies).zip(times).zip(bodies) {
        let body = String::from_utf8(body.to_vec());
        entries.push(LogEntry {
            number: number(entry_number)?,
            ply: ply.map(number).transpose()?,
            at: from_millis(at),
            body: body.map_err(|error| StoreError::Corrupt(error.to_string()))?,
        });
    }
    Ok(StoredLog::new(compact, entries))
}

/// Logs of games by their ids.
pub(super) async fn logs(pool: &Pool, games: Vec<GameId>) -> Result<Vec<StoredLog>, StoreError> {
    let sql = format!(
        "SELECT {LOG} FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place)
         LEFT JOIN games g ON g.id = wanted.id {LOG_FROM} ORDER BY wanted.place"
    );
    let games: Vec<Uuid> = games.into_iter().map(Uuid::from).collect();
    let rows = pool.query(Lane::Read, &sql, &[&games]).await?;
    rows.iter().map(|row| stored_log(row, 0)).collect()
}

/// Reads and encodes logs, then replaces each in a transaction of its own.
pub(super) async fn compact(
    pool: &Pool,
    ended_before: Timestamp,
    limit: u32,
) -> Result<Compaction, StoreError> {
    let sql = format!(
        "SELECT {LOG}, g.key, coalesce(c.entries, 0)
         FROM (SELECT key FROM games WHERE stage >= 2 AND compacted = 0 AND ended_at < $1
               ORDER BY ended_at LIMIT $2) AS g {LOG_FROM}"
    );
    let rows = pool.query(Lane::Read, &sql, &[&to_millis(ended_before), &i64::from(limit)]).await?;
    let mut logs = Vec::with_capacity(rows.len());
    for row in &rows {
        logs.push((get::<i64>(row, 5)?, number::<u32>(get(row, 6)?)?, stored_log(row, 0)?));
    }
    let encode = || logs.into_iter().map(|(game, before, log)| PreparedLog::new(game, before, log)).collect();
    let prepared: Vec<PreparedLog> =
        tokio::task::spawn_blocking(encode).await.map_err(|error| StoreError::Failed(error.to_string()))?;
    let mut games = 0;
    for log in &prepared {
        games += u32::from(replace(pool, log).await?);
    }
    Ok(Compaction { games, has_more: !prepared.is_empty() })
}

/// Exchanges the rows of a log for its compact value. Returns false if another server changes the log at the same time.
async fn replace(pool: &Pool, log: &PreparedLog) -> Result<bool, StoreError> {
    let Some(value) = &log.value else {
        let sql = "UPDATE games SET compacted = 2 WHERE key = $1";
        pool.query(Lane::Write, sql, &[&log.game]).await?;
        return Ok(true);
    };
    let sql = "SELECT hanpan_compact_log($1, $2, $3, $4, $5)";
    let (before, entries, moves) = (integer(log.compacted_before), integer(log.entries), integer(log.moves));
    let params: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
        [&log.game, &before, &entries, &moves, value];
    Ok(pool.query_value(Lane::Write, sql, &params).await?)
}
