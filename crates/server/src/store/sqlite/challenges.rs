//! Challenge SQL and the [`ChallengeStore`] implementation.

use game::{Millis, Timestamp};
use rusqlite::{Connection, OptionalExtension, Result as Sql, Row, params};

use super::rows::{id, id_bytes, parse_column, timestamp, to_millis};
use super::{BoxFuture, SqliteStore, StoreError};
use crate::store::challenges::IS_OPEN;
use crate::store::known_records::known_records;
use crate::store::{Challenge, ChallengeLimits, ChallengeState, ChallengeStore, GameId, PlayerId};

const SELECT_CHALLENGE: &str =
    "SELECT id, challenger, challenged, terms, state, created_at, expires_at FROM challenges";

impl ChallengeStore for SqliteStore {
    fn create_challenge(
        &self,
        challenge: Challenge,
        limits: ChallengeLimits,
    ) -> BoxFuture<Result<bool, StoreError>> {
        self.write(move |connection| create(connection, &challenge, limits))
    }

    fn challenge(&self, id: GameId) -> BoxFuture<Result<Option<Challenge>, StoreError>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(&format!("{SELECT_CHALLENGE} WHERE id = ?1"))?;
            Ok(statement.query_row([id_bytes(id)], challenge).optional()?)
        })
    }

    fn open_challenges(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> BoxFuture<Result<Vec<Challenge>, StoreError>> {
        self.read(move |connection| {
            let sql = format!(
                "{SELECT_CHALLENGE} WHERE (challenger = ?1 OR challenged = ?1) AND {IS_OPEN} AND expires_at > ?2
                 ORDER BY created_at, id"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            known_records(statement.query_map(params![id_bytes(player), to_millis(now)], challenge)?)
        })
    }

    fn settle_challenge(
        &self,
        id: GameId,
        from: ChallengeState,
        to: ChallengeState,
        until: Timestamp,
    ) -> BoxFuture<Result<bool, StoreError>> {
        self.write(move |connection| {
            let sql = "UPDATE challenges SET state = ?3, expires_at = ?4 WHERE id = ?1 AND state = ?2";
            let values = params![id_bytes(id), from.column(), to.column(), to_millis(until)];
            Ok::<_, StoreError>(connection.execute(sql, values)? > 0)
        })
    }

    fn extend_challenge(&self, id: GameId, until: Timestamp) -> BoxFuture<Result<bool, StoreError>> {
        self.write(move |connection| {
            let sql =
                "UPDATE challenges SET expires_at = max(expires_at, ?2) WHERE id = ?1 AND state = 'open'";
            Ok::<_, StoreError>(connection.execute(sql, params![id_bytes(id), to_millis(until)])? > 0)
        })
    }

    fn delete_expired_challenges(&self, now: Timestamp) -> BoxFuture<Result<u64, StoreError>> {
        self.write(move |connection| {
            let sql = "DELETE FROM challenges WHERE expires_at <= ?1";
            Ok::<_, StoreError>(connection.execute(sql, [to_millis(now)])? as u64)
        })
    }
}

/// Ends all challenges from and to a player.
pub(super) fn end_all(connection: &Connection, player: PlayerId) -> Sql<()> {
    let sql = "DELETE FROM challenges WHERE challenger = ?1 OR challenged = ?1";
    connection.execute(sql, [id_bytes(player)]).map(drop)
}

/// Postpones the expiry of challenges that were open at a time.
pub(super) fn postpone_ends(connection: &Connection, open_at: Timestamp, by: Millis) -> Sql<()> {
    let by = to_millis(Timestamp(by.0));
    let sql =
        "UPDATE challenges SET expires_at = expires_at + ?2 WHERE expires_at > ?1 AND expires_at < ?3 - ?2";
    connection.execute(sql, params![to_millis(open_at), by, i64::MAX])?;
    Ok(())
}

/// Deletes challenges from the future, which would not expire.
pub(super) fn correct_future_times(connection: &Connection, now: Timestamp) -> Sql<()> {
    connection.execute("DELETE FROM challenges WHERE created_at > ?1", [to_millis(now)]).map(drop)
}

fn create(
    connection: &Connection,
    challenge: &Challenge,
    limits: ChallengeLimits,
) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) FILTER (WHERE challenger = ?1), count(*) FILTER (WHERE challenged = ?2),
                      count(*) FILTER (WHERE challenger = ?1 AND challenged = ?2)
               FROM challenges WHERE (challenger = ?1 OR challenged = ?2) AND state = 'open' AND expires_at > ?3";
    let values =
        params![id_bytes(challenge.challenger), id_bytes(challenge.challenged), to_millis(challenge.at)];
    let is_full = connection.query_row(sql, values, |row| {
        let count = |column: usize| row.get::<_, u32>(column);
        Ok(count(0)? >= limits.sent || count(1)? >= limits.received || count(2)? >= limits.per_pair)
    })?;
    if is_full {
        return Ok(false);
    }
    let terms =
        serde_json::to_string(&challenge.terms).map_err(|error| StoreError::Failed(error.to_string()))?;
    let sql = "INSERT INTO challenges (id, challenger, challenged, terms, state, created_at, expires_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    connection.execute(
        sql,
        params![
            id_bytes(challenge.id),
            id_bytes(challenge.challenger),
            id_bytes(challenge.challenged),
            terms,
            challenge.state.column(),
            to_millis(challenge.at),
            to_millis(challenge.expires)
        ],
    )?;
    Ok(true)
}

fn challenge(row: &Row<'_>) -> Sql<Challenge> {
    Ok(Challenge {
        id: id(row, 0)?,
        challenger: id(row, 1)?,
        challenged: id(row, 2)?,
        terms: parse_column(row, 3, |terms| serde_json::from_str(terms).ok())?,
        state: parse_column(row, 4, ChallengeState::from_column)?,
        at: timestamp(row, 5)?,
        expires: timestamp(row, 6)?,
    })
}
