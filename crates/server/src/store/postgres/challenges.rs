//! Challenge SQL and the [`ChallengeStore`] implementation.

use std::sync::Arc;

use game::Timestamp;
use tokio_postgres::Row;

use super::PostgresStore;
use super::pool::Lane;
use super::rows::{Uuid, id, parse, timestamp};
use crate::store::challenges::IS_OPEN;
use crate::store::columns::to_millis;
use crate::store::known_records::known_records;
use crate::store::{
    BoxFuture, Challenge, ChallengeLimits, ChallengeState, ChallengeStore, GameId, PlayerId, StoreError,
};

const SELECT_CHALLENGE: &str =
    "SELECT id, challenger, challenged, terms, state, created_at, expires_at FROM challenges";

impl ChallengeStore for PostgresStore {
    fn create_challenge(
        &self,
        challenge: Challenge,
        limits: ChallengeLimits,
    ) -> BoxFuture<Result<bool, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let terms = serde_json::to_string(&challenge.terms)
                .map_err(|error| StoreError::Failed(error.to_string()))?;
            let sql = "SELECT hanpan_create_challenge($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
            let created: bool = pool
                .query_value(
                    Lane::Write,
                    sql,
                    &[
                        &Uuid::from(challenge.id),
                        &Uuid::from(challenge.challenger),
                        &Uuid::from(challenge.challenged),
                        &terms,
                        &challenge.state.column(),
                        &to_millis(challenge.at),
                        &to_millis(challenge.expires),
                        &i64::from(limits.sent),
                        &i64::from(limits.received),
                        &i64::from(limits.per_pair),
                    ],
                )
                .await?;
            Ok(created)
        })
    }

    fn challenge(&self, id: GameId) -> BoxFuture<Result<Option<Challenge>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = format!("{SELECT_CHALLENGE} WHERE id = $1");
            let row = pool.query_opt(Lane::Read, &sql, &[&Uuid::from(id)]).await?;
            row.as_ref().map(challenge).transpose()
        })
    }

    fn open_challenges(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> BoxFuture<Result<Vec<Challenge>, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = format!(
                "{SELECT_CHALLENGE} WHERE (challenger = $1 OR challenged = $1) AND {IS_OPEN} AND expires_at > $2
                 ORDER BY created_at, id"
            );
            let rows = pool.query(Lane::Read, &sql, &[&Uuid::from(player), &to_millis(now)]).await?;
            known_records(rows.iter().map(challenge))
        })
    }

    fn settle_challenge(
        &self,
        id: GameId,
        from: ChallengeState,
        to: ChallengeState,
        until: Timestamp,
    ) -> BoxFuture<Result<bool, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql =
                "UPDATE challenges SET state = $3, expires_at = $4 WHERE id = $1 AND state = $2 RETURNING 1";
            let values = (Uuid::from(id), from.column(), to.column(), to_millis(until));
            let row = pool.query_opt(Lane::Write, sql, &[&values.0, &values.1, &values.2, &values.3]).await?;
            Ok(row.is_some())
        })
    }

    fn extend_challenge(&self, id: GameId, until: Timestamp) -> BoxFuture<Result<bool, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "UPDATE challenges SET expires_at = greatest(expires_at, $2)
                       WHERE id = $1 AND state = 'open' RETURNING id";
            Ok(pool.query_opt(Lane::Write, sql, &[&Uuid::from(id), &to_millis(until)]).await?.is_some())
        })
    }

    fn delete_expired_challenges(&self, now: Timestamp) -> BoxFuture<Result<u64, StoreError>> {
        let pool = Arc::clone(&self.pool);
        Box::pin(async move {
            let sql = "WITH expired AS (DELETE FROM challenges WHERE expires_at <= $1 RETURNING 1)
                       SELECT count(*) FROM expired";
            let count: i64 = pool.query_value(Lane::Maintenance, sql, &[&to_millis(now)]).await?;
            Ok(count.unsigned_abs())
        })
    }
}

fn challenge(row: &Row) -> Result<Challenge, StoreError> {
    Ok(Challenge {
        id: id(row, 0)?,
        challenger: id(row, 1)?,
        challenged: id(row, 2)?,
        terms: parse(row, 3, |terms| serde_json::from_str(terms).ok())?,
        state: parse(row, 4, ChallengeState::from_column)?,
        at: timestamp(row, 5)?,
        expires: timestamp(row, 6)?,
    })
}
