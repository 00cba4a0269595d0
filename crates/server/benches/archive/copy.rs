//! Copies compact games inside a database, which is faster than writing them one by one.

use std::path::Path;

use rusqlite::{Connection, params};

/// Copies compact games until there are about as many as wanted, and returns their number.
pub(crate) fn copy_games(database: &Path, wanted: u32) -> u32 {
    let mut connection = Connection::open(database).unwrap();
    connection.pragma_update(None, "synchronous", "off").unwrap();
    connection.pragma_update(None, "cache_size", -1_000_000).unwrap();
    let count = |connection: &Connection| -> u32 {
        connection.query_row("SELECT count(*) FROM games", [], |row| row.get(0)).unwrap()
    };
    let last = |connection: &Connection| -> i64 {
        connection.query_row("SELECT max(key) FROM games", [], |row| row.get(0)).unwrap()
    };
    let (step, mut games) = (last(&connection), count(&connection));
    while games < wanted {
        let transaction = connection.transaction().unwrap();
        let offset = last(&transaction);
        let sql = "INSERT INTO games (key, id, ruleset, speed, rated, public, white, white_name, black, black_name,
                                      created_at, plies, stage, winner, ending, ended_at, compacted)
                   SELECT key + ?1, randomblob(16), ruleset, speed, rated, public, white, white_name, black, black_name,
                          created_at + ?1, plies, stage, winner, ending, ended_at + ?1, compacted
                   FROM games WHERE compacted = 1 AND key <= ?2 LIMIT ?3";
        transaction.execute(sql, params![offset, step, wanted - games]).unwrap();
        let sql = "INSERT INTO compact_logs (game, entries, moves, value)
                   SELECT game + ?1, entries, moves, value FROM compact_logs
                   WHERE game <= ?2 AND game + ?1 IN (SELECT key FROM games)";
        transaction.execute(sql, params![offset, step]).unwrap();
        transaction.commit().unwrap();
        games = count(&connection);
    }
    games
}
