//! SQL of account names: lookup, look-alikes, names of deleted accounts, and the repair of old keys.

use std::collections::{BTreeMap, HashSet};

use rusqlite::{Connection, OptionalExtension, Result as Sql, params};

use super::secrets;
use crate::accounts::AccountName;
use crate::store::{SecretUse, StoreError};

/// Key of the account that a name means: the account with exactly this name, or else the only one whose name looks
/// like it.
pub(super) fn find_key(connection: &Connection, name: &AccountName) -> Sql<Option<String>> {
    let exact = "SELECT name_key FROM accounts WHERE name_key = ?1";
    if let Some(key) =
        connection.prepare_cached(exact)?.query_row([name.lowercase()], |row| row.get(0)).optional()?
    {
        return Ok(Some(key));
    }
    let alike = "SELECT min(name_key) FROM accounts WHERE lookalike_key = ?1 HAVING count(*) = 1";
    connection.prepare_cached(alike)?.query_row([name.key()], |row| row.get(0)).optional()
}

/// Returns true if an account has or had this name, or one that looks like it.
pub(super) fn is_taken(connection: &Connection, name: &AccountName) -> Sql<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM accounts WHERE lookalike_key = ?1)
                   OR EXISTS (SELECT 1 FROM reserved_names WHERE hash = ?2)";
    connection
        .prepare_cached(sql)?
        .query_row(params![name.key(), hash(connection, &name.key())?], |row| row.get(0))
}

/// Reserves the name of an account that is about to be deleted.
pub(super) fn reserve(connection: &Connection, player: &[u8]) -> Sql<()> {
    let sql = "SELECT lookalike_key FROM accounts WHERE player = ?1";
    let key: Option<String> = connection.query_row(sql, [player], |row| row.get(0)).optional()?;
    if let Some(key) = key {
        let hash = hash(connection, &key)?;
        connection.execute("INSERT OR IGNORE INTO reserved_names (hash) VALUES (?1)", [hash])?;
    }
    Ok(())
}

fn hash(connection: &Connection, key: &str) -> Sql<[u8; 32]> {
    Ok(secrets::load(connection)?.hash(SecretUse::ReservedName, key.as_bytes()))
}

/// Gives every account the keys of its name; part of a migration.
///
/// Migration 2 has given the key of several look-alike names to one account, and the others could not be found by
/// their own names. If in the meantime another player has registered one of these names, it stays with that player, and
/// the older account gets a number: its owner could not log in, and no account may be lost.
pub(super) fn repair_keys(connection: &Connection) -> Result<(), StoreError> {
    let mut accounts = all_names(connection)?;
    // Accounts that could be found by their names keep them.
    accounts.sort_by_key(|account| !account.was_reachable);
    // Unique as a whole, although new keys may equal old ones.
    connection.execute("UPDATE accounts SET name_key = '?' || hex(player)", [])?;
    let mut taken: HashSet<String> =
        accounts.iter().map(|account| account.name.to_ascii_lowercase()).collect();
    let (mut given, mut alike) = (HashSet::new(), BTreeMap::<String, Vec<String>>::new());
    for account in &accounts {
        let is_free = given.insert(account.name.to_ascii_lowercase());
        let name = if is_free { account.name.clone() } else { numbered(&account.name, &mut taken) };
        if !is_free {
            tracing::warn!(old = account.name, new = name, "account renamed: another account has the name");
        }
        let key = name.parse::<AccountName>().map_or_else(|_| name.to_ascii_lowercase(), |name| name.key());
        let sql = "UPDATE accounts SET name = ?2, name_key = ?3, lookalike_key = ?4 WHERE player = ?1";
        connection.execute(sql, params![account.player, name, name.to_ascii_lowercase(), key])?;
        alike.entry(key).or_default().push(name);
    }
    for names in alike.values().filter(|names| names.len() > 1) {
        tracing::warn!(?names, "look-alike account names: each account is found by its exact name");
    }
    Ok(())
}

struct NamedAccount {
    player: [u8; 16],
    name: String,
    was_reachable: bool,
}

fn all_names(connection: &Connection) -> Sql<Vec<NamedAccount>> {
    let mut statement =
        connection.prepare("SELECT player, name, name_key FROM accounts ORDER BY created_at, player")?;
    let accounts = statement.query_map([], |row| {
        let (name, old_key): (String, String) = (row.get(1)?, row.get(2)?);
        let was_reachable = name.parse::<AccountName>().is_ok_and(|name| name.key() == old_key);
        Ok(NamedAccount { player: row.get(0)?, name, was_reachable })
    })?;
    accounts.collect()
}

/// A free name: the first characters and a number.
fn numbered(name: &str, taken: &mut HashSet<String>) -> String {
    let mut number = 2;
    loop {
        let suffix = format!("-{number}");
        let room = AccountName::MAX_CHARS - suffix.len();
        let name = name.chars().take(room).chain(suffix.chars()).collect::<String>();
        if taken.insert(name.to_ascii_lowercase()) {
            return name;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(connection: &Connection, name: &str) -> Option<u8> {
        let key = find_key(connection, &name.parse().unwrap()).unwrap()?;
        let sql = "SELECT player FROM accounts WHERE name_key = ?1";
        Some(connection.query_row(sql, [key], |row| row.get::<_, [u8; 16]>(0)).unwrap()[0])
    }

    /// A database as migration 2 leaves it: (player, name, key).
    fn repaired(accounts: &[(u8, &str, &str)]) -> Connection {
        let connection = super::super::open::in_memory().unwrap();
        let sql =
            "INSERT INTO accounts (player, name, name_key, password, created_at) VALUES (?1, ?2, ?3, '', ?4)";
        for (at, &(player, name, key)) in accounts.iter().enumerate() {
            connection.execute(sql, params![[player; 16], name, key, at as i64]).unwrap();
        }
        repair_keys(&connection).unwrap();
        connection
    }

    #[test]
    fn look_alike_accounts_are_found_by_their_exact_names() {
        let connection =
            repaired(&[(1, "Ill", "lll"), (2, "lI1", "li1"), (3, "III", "iii"), (4, "Bob", "bob")]);
        for (name, player) in [("Ill", 1), ("lI1", 2), ("III", 3), ("iii", 3), ("Bob", 4), ("b0b", 4)] {
            assert_eq!(find(&connection, name), Some(player), "{name}");
        }
        assert_eq!(find(&connection, "1ll"), None, "several accounts look like this");
        assert!(is_taken(&connection, &"1ll".parse().unwrap()).unwrap());
        assert!(!is_taken(&connection, &"Cal".parse().unwrap()).unwrap());
    }

    #[test]
    fn an_account_whose_name_was_taken_over_gets_a_number() {
        // The first of the look-alikes was deleted, and its key went to a new account.
        let connection = repaired(&[(1, "lI1", "li1"), (2, "LI1", "lll"), (3, "li1-2", "lll-2")]);
        assert_eq!(find(&connection, "li1"), Some(2), "the name stays with the player who could use it");
        assert_eq!((find(&connection, "li1-2"), find(&connection, "lI1-3")), (Some(3), Some(1)));
    }

    #[test]
    fn long_names_make_room_for_the_number() {
        let (name, mut taken) = ("가".repeat(20), HashSet::new());
        taken.insert(format!("{}-2", "가".repeat(18)));
        assert!(numbered(&name, &mut taken).parse::<AccountName>().is_ok());
        assert_eq!(numbered("ab", &mut taken), "ab-2");
    }
}
