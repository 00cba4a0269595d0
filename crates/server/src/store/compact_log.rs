//! Compact form of the log of a finished game: one value instead of a row per entry.
//!
//! Every store keeps finished games in this form. A value decodes to the entries it was made of, with their numbers
//! and times, except that only the last [`KEPT_ACTIONS`] action ids are kept: no client repeats an earlier action. What
//! is not a record of this program stays as the text it was.
//!
//! Layout: the version, the oldest that has all entries of the log; the number of entries; the action ids; the entries. Numbers are LEB128 (`bytes`).
//! An entry is a tag, its time since the previous entry, and its fields (`record`); moves that follow each other
//! share one tag and take two bytes each, plus time and lag. A move is stored by its squares and not as an index into
//! the legal moves, so that reading needs no rules and old values never depend on the order of the move generator.

mod bytes;
mod error;
mod game_info;
mod read;
mod record;
mod write;
#[cfg(test)]
mod tests;

use game::Timestamp;

pub(crate) use error::{CompactLogError, NotCompactable};
pub(crate) use read::read;
pub(crate) use write::write;

use super::LogEntry;
use crate::games::state::{Record, RecordKind};

/// Newest version of the layout that this program reads and writes.
const VERSION: u8 = 2;

/// Number of action ids that are kept, of the last entries that have one. A client repeats an action until it is
/// confirmed, and meanwhile the opponent can do little: a move, an offer, a gift of time. With all 32 that a server
/// recognizes during a game, a game of 160 plies would take a half instead of a third of a page of SQLite.
pub(crate) const KEPT_ACTIONS: usize = 16;

/// Entry of a log, parsed where possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LogItem {
    pub(crate) number: u32,
    /// See [`LogEntry::ply`].
    pub(crate) ply: Option<u32>,
    pub(crate) at: Timestamp,
    pub(crate) body: ItemBody,
}

/// Body of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ItemBody {
    /// A record that serializes to exactly the text that was stored.
    Record(Record),
    /// Any other text.
    Text(String),
}

impl LogItem {
    /// Parses an entry.
    pub(crate) fn parse(entry: LogEntry) -> LogItem {
        let LogEntry { number, ply, at, body } = entry;
        let record = serde_json::from_str::<Record>(&body).ok();
        let exact = record.filter(|record| serde_json::to_string(record).is_ok_and(|text| text == body));
        let body = exact.map_or(ItemBody::Text(body), ItemBody::Record);
        LogItem { number, ply, at, body }
    }

    /// The entry as it was stored.
    pub(crate) fn into_entry(self) -> LogEntry {
        let body = match self.body {
            // A record that was parsed always serializes.
            ItemBody::Record(record) => serde_json::to_string(&record).unwrap_or_default(),
            ItemBody::Text(text) => text,
        };
        LogEntry { number: self.number, ply: self.ply, at: self.at, body }
    }

    fn is_move(&self) -> bool {
        matches!(&self.body, ItemBody::Record(Record { kind: RecordKind::Moved { .. }, .. }))
    }
}
