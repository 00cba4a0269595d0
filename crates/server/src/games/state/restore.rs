//! Restores a game from its log.

use protocol::EventNumber;
use std::fmt;

use game::Timestamp;

use super::apply::ApplyError;
use super::{ActiveGame, Record};
use crate::store::{LogEntry, StoredGame};

/// Reason why a log cannot be replayed.
#[derive(Debug)]
pub(crate) enum RestoreError {
    /// An entry does not parse.
    Unreadable {
        number: u32,
        words: String,
    },
    /// An entry does not fit the state.
    Inapplicable {
        number: u32,
        words: String,
    },
    /// An entry is missing or duplicated.
    WrongNumber {
        number: u32,
        expected: EventNumber,
    },
    Empty,
}

/// Replays a log.
///
/// # Errors
///
/// Returns the first damaged entry.
pub(crate) fn restore(stored: &StoredGame) -> Result<ActiveGame, RestoreError> {
    let mut entries = stored.entries.iter();
    let first = entries.next().ok_or(RestoreError::Empty)?;
    let mut active = ActiveGame::from_first_record(stored.head.id, &parse_record(first)?, first.at)
        .map_err(|error| inapplicable(first, &error))?;
    for entry in entries {
        if EventNumber(entry.number) != active.next_number() {
            return Err(RestoreError::WrongNumber { number: entry.number, expected: active.next_number() });
        }
        let record = parse_record(entry)?;
        let who = record.taken_seat().and_then(|seat| stored.head.seats[seat.into()].as_ref());
        active.apply(&record, entry.at, who).map_err(|error| inapplicable(entry, &error))?;
    }
    Ok(active)
}

/// Serializes a record as a log entry.
pub(crate) fn to_entry(
    record: &Record,
    number: EventNumber,
    ply: Option<u32>,
    at: Timestamp,
) -> Result<LogEntry, serde_json::Error> {
    Ok(LogEntry { number: number.0, ply, at, body: serde_json::to_string(record)? })
}

fn parse_record(entry: &LogEntry) -> Result<Record, RestoreError> {
    serde_json::from_str(&entry.body)
        .map_err(|error| RestoreError::Unreadable { number: entry.number, words: error.to_string() })
}

fn inapplicable(entry: &LogEntry, error: &ApplyError) -> RestoreError {
    RestoreError::Inapplicable { number: entry.number, words: error.to_string() }
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::Unreadable { number, words } => write!(f, "entry {number} does not parse: {words}"),
            RestoreError::Inapplicable { number, words } => write!(f, "entry {number} does not fit: {words}"),
            RestoreError::WrongNumber { number, expected } => {
                write!(f, "expected entry {expected}, found entry {number}")
            }
            RestoreError::Empty => f.write_str("the log is empty"),
        }
    }
}

impl std::error::Error for RestoreError {}
