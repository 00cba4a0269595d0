//! Schema migrations, forward only, one server at a time.
//!
//! The table `schema_version` has the version of the schema and the oldest version that a program must know to run beside
//! it. During a rolling upgrade the first new server migrates, and older ones go on as long as that allows it.

use tokio_postgres::Client;

use super::session::Session;
use super::statement_error::StatementError;
use crate::store::{StoreError, StoreSecret};

/// Migrations in order. Released ones are never changed.
const MIGRATIONS: &[Migration] = &[
    Migration { sql: include_str!("migrations/0001.sql"), oldest: 1 },
    Migration { sql: include_str!("migrations/0002.sql"), oldest: 2 },
    Migration { sql: include_str!("migrations/0003.sql"), oldest: 2 },
    Migration { sql: include_str!("migrations/0004.sql"), oldest: 2 },
    Migration { sql: include_str!("migrations/0005.sql"), oldest: 2 },
    Migration { sql: include_str!("migrations/0006.sql"), oldest: 2 },
    Migration { sql: include_str!("migrations/0007.sql"), oldest: 2 },
    Migration { sql: include_str!("migrations/0008.sql"), oldest: 2 },
];

/// Newest schema version that this program knows.
pub(super) const KNOWN: u32 = MIGRATIONS.len() as u32;

/// A step from one schema to the next.
struct Migration {
    sql: &'static str,
    /// Programs that know this version of the schema may run beside the new one.
    oldest: u32,
}

/// Oldest server that has everything the schema uses.
const OLDEST_SERVER: i32 = 130_000;

/// Key of the advisory lock that migrations hold: `Hanp`.
const LOCK: i64 = 0x4861_6e70;

/// Versions in the database.
struct Found {
    version: u32,
    oldest: u32,
}

/// Checks that the server is new enough and keeps what it confirms.
pub(super) async fn check_server(session: &Session) -> Result<(), StoreError> {
    let sql = "SELECT current_setting('server_version_num')::integer, current_setting('server_encoding'),
                      current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on'";
    let row = session.client().query_one(sql, &[]).await.map_err(StatementError::from)?;
    let (version, encoding, is_durable): (i32, String, bool) = (row.get(0), row.get(1), row.get(2));
    if version < OLDEST_SERVER {
        return Err(StoreError::Unusable("the database must be PostgreSQL 13 or newer".to_owned()));
    }
    if encoding != "UTF8" {
        return Err(StoreError::Unusable(format!(
            "the encoding of the database must be UTF8, not {encoding}"
        )));
    }
    if !is_durable {
        tracing::warn!("the database runs with fsync or full_page_writes off: a power failure destroys data");
    }
    Ok(())
}

/// Migrates the data to the schema of this program.
///
/// # Errors
///
/// Returns an error if the data needs a newer program or is not Hanpan's.
pub(super) async fn migrate(session: &Session) -> Result<(), StoreError> {
    let client = session.client();
    // Another server may be migrating for a long time.
    let begin = format!(
        "BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock({LOCK})"
    );
    execute(client, &begin).await?;
    let migrated = run_migrations(client).await;
    let end = if migrated.is_ok() { "COMMIT" } else { "ROLLBACK" };
    migrated.and(execute(client, end).await)
}

async fn run_migrations(client: &Client) -> Result<(), StoreError> {
    let found = find(client).await?;
    let version = found.as_ref().map_or(0, |found| found.version);
    if let Some(found) = found {
        check_newer(&found)?;
    } else {
        let sql = "CREATE TABLE schema_version (
                       one     boolean PRIMARY KEY DEFAULT true CHECK (one),
                       version integer NOT NULL,
                       oldest  integer NOT NULL, -- programs must know at least this version
                       program text    NOT NULL  -- version of the program that migrated
                   );
                   INSERT INTO schema_version (version, oldest, program) VALUES (0, 0, '')";
        execute(client, sql).await?;
    }
    for (number, migration) in (1..).zip(MIGRATIONS).skip(version as usize) {
        execute(client, migration.sql).await?;
        if number == 1 {
            create_secret(client).await?;
        }
        let sql = "UPDATE schema_version SET version = $1, oldest = $2, program = $3";
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
            [&number, &(migration.oldest as i32), &env!("CARGO_PKG_VERSION")];
        client.execute(sql, &values).await.map_err(StatementError::from)?;
    }
    Ok(())
}

/// Checks that the data has a schema that this program can use.
///
/// # Errors
///
/// Returns an error if it has not, or the data is not Hanpan's.
pub(super) async fn check_is_current(session: &Session) -> Result<(), StoreError> {
    let found = find(session.client()).await?.unwrap_or(Found { version: 0, oldest: 0 });
    check_newer(&found)?;
    if found.version < KNOWN {
        return Err(StoreError::Older { found: found.version, known: KNOWN });
    }
    Ok(())
}

/// Checks that the data has exactly the schema of this program.
///
/// # Errors
///
/// Returns an error if it has not, or the data is not Hanpan's.
pub(super) async fn check_is_known(session: &Session) -> Result<(), StoreError> {
    check_is_current(session).await?;
    match find(session.client()).await? {
        Some(Found { version, .. }) if version > KNOWN => {
            Err(StoreError::Newer { found: version, known: KNOWN })
        }
        _ => Ok(()),
    }
}

/// Returns an error if this program is too old for a schema.
pub(super) fn check_oldest(version: u32, oldest: u32) -> Result<(), StoreError> {
    if oldest > KNOWN { Err(StoreError::Newer { found: version, known: KNOWN }) } else { Ok(()) }
}

fn check_newer(found: &Found) -> Result<(), StoreError> {
    check_oldest(found.version, found.oldest)
}

async fn find(client: &Client) -> Result<Option<Found>, StoreError> {
    let sql = "SELECT to_regclass(quote_ident(current_schema()) || '.schema_version') IS NOT NULL,
                      (SELECT count(*) FROM pg_tables WHERE schemaname = current_schema())";
    let row = client.query_one(sql, &[]).await.map_err(StatementError::from)?;
    let (is_there, tables): (bool, i64) = (row.get(0), row.get(1));
    if !is_there {
        let foreign = || StoreError::Corrupt("it is the database of another program".to_owned());
        return if tables > 0 { Err(foreign()) } else { Ok(None) };
    }
    let row = client
        .query_one("SELECT version, oldest FROM schema_version", &[])
        .await
        .map_err(StatementError::from)?;
    let (version, oldest): (i32, i32) = (row.get(0), row.get(1));
    Ok(Some(Found { version: version.unsigned_abs(), oldest: oldest.unsigned_abs() }))
}

/// Returns true if a copy into the database was begun and not completed.
pub(super) async fn has_unfinished_copy(session: &Session) -> Result<bool, StoreError> {
    let sql = "SELECT to_regclass(quote_ident(current_schema()) || '.copy_state') IS NOT NULL";
    let row = session.client().query_one(sql, &[]).await.map_err(StatementError::from)?;
    Ok(row.get(0))
}

/// Returns an error if a copy into the database was not completed.
pub(super) async fn refuse_unfinished_copy(session: &Session) -> Result<(), StoreError> {
    if has_unfinished_copy(session).await? {
        let words = "a copy into this database is not complete; run `hanpan copy-data` again";
        return Err(StoreError::Unusable(words.to_owned()));
    }
    Ok(())
}

/// Makes the secret of the data.
async fn create_secret(client: &Client) -> Result<(), StoreError> {
    let mut bytes = [0; StoreSecret::BYTES];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Failed(error.to_string()))?;
    let sql = "INSERT INTO secrets (name, value) VALUES ('store', $1)";
    client.execute(sql, &[&bytes.as_slice()]).await.map_err(StatementError::from)?;
    Ok(())
}

async fn execute(client: &Client, sql: &str) -> Result<(), StoreError> {
    Ok(client.batch_execute(sql).await.map_err(StatementError::from)?)
}
