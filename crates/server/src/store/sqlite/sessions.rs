//! Sessions.

use game::Timestamp;
use rusqlite::{Connection, OptionalExtension, Result as Sql, Row, params};

use super::rows::{bytes, id, millis, odd, timestamp};
use crate::accounts::TokenHash;
use crate::store::{NewSession, PlayerId, Session, SessionId, Which};

const SESSION: &str = "SELECT s.id, s.player, a.name, s.device, s.opened_at, s.seen_at, s.expires_at
                       FROM sessions s LEFT JOIN accounts a ON a.player = s.player";

/// Opens a session, if its account still has the password and may be used; gives how many were opened.
pub(super) fn open(connection: &Connection, session: &NewSession) -> Sql<usize> {
    let sql = "INSERT INTO sessions (token, id, player, device, opened_at, seen_at, expires_at)
               SELECT ?1, ?2, player, ?4, ?5, ?5, ?6 FROM accounts
               WHERE player = ?3 AND password = ?7 AND banned_at IS NULL";
    connection.execute(
        sql,
        params![
            session.token.to_bytes(),
            bytes(session.id),
            bytes(session.player),
            session.device,
            millis(session.at),
            millis(session.expires),
            session.password.as_str()
        ],
    )
}

pub(super) fn find(connection: &Connection, token: TokenHash, now: Timestamp) -> Sql<Option<Session>> {
    let mut statement =
        connection.prepare_cached(&format!("{SESSION} WHERE s.token = ?1 AND s.expires_at > ?2"))?;
    statement.query_row(params![token.to_bytes(), millis(now)], session).optional()
}

pub(super) fn of(connection: &Connection, player: PlayerId, now: Timestamp) -> Sql<Vec<Session>> {
    let sql = format!(
        "{SESSION} WHERE s.player = ?1 AND s.expires_at > ?2 ORDER BY s.seen_at DESC, s.opened_at DESC"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query_map(params![bytes(player), millis(now)], session)?.collect()
}

pub(super) fn prolong(
    connection: &Connection,
    session: SessionId,
    seen: Timestamp,
    expires: Timestamp,
) -> Sql<()> {
    let sql = "UPDATE sessions SET seen_at = ?2, expires_at = ?3 WHERE id = ?1";
    connection.execute(sql, params![bytes(session), millis(seen), millis(expires)])?;
    Ok(())
}

pub(super) fn end(connection: &Connection, player: PlayerId, which: Which) -> Sql<()> {
    match which {
        Which::All => connection.execute("DELETE FROM sessions WHERE player = ?1", [bytes(player)])?,
        Which::Only(session) => connection
            .execute("DELETE FROM sessions WHERE player = ?1 AND id = ?2", [bytes(player), bytes(session)])?,
        Which::Others(session) => connection.execute(
            "DELETE FROM sessions WHERE player = ?1 AND id <> ?2",
            [bytes(player), bytes(session)],
        )?,
    };
    Ok(())
}

pub(super) fn forget_expired(connection: &Connection, now: Timestamp) -> Sql<u64> {
    let forgotten = connection.execute("DELETE FROM sessions WHERE expires_at <= ?1", [millis(now)])?;
    Ok(forgotten as u64)
}

fn session(row: &Row<'_>) -> Sql<Session> {
    let name: Option<String> = row.get(2)?;
    Ok(Session {
        id: id(row, 0)?,
        player: id(row, 1)?,
        name: name.map(|name| name.parse().map_err(|_| odd(2, &name))).transpose()?,
        device: row.get(3)?,
        at: timestamp(row, 4)?,
        seen: timestamp(row, 5)?,
        expires: timestamp(row, 6)?,
    })
}
