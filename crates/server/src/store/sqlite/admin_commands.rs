//! SQL of admin commands: the command line inserts rows, running servers poll them.

use game::Timestamp;
use rusqlite::{Connection, Result as Sql, Row, params};

use super::rows::{id, id_bytes, invalid_value, to_millis};
use crate::store::known_records::known_records;
use crate::store::periods::MAX_COMMAND_AGE;
use crate::store::{AdminCommand, StoreError};

pub(super) fn insert(connection: &Connection, command: AdminCommand, at: Timestamp) -> Sql<()> {
    let old = at.0.saturating_sub(MAX_COMMAND_AGE.0);
    connection.execute("DELETE FROM orders WHERE at < ?1", [to_millis(Timestamp(old))])?;
    let (kind, player) = match command {
        AdminCommand::CloseSeeks => ("close-seeks", None),
        AdminCommand::Disconnect(player) => ("disconnect", Some(id_bytes(player))),
    };
    let sql = "INSERT INTO orders (at, kind, player) VALUES (?1, ?2, ?3)";
    connection.execute(sql, params![to_millis(at), kind, player])?;
    Ok(())
}

pub(super) fn list_after(
    connection: &Connection,
    number: u64,
) -> Result<Vec<(u64, AdminCommand)>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT number, kind, player FROM orders WHERE number > ?1")?;
    known_records(statement.query_map([i64::try_from(number).unwrap_or(i64::MAX)], from_row)?)
}

fn from_row(row: &Row<'_>) -> Sql<(u64, AdminCommand)> {
    let kind: String = row.get(1)?;
    let command = match kind.as_str() {
        "close-seeks" => AdminCommand::CloseSeeks,
        "disconnect" => AdminCommand::Disconnect(id(row, 2)?),
        _ => return Err(invalid_value(1, &kind)),
    };
    let number: i64 = row.get(0)?;
    Ok((number.unsigned_abs(), command))
}
