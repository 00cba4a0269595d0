//! SQL of sessions.

use game::Timestamp;
use tokio_postgres::Row;

use super::pool::{Lane, Pool};
use super::rows::{Uuid, get, id, timestamp};
use super::statement_error::{StatementError, unknown_value};
use crate::accounts::TokenHash;
use crate::store::columns::to_millis;
use crate::store::known_records::known_records;
use crate::store::{NewSession, PlayerId, Session, SessionId, SessionSelector, StoreError};

const SELECT_SESSION: &str = "SELECT s.id, s.player, a.name, s.device, s.opened_at, s.seen_at, s.expires_at,
                              coalesce(a.is_bot, false)
                              FROM sessions s LEFT JOIN accounts a ON a.player = s.player";

/// Opens a session; returns false if the account has another password now or is banned.
pub(super) async fn open(pool: &Pool, session: &NewSession) -> Result<bool, StatementError> {
    let sql = "SELECT hanpan_open_session($1, $2, $3, $4, $5, $6, $7)";
    pool.query_value(
        Lane::Write,
        sql,
        &[
            &session.token.to_bytes().as_slice(),
            &Uuid::from(session.id),
            &Uuid::from(session.player),
            &session.device,
            &to_millis(session.at),
            &to_millis(session.expires),
            &session.password.as_str(),
        ],
    )
    .await
}

pub(super) async fn find(
    pool: &Pool,
    token: TokenHash,
    now: Timestamp,
) -> Result<Option<Session>, StoreError> {
    let sql = format!("{SELECT_SESSION} WHERE s.token = $1 AND s.expires_at > $2");
    let row = pool.query_opt(Lane::Read, &sql, &[&token.to_bytes().as_slice(), &to_millis(now)]).await?;
    row.as_ref().map(session).transpose()
}

pub(super) async fn list(pool: &Pool, player: PlayerId, now: Timestamp) -> Result<Vec<Session>, StoreError> {
    let sql = format!(
        "{SELECT_SESSION} WHERE s.player = $1 AND s.expires_at > $2 ORDER BY s.seen_at DESC, s.opened_at DESC"
    );
    let rows = pool.query(Lane::Read, &sql, &[&Uuid::from(player), &to_millis(now)]).await?;
    known_records(rows.iter().map(session))
}

pub(super) async fn extend(
    pool: &Pool,
    session: SessionId,
    seen: Timestamp,
    expires: Timestamp,
) -> Result<(), StoreError> {
    let sql = "UPDATE sessions SET seen_at = $2, expires_at = $3 WHERE id = $1";
    pool.query(Lane::Write, sql, &[&Uuid::from(session), &to_millis(seen), &to_millis(expires)]).await?;
    Ok(())
}

pub(super) async fn end(pool: &Pool, player: PlayerId, which: SessionSelector) -> Result<(), StoreError> {
    let player = Uuid::from(player);
    match which {
        SessionSelector::All => {
            pool.query(Lane::Write, "DELETE FROM sessions WHERE player = $1", &[&player]).await?
        }
        SessionSelector::Only(session) => {
            let sql = "DELETE FROM sessions WHERE player = $1 AND id = $2";
            pool.query(Lane::Write, sql, &[&player, &Uuid::from(session)]).await?
        }
        SessionSelector::Others(session) => {
            let sql = "DELETE FROM sessions WHERE player = $1 AND id <> $2";
            pool.query(Lane::Write, sql, &[&player, &Uuid::from(session)]).await?
        }
    };
    Ok(())
}

/// Deletes expired sessions; returns their number.
pub(super) async fn delete_expired(pool: &Pool, now: Timestamp) -> Result<u64, StoreError> {
    let sql = "WITH expired AS (DELETE FROM sessions WHERE expires_at <= $1 RETURNING 1) SELECT count(*) FROM expired";
    let count: i64 = pool.query_value(Lane::Maintenance, sql, &[&to_millis(now)]).await?;
    Ok(count.unsigned_abs())
}

fn session(row: &Row) -> Result<Session, StoreError> {
    let name: Option<&str> = get(row, 2)?;
    Ok(Session {
        id: id(row, 0)?,
        player: id(row, 1)?,
        name: name.map(|name| name.parse().map_err(|_| unknown_value(name))).transpose()?,
        device: get(row, 3)?,
        at: timestamp(row, 4)?,
        seen: timestamp(row, 5)?,
        expires: timestamp(row, 6)?,
        is_bot: get(row, 7)?,
    })
}
