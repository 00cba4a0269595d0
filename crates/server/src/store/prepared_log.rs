//! Log of a finished game that is ready to be replaced by its compact value.

use super::StoredLog;
use super::compact_log;

/// A log and its compact value.
#[derive(Debug)]
pub(super) struct PreparedLog {
    /// Key of the game in the database.
    pub(super) game: i64,
    /// Number of entries in the compact value that is there already.
    pub(super) compacted_before: u32,
    /// Number of entries, and of moves among them.
    pub(super) entries: u32,
    pub(super) moves: u32,
    /// `None` if the log is damaged and must stay as it is.
    pub(super) value: Option<Vec<u8>>,
}

impl PreparedLog {
    /// Encodes a log, of which a compact value may have the first entries already.
    pub(super) fn new(game: i64, compacted_before: u32, log: StoredLog) -> PreparedLog {
        let refused = |reason: &dyn std::fmt::Display| {
            tracing::error!(game, %reason, "log not compacted");
            PreparedLog { game, compacted_before, entries: 0, moves: 0, value: None }
        };
        let items = match log.items() {
            Ok(items) => items,
            Err(error) => return refused(&error),
        };
        let entries = items.len() as u32;
        let moves = items.iter().filter(|item| item.ply.is_some()).count() as u32;
        match compact_log::write(items) {
            Ok(value) => PreparedLog { game, compacted_before, entries, moves, value: Some(value) },
            Err(error) => refused(&error),
        }
    }
}
