//! SQL of games in progress.

use std::sync::Arc;

use game::Timestamp;
use tokio_postgres::Row;

use super::compact_logs::{self, LOG, LOG_FROM, stored_log};
use super::pool::{Lane, Pool};
use super::rows::{GAME_HEAD, GAME_HEAD_COLUMNS, GAME_HEAD_FROM, Uuid, get, head, id, timestamp};
use super::{PostgresStore, appends, schema};
use crate::accounts::SESSION_LIFETIME;
use crate::store::columns::{from_millis, to_millis};
use crate::store::periods::{LONG_OUTAGE, MAX_INVITATION, MAX_TURN};
use crate::store::{
    Append, AppendError, Appended, BoxFuture, Compaction, CreateError, GameHead, GameId, GameStore, NewGame,
    Outage, PlayerId, StoreError, StoreStatus, StoredGame, StoredLog,
};

/// Size of a probe's write: that of a few moves.
const PROBE_BYTES: usize = 32 * 1_024;

impl GameStore for PostgresStore {
    fn create(&self, game: NewGame) -> BoxFuture<Result<(), CreateError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { Ok(appends::create(&pool, &game).await?) })
    }

    fn keep(&self, game: NewGame, player: PlayerId, max: u32) -> BoxFuture<Result<(), CreateError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { Ok(appends::keep(&pool, &game, player, max).await?) })
    }

    fn append(&self, append: Append) -> BoxFuture<Result<Appended, AppendError>> {
        Box::pin(self.batches.append(append))
    }

    fn head(&self, game: GameId) -> BoxFuture<Result<Option<GameHead>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = format!("SELECT {GAME_HEAD} {GAME_HEAD_FROM} WHERE g.id = $1");
            let row = pool.query_opt(Lane::Read, &sql, &[&Uuid::from(game)]).await?;
            row.as_ref().map(head).transpose()
        })
    }

    fn load(&self, game: GameId) -> BoxFuture<Result<Option<StoredGame>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let row = pool.query_opt(Lane::Read, &load_sql(), &[&Uuid::from(game)]).await?;
            row.as_ref().map(stored_game).transpose()
        })
    }

    fn logs(&self, games: Vec<GameId>) -> BoxFuture<Result<Vec<StoredLog>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { compact_logs::logs(&pool, games).await })
    }

    fn compact_logs(&self, ended_before: Timestamp, limit: u32) -> BoxFuture<Result<Compaction, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { compact_logs::compact(&pool, ended_before, limit).await })
    }

    fn due_games(&self, by: Timestamp, limit: u32) -> BoxFuture<Result<Vec<GameId>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "SELECT g.id FROM progress p JOIN games g ON g.key = p.game
                       WHERE p.due_at <= $1 ORDER BY p.due_at LIMIT $2";
            let rows = pool.query(Lane::Read, sql, &[&to_millis(by), &i64::from(limit)]).await?;
            rows.iter().map(|row| id(row, 0)).collect()
        })
    }

    fn record_heartbeat(&self, at: Timestamp) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            pool.query(Lane::Write, "SELECT hanpan_record_heartbeat($1)", &[&to_millis(at)]).await?;
            Ok(())
        })
    }

    fn last_heartbeat(&self, now: Timestamp) -> BoxFuture<Result<Option<Timestamp>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let row = pool.query_opt(Lane::Read, "SELECT at FROM heartbeat", &[]).await?;
            let told = row.map(|row| get::<i64>(&row, 0)).transpose()?;
            // A write proves that a server was running. Entries of a wrong clock stay in the log after it was set back;
            // then the heartbeat knows better.
            let written: Option<i64> = match told {
                Some(told) => {
                    let sql = "SELECT greatest((SELECT max(at) FROM entries WHERE at > $1 AND at <= $2),
                                               (SELECT last_at FROM compaction WHERE last_at > $1 AND last_at <= $2))";
                    pool.query_value(Lane::Read, sql, &[&told, &to_millis(now)]).await?
                }
                None => {
                    let sql =
                        "SELECT greatest((SELECT max(at) FROM entries), (SELECT last_at FROM compaction))";
                    pool.query_value(Lane::Read, sql, &[]).await?
                }
            };
            Ok(told.max(written).map(from_millis))
        })
    }

    fn record_outage(&self, outage: Outage) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let old = Timestamp(outage.until.0.saturating_sub(MAX_TURN.0));
            let (from, until) = (to_millis(outage.from), to_millis(outage.until));
            let long = to_millis(Timestamp(LONG_OUTAGE.0));
            let sql = "SELECT hanpan_record_outage($1, $2, $3, $4)";
            pool.query(Lane::Maintenance, sql, &[&from, &until, &to_millis(old), &long]).await?;
            Ok(())
        })
    }

    fn outages(&self) -> BoxFuture<Result<Vec<Outage>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "SELECT from_at, until_at FROM outages ORDER BY until_at";
            let rows = pool.query(Lane::Read, sql, &[]).await?;
            let outage = |row: &Row| Ok(Outage { from: timestamp(row, 0)?, until: timestamp(row, 1)? });
            rows.iter().map(outage).collect()
        })
    }

    fn quarantine(&self, game: GameId) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "UPDATE progress SET due_at = NULL WHERE game = (SELECT key FROM games WHERE id = $1)";
            pool.query(Lane::Write, sql, &[&Uuid::from(game)]).await?;
            Ok(())
        })
    }

    fn correct_future_times(&self, now: Timestamp) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let ends = (to_millis(now + MAX_INVITATION), to_millis(now + SESSION_LIFETIME));
            let sql = "SELECT hanpan_correct_future_times($1, $2, $3)";
            pool.query(Lane::Maintenance, sql, &[&to_millis(now), &ends.0, &ends.1]).await?;
            Ok(())
        })
    }

    fn ready(&self) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { probe(&pool).await })
    }

    fn verify(&self) -> BoxFuture<Result<(), StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move { check_logs(&pool).await.inspect_err(|error| pool.note_damage(error)) })
    }

    fn status(&self) -> StoreStatus {
        StoreStatus { pending: self.pool.pending() as u64, reconnects: self.pool.reconnects() }
    }

    fn damage(&self) -> Option<String> {
        self.pool.damage()
    }
}

/// Head and log in one statement, so that both are of the same moment.
fn load_sql() -> String {
    format!("SELECT {GAME_HEAD}, {LOG} {GAME_HEAD_FROM} {LOG_FROM} WHERE g.id = $1")
}

fn stored_game(row: &Row) -> Result<StoredGame, StoreError> {
    Ok(StoredGame { head: head(row)?, entries: stored_log(row, GAME_HEAD_COLUMNS)?.entries()? })
}

/// Writes durably, and checks that no newer server has changed the schema too much for this program.
async fn probe(pool: &Pool) -> Result<(), StoreError> {
    let sql = "INSERT INTO probe (body) VALUES ($1) ON CONFLICT (one) DO UPDATE SET body = excluded.body
               RETURNING (SELECT ARRAY[version, oldest] FROM schema_version)";
    let versions: Vec<i32> =
        pool.query_value(Lane::Lease, sql, &[&[0xa5_u8; PROBE_BYTES].as_slice()]).await?;
    match versions[..] {
        [version, oldest] => schema::check_oldest(version.unsigned_abs(), oldest.unsigned_abs()),
        _ => Err(StoreError::Failed("the schema has no version".to_owned())),
    }
}

/// Looks for missing entries in the logs of unfinished games. Whether pages are whole is checked by the database, if it
/// has checksums.
async fn check_logs(pool: &Pool) -> Result<(), StoreError> {
    let sql = "SELECT g.id FROM progress p JOIN games g ON g.key = p.game
               CROSS JOIN LATERAL (SELECT count(*) AS count, max(number) AS last FROM entries WHERE game = p.game) AS e
               WHERE e.count <> coalesce(e.last, 0) + 1 LIMIT 1";
    match pool.query_opt(Lane::Read, sql, &[]).await? {
        Some(row) => {
            let game: GameId = id(&row, 0)?;
            Err(StoreError::Corrupt(format!("the log of game {game} has gaps")))
        }
        None => Ok(()),
    }
}
