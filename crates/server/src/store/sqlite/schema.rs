//! Schema migrations, forward only: data of a newer version is refused.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::store::StoreError;

/// Migrations in order. Released ones are never changed.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001.sql"),
    include_str!("migrations/0002.sql"),
    include_str!("migrations/0003.sql"),
];

/// `application_id` of the file: `Hanp`.
const APPLICATION_ID: i32 = 0x4861_6e70;

/// Migrates the data to the current schema.
///
/// # Errors
///
/// Returns an error if the data is newer than this program or not Hanpan's.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let found = check_version(&transaction)?;
    for migration in MIGRATIONS.iter().skip(found) {
        transaction.execute_batch(migration)?;
    }
    if found < MIGRATIONS.len() {
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", MIGRATIONS.len() as u32)?;
    }
    transaction.commit()?;
    Ok(())
}

/// Checks that the data has the current schema.
///
/// # Errors
///
/// Returns an error if the schema is another one or the data is not Hanpan's.
pub(super) fn check_is_current(connection: &Connection) -> Result<(), StoreError> {
    let (found, known) = (check_version(connection)?, MIGRATIONS.len());
    if found == known { Ok(()) } else { Err(StoreError::Older { found: found as u32, known: known as u32 }) }
}

/// Returns the schema version if this program can read the data.
///
/// # Errors
///
/// Returns an error if the data is newer than this program or not Hanpan's.
pub(super) fn check_version(connection: &Connection) -> Result<usize, StoreError> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i32>(0));
    let (found, application) = (number("user_version")?, number("application_id")?);
    let tables: u32 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 && application != APPLICATION_ID {
        return Err(StoreError::Corrupt("it is the database of another program".to_owned()));
    }
    let found = u32::try_from(found).map_err(|_| StoreError::Corrupt(format!("its version is {found}")))?;
    let known = MIGRATIONS.len() as u32;
    if found > known { Err(StoreError::Newer { found, known }) } else { Ok(found as usize) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(connection: &Connection) -> Vec<String> {
        let mut statement =
            connection.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn migrating_twice_is_idempotent() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let before = shape(&connection);
        migrate(&mut connection).unwrap();
        assert_eq!(shape(&connection), before);
        assert!(before.iter().any(|sql| sql.contains("TABLE games")));
        assert_eq!(check_is_current(&connection), Ok(()));
    }

    #[test]
    fn every_older_schema_migrates_to_the_current_one() {
        let mut newest = Connection::open_in_memory().unwrap();
        migrate(&mut newest).unwrap();
        for version in 1..MIGRATIONS.len() {
            let mut connection = Connection::open_in_memory().unwrap();
            for migration in &MIGRATIONS[..version] {
                connection.execute_batch(migration).unwrap();
            }
            connection.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
            connection.pragma_update(None, "user_version", version as u32).unwrap();
            assert!(matches!(check_is_current(&connection), Err(StoreError::Older { .. })), "{version}");
            migrate(&mut connection).unwrap();
            assert_eq!(shape(&connection), shape(&newest), "{version}");
        }
    }

    #[test]
    fn outages_survive_migration() {
        let mut connection = Connection::open_in_memory().unwrap();
        for migration in &MIGRATIONS[..2] {
            connection.execute_batch(migration).unwrap();
        }
        connection.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        connection.pragma_update(None, "user_version", 2).unwrap();
        connection.execute("INSERT INTO outages (from_at, until_at) VALUES (10, 20), (30, 45)", []).unwrap();
        migrate(&mut connection).unwrap();
        let sql =
            "SELECT group_concat(from_at || '-' || until_at) FROM (SELECT * FROM outages ORDER BY until_at)";
        let kept: String = connection.query_row(sql, [], |row| row.get(0)).unwrap();
        assert_eq!(kept, "10-20,30-45");
        let check =
            |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, String>(0)).unwrap();
        assert_eq!(check("integrity_check"), "ok");
    }

    #[test]
    fn only_the_server_migrates_older_data() {
        let connection = Connection::open_in_memory().unwrap();
        let known = MIGRATIONS.len() as u32;
        assert_eq!(check_is_current(&connection), Err(StoreError::Older { found: 0, known }));
    }

    #[test]
    fn newer_and_foreign_data_are_refused_unchanged() {
        let check = |sql: &str, expected: fn(&StoreError) -> bool| {
            let mut connection = Connection::open_in_memory().unwrap();
            connection.execute_batch(sql).unwrap();
            let before = shape(&connection);
            let error = migrate(&mut connection).unwrap_err();
            assert!(expected(&error), "{sql}: {error:?}");
            assert_eq!(shape(&connection), before);
        };
        let newer =
            format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 99; CREATE TABLE t (x)");
        check(&newer, |error| *error == StoreError::Newer { found: 99, known: MIGRATIONS.len() as u32 });
        check("CREATE TABLE recipes (x)", |error| matches!(error, StoreError::Corrupt(_)));
        let odd =
            format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = -1; CREATE TABLE t (x)");
        check(&odd, |error| matches!(error, StoreError::Corrupt(_)));
    }
}
