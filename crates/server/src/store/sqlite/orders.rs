//! What the command line asks of servers: it leaves a line in the database, and they look now and then.

use game::{Millis, Timestamp};
use rusqlite::{Connection, Result as Sql, Row, params};

use super::rows::{bytes, id, millis, odd};
use crate::store::Order;

/// An order that nobody has seen in this time concerns nobody any more.
const AGE: Millis = Millis::days(1);

pub(super) fn give(connection: &Connection, order: Order, at: Timestamp) -> Sql<()> {
    let old = at.0.saturating_sub(AGE.0);
    connection.execute("DELETE FROM orders WHERE at < ?1", [millis(Timestamp(old))])?;
    let (kind, player) = match order {
        Order::CloseSeeks => ("close-seeks", None),
        Order::Disconnect(player) => ("disconnect", Some(bytes(player))),
    };
    let sql = "INSERT INTO orders (at, kind, player) VALUES (?1, ?2, ?3)";
    connection.execute(sql, params![millis(at), kind, player])?;
    Ok(())
}

pub(super) fn after(connection: &Connection, number: u64) -> Sql<Vec<(u64, Order)>> {
    let mut statement =
        connection.prepare_cached("SELECT number, kind, player FROM orders WHERE number > ?1")?;
    statement.query_map([i64::try_from(number).unwrap_or(i64::MAX)], order)?.collect()
}

fn order(row: &Row<'_>) -> Sql<(u64, Order)> {
    let kind: String = row.get(1)?;
    let order = match kind.as_str() {
        "close-seeks" => Order::CloseSeeks,
        "disconnect" => Order::Disconnect(id(row, 2)?),
        _ => return Err(odd(1, &kind)),
    };
    let number: i64 = row.get(0)?;
    Ok((number.unsigned_abs(), order))
}
