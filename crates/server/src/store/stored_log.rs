//! Log of a game in the form in which it is stored.

use super::compact_log::{self, LogItem};
use super::{GameHead, LogEntry, StoreError};

/// Log of a game: entries as they came, or a compact value, or a compact value and entries that came later.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StoredLog {
    compact: Option<Vec<u8>>,
    entries: Vec<LogEntry>,
}

/// A finished game with its log.
#[derive(Clone, PartialEq, Debug)]
pub struct ArchivedGame {
    /// Metadata.
    pub head: GameHead,
    /// The log.
    pub log: StoredLog,
}

impl StoredLog {
    pub(crate) fn new(compact: Option<Vec<u8>>, entries: Vec<LogEntry>) -> StoredLog {
        StoredLog { compact, entries }
    }

    /// Returns true if the whole log is a compact value.
    #[must_use]
    pub fn is_compact(&self) -> bool {
        self.compact.is_some() && self.entries.is_empty()
    }

    /// Entries that are not in the compact value.
    pub(crate) fn into_rows(self) -> Vec<LogEntry> {
        self.entries
    }

    /// All entries, ordered by number.
    ///
    /// # Errors
    ///
    /// Returns an error if the compact value is damaged or was written by a newer program.
    pub fn entries(self) -> Result<Vec<LogEntry>, StoreError> {
        let (items, entries) = self.decode()?;
        Ok(items.into_iter().map(LogItem::into_entry).chain(entries).collect())
    }

    /// All entries, parsed where they are records as this program writes them.
    ///
    /// # Errors
    ///
    /// Returns an error if the compact value is damaged or was written by a newer program.
    pub(crate) fn items(self) -> Result<Vec<LogItem>, StoreError> {
        let (mut items, entries) = self.decode()?;
        items.extend(entries.into_iter().map(LogItem::parse));
        Ok(items)
    }

    /// Entries of the compact value, for which no JSON is made, and the entries after them.
    ///
    /// # Errors
    ///
    /// Returns an error if the compact value is damaged or was written by a newer program.
    pub(crate) fn decode(self) -> Result<(Vec<LogItem>, Vec<LogEntry>), StoreError> {
        let items = self.compact.as_deref().map_or(Ok(Vec::new()), compact_log::read)?;
        Ok((items, self.entries))
    }
}
