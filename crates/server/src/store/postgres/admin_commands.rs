//! SQL of admin commands.

use game::Timestamp;
use tokio_postgres::Row;

use super::pool::{Lane, Pool};
use super::rows::{Uuid, get, id};
use super::statement_error::unknown_value;
use crate::store::columns::to_millis;
use crate::store::known_records::known_records;
use crate::store::periods::MAX_COMMAND_AGE;
use crate::store::{AdminCommand, StoreError};

pub(super) async fn post(pool: &Pool, command: AdminCommand, at: Timestamp) -> Result<(), StoreError> {
    let (kind, player) = match command {
        AdminCommand::CloseSeeks => ("close-seeks", None),
        AdminCommand::Disconnect(player) => ("disconnect", Some(Uuid::from(player))),
    };
    let sql = "SELECT hanpan_post_admin_command($1, $2, $3, $4)";
    pool.query(Lane::Write, sql, &[&to_millis(at), &oldest(at), &kind, &player]).await?;
    Ok(())
}

/// Commands before this time are deleted when another one is posted.
pub(super) fn oldest(at: Timestamp) -> i64 {
    to_millis(Timestamp(at.0.saturating_sub(MAX_COMMAND_AGE.0)))
}

pub(super) async fn list_after(pool: &Pool, number: u64) -> Result<Vec<(u64, AdminCommand)>, StoreError> {
    let sql = "SELECT number, kind, player FROM admin_commands WHERE number > $1 ORDER BY number";
    let number = i64::try_from(number).unwrap_or(i64::MAX);
    let rows = pool.query(Lane::Read, sql, &[&number]).await?;
    known_records(rows.iter().map(from_row))
}

fn from_row(row: &Row) -> Result<(u64, AdminCommand), StoreError> {
    let (number, kind): (i64, &str) = (get(row, 0)?, get(row, 1)?);
    let command = match kind {
        "close-seeks" => AdminCommand::CloseSeeks,
        "disconnect" => AdminCommand::Disconnect(id(row, 2)?),
        _ => return Err(unknown_value(kind)),
    };
    Ok((number.unsigned_abs(), command))
}
