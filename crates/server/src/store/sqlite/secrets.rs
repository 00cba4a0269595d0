//! SQL of the secret of a data folder.

use rusqlite::{Connection, Result as Sql};

use crate::store::{StoreError, StoreSecret};

/// Makes the secret; part of a migration, so every store has one.
pub(super) fn create(connection: &Connection) -> Result<(), StoreError> {
    let mut bytes = [0; StoreSecret::BYTES];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Failed(error.to_string()))?;
    connection.execute("INSERT INTO secrets (name, value) VALUES ('store', ?1)", [bytes])?;
    Ok(())
}

/// Reads the secret.
pub(super) fn load(connection: &Connection) -> Sql<StoreSecret> {
    let sql = "SELECT value FROM secrets WHERE name = 'store'";
    connection.prepare_cached(sql)?.query_row([], |row| row.get(0)).map(StoreSecret::from_bytes)
}
