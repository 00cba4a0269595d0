//! SQL of sessions.

use game::{Millis, Timestamp};
use rusqlite::{Connection, OptionalExtension, Result as Sql, Row, params};

use super::rows::{id, id_bytes, invalid_value, timestamp, to_millis};
use crate::accounts::{SESSION_LIFETIME, TokenHash};
use crate::store::{NewSession, PlayerId, Session, SessionId, SessionSelector};

const SELECT_SESSION: &str = "SELECT s.id, s.player, a.name, s.device, s.opened_at, s.seen_at, s.expires_at,
                       coalesce(a.is_bot, 0)
                       FROM sessions s LEFT JOIN accounts a ON a.player = s.player";

/// Opens a session if the account still has this password and is not banned; returns the number of inserted
/// rows.
pub(super) fn open(connection: &Connection, session: &NewSession) -> Sql<usize> {
    let sql = "INSERT INTO sessions (token, id, player, device, opened_at, seen_at, expires_at)
               SELECT ?1, ?2, player, ?4, ?5, ?5, ?6 FROM accounts
               WHERE player = ?3 AND password = ?7 AND banned_at IS NULL";
    connection.execute(
        sql,
        params![
            session.token.to_bytes(),
            id_bytes(session.id),
            id_bytes(session.player),
            session.device,
            to_millis(session.at),
            to_millis(session.expires),
            session.password.as_str()
        ],
    )
}

pub(super) fn find(connection: &Connection, token: TokenHash, now: Timestamp) -> Sql<Option<Session>> {
    let mut statement =
        connection.prepare_cached(&format!("{SELECT_SESSION} WHERE s.token = ?1 AND s.expires_at > ?2"))?;
    statement.query_row(params![token.to_bytes(), to_millis(now)], session).optional()
}

pub(super) fn list(connection: &Connection, player: PlayerId, now: Timestamp) -> Sql<Vec<Session>> {
    let sql = format!(
        "{SELECT_SESSION} WHERE s.player = ?1 AND s.expires_at > ?2 ORDER BY s.seen_at DESC, s.opened_at DESC"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query_map(params![id_bytes(player), to_millis(now)], session)?.collect()
}

pub(super) fn extend(
    connection: &Connection,
    session: SessionId,
    seen: Timestamp,
    expires: Timestamp,
) -> Sql<()> {
    let sql = "UPDATE sessions SET seen_at = ?2, expires_at = ?3 WHERE id = ?1";
    connection.execute(sql, params![id_bytes(session), to_millis(seen), to_millis(expires)])?;
    Ok(())
}

pub(super) fn end(connection: &Connection, player: PlayerId, which: SessionSelector) -> Sql<()> {
    match which {
        SessionSelector::All => {
            connection.execute("DELETE FROM sessions WHERE player = ?1", [id_bytes(player)])?
        }
        SessionSelector::Only(session) => connection.execute(
            "DELETE FROM sessions WHERE player = ?1 AND id = ?2",
            [id_bytes(player), id_bytes(session)],
        )?,
        SessionSelector::Others(session) => connection.execute(
            "DELETE FROM sessions WHERE player = ?1 AND id <> ?2",
            [id_bytes(player), id_bytes(session)],
        )?,
    };
    Ok(())
}

pub(super) fn delete_expired(connection: &Connection, now: Timestamp) -> Sql<u64> {
    let forgotten = connection.execute("DELETE FROM sessions WHERE expires_at <= ?1", [to_millis(now)])?;
    Ok(forgotten as u64)
}

/// Postpones the ends of sessions that were open at this time.
pub(super) fn postpone_ends(connection: &Connection, open_at: Timestamp, by: Millis) -> Sql<()> {
    let by = to_millis(Timestamp(by.0));
    let sql =
        "UPDATE sessions SET expires_at = expires_at + ?2 WHERE expires_at > ?1 AND expires_at < ?3 - ?2";
    connection.execute(sql, params![to_millis(open_at), by, i64::MAX])?;
    Ok(())
}

/// Limits times to those that are possible now.
pub(super) fn correct_future_times(connection: &Connection, now: Timestamp) -> Sql<()> {
    let sql = "UPDATE sessions SET opened_at = min(opened_at, ?1), seen_at = min(seen_at, ?1),
                   expires_at = min(expires_at, ?2)";
    connection.execute(sql, params![to_millis(now), to_millis(now + SESSION_LIFETIME)])?;
    Ok(())
}

fn session(row: &Row<'_>) -> Sql<Session> {
    let name: Option<String> = row.get(2)?;
    Ok(Session {
        id: id(row, 0)?,
        player: id(row, 1)?,
        name: name.map(|name| name.parse().map_err(|_| invalid_value(2, &name))).transpose()?,
        device: row.get(3)?,
        at: timestamp(row, 4)?,
        seen: timestamp(row, 5)?,
        expires: timestamp(row, 6)?,
        is_bot: row.get(7)?,
    })
}
