//! A game from its log.

use std::fmt;

use game::Timestamp;

use super::apply::Unfit;
use super::{Live, Record};
use crate::store::{Entry, StoredGame};

/// Why a log gives no game.
#[derive(Debug)]
pub(crate) enum RestoreError {
    /// An entry cannot be read.
    Unreadable {
        number: u32,
        words: String,
    },
    /// An entry cannot have happened.
    Unfit {
        number: u32,
        words: String,
    },
    /// An entry is missing, or is there twice.
    Misplaced {
        number: u32,
        expected: u32,
    },
    Empty,
}

/// The game that a log tells of.
///
/// # Errors
/// If the log is damaged; says where.
pub(crate) fn restore(stored: &StoredGame) -> Result<Live, RestoreError> {
    let mut entries = stored.entries.iter();
    let first = entries.next().ok_or(RestoreError::Empty)?;
    let mut live =
        Live::begin(stored.head.id, &read(first)?, first.at).map_err(|error| unfit(first, &error))?;
    for entry in entries {
        if entry.number != live.next() {
            return Err(RestoreError::Misplaced { number: entry.number, expected: live.next() });
        }
        let record = read(entry)?;
        let who = record.seated().and_then(|seat| stored.head.seats[seat.into()].as_ref());
        live.apply(&record, entry.at, who).map_err(|error| unfit(entry, &error))?;
    }
    Ok(live)
}

/// A record as it is stored.
pub(crate) fn entry(
    record: &Record,
    number: u32,
    ply: Option<u32>,
    at: Timestamp,
) -> Result<Entry, serde_json::Error> {
    Ok(Entry { number, ply, at, body: serde_json::to_string(record)? })
}

fn read(entry: &Entry) -> Result<Record, RestoreError> {
    serde_json::from_str(&entry.body)
        .map_err(|error| RestoreError::Unreadable { number: entry.number, words: error.to_string() })
}

fn unfit(entry: &Entry, error: &Unfit) -> RestoreError {
    RestoreError::Unfit { number: entry.number, words: error.to_string() }
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::Unreadable { number, words } => write!(f, "entry {number} cannot be read: {words}"),
            RestoreError::Unfit { number, words } => write!(f, "entry {number} does not fit: {words}"),
            RestoreError::Misplaced { number, expected } => {
                write!(f, "entry {number} stands where entry {expected} should")
            }
            RestoreError::Empty => f.write_str("the log is empty"),
        }
    }
}

impl std::error::Error for RestoreError {}
