//! Schema migrations, forward only: data of a newer version is refused.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::{names, secrets};
use crate::store::StoreError;

/// Migrations in order. Released ones are never changed.
const MIGRATIONS: &[Migration] = &[
    Migration::sql(include_str!("migrations/0001.sql")),
    Migration::sql(include_str!("migrations/0002.sql")),
    Migration::sql(include_str!("migrations/0003.sql")),
    Migration { sql: include_str!("migrations/0004.sql"), steps: &[secrets::create, names::repair_keys] },
    Migration::sql(include_str!("migrations/0005.sql")),
    Migration::sql(include_str!("migrations/0006.sql")),
    Migration::sql(include_str!("migrations/0007.sql")),
    Migration::sql(include_str!("migrations/0008.sql")),
    Migration::sql(include_str!("migrations/0009.sql")),
    Migration::sql(include_str!("migrations/0010.sql")),
];

/// A step from one schema to the next.
struct Migration {
    sql: &'static str,
    /// Changes of the data that SQL cannot express, after the SQL.
    steps: &'static [Step],
}

type Step = fn(&Connection) -> Result<(), StoreError>;

impl Migration {
    const fn sql(sql: &'static str) -> Migration {
        Migration { sql, steps: &[] }
    }

    fn run(&self, connection: &Connection) -> Result<(), StoreError> {
        connection.execute_batch(self.sql)?;
        self.steps.iter().try_for_each(|step| step(connection))
    }
}

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
        migration.run(&transaction)?;
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
                migration.run(&connection).unwrap();
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
            migration.run(&connection).unwrap();
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

    /// Migration 2 gave the key of three look-alike names to one account.
    #[test]
    fn look_alike_accounts_survive_migration() {
        for version in [1, 2, 3] {
            let mut connection = Connection::open_in_memory().unwrap();
            MIGRATIONS[0].run(&connection).unwrap();
            for (player, name, key) in [(3_u8, "Ill", "ill"), (1, "lI1", "li1"), (2, "III", "iii")] {
                let sql = "INSERT INTO accounts (player, name, name_key, password, created_at)
                           VALUES (?1, ?2, ?3, '', 5)";
                connection.execute(sql, rusqlite::params![[player; 16], name, key]).unwrap();
            }
            for migration in &MIGRATIONS[1..version] {
                migration.run(&connection).unwrap();
            }
            connection.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
            connection.pragma_update(None, "user_version", version as u32).unwrap();
            migrate(&mut connection).unwrap();
            for name in ["Ill", "lI1", "III"] {
                let key = names::find_key(&connection, &name.parse().unwrap()).unwrap();
                assert_eq!(key, Some(name.to_ascii_lowercase()), "from version {version}");
            }
        }
    }

    #[test]
    fn moves_taken_back_are_uncounted_by_migration() {
        let mut connection = Connection::open_in_memory().unwrap();
        for migration in &MIGRATIONS[..4] {
            migration.run(&connection).unwrap();
        }
        connection.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        connection.pragma_update(None, "user_version", 4).unwrap();
        for key in 1..=2 {
            let sql = "INSERT INTO games (key, id, ruleset, speed, rated, public, created_at, plies, stage)
                       VALUES (?1, ?2, 'standard', 'blitz', 0, 1, 0, 7, 1)";
            connection.execute(sql, (key, [key as u8; 16])).unwrap();
        }
        let taken_back = r#"{"by":{"seat":"white","id":"x"},"type":"taken-back","plies":2}"#;
        let damaged = r#"{"type":"taken-back","plies":"#;
        let entries =
            [taken_back, taken_back, r#"{"type":"declined","seat":"white","offer":"takeback"}"#, damaged];
        for (number, body) in entries.into_iter().enumerate() {
            let sql = "INSERT INTO entries (game, number, ply, at, body) VALUES (1, ?1, NULL, 0, ?2)";
            connection.execute(sql, (number as u32, body)).unwrap();
        }
        migrate(&mut connection).unwrap();
        let sql = "SELECT group_concat(plies) FROM (SELECT plies FROM games ORDER BY key)";
        assert_eq!(connection.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap(), "3,7");
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
