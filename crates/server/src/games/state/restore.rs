//! Restores a game from its log.

use protocol::EventNumber;
use std::fmt;

use game::Timestamp;

use super::apply::ApplyError;
use super::{ActiveGame, Record};
use crate::store::compact_log::{ItemBody, LogItem};
use crate::store::{ArchivedGame, GameHead, LogEntry, StoreError, StoredGame};

/// Reason why a log cannot be replayed.
#[derive(Debug)]
pub(crate) enum RestoreError {
    /// An entry is a record that this program does not know: a newer server has written it.
    Unknown {
        number: u32,
        words: String,
    },
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
    /// The log cannot be read.
    Log(StoreError),
}

/// Replays a log.
///
/// # Errors
///
/// Returns the first damaged entry.
pub(crate) fn restore(stored: &StoredGame) -> Result<ActiveGame, RestoreError> {
    replay(&stored.head, stored.entries.iter().map(parse_entry))
}

/// Replays the log of an archived game for its PGN: without the last events and the actions that a live game recognizes.
///
/// # Errors
///
/// Returns the first damaged entry.
pub(crate) fn restore_archived(game: ArchivedGame) -> Result<ActiveGame, RestoreError> {
    let (items, entries) = game.log.decode().map_err(RestoreError::Log)?;
    let compact = items.into_iter().map(|LogItem { number, at, body, .. }| {
        let record = match body {
            ItemBody::Record(record) => record,
            ItemBody::Text(text) => parse_record(number, &text)?,
        };
        Ok(LoggedRecord { number, at, record })
    });
    let head = &game.head;
    let mut records = compact.chain(entries.iter().map(parse_entry));
    let mut next = records.next().ok_or(RestoreError::Empty)??;
    let mut active = start(head, &next)?;
    let mut is_first = true;
    for following in records.map(Some).chain([None]) {
        let following = following.transpose()?;
        let is_followed = following.as_ref().is_some_and(|following| following.record.kind.is_move());
        if is_first {
            is_first = false;
        } else if is_followed && next.record.kind.is_move() {
            check_number(&active, next.number)?;
            let played = active.replay_move(&next.record.kind, next.at);
            played.map_err(|error| inapplicable(next.number, error))?;
        } else {
            apply_record(&mut active, head, &next)?;
        }
        let Some(following) = following else { break };
        next = following;
    }
    Ok(active)
}

fn parse_entry(entry: &LogEntry) -> Result<LoggedRecord, RestoreError> {
    let record = parse_record(entry.number, &entry.body)?;
    Ok(LoggedRecord { number: entry.number, at: entry.at, record })
}

/// Record with its place in the log.
struct LoggedRecord {
    number: u32,
    at: Timestamp,
    record: Record,
}

fn replay(
    head: &GameHead,
    mut records: impl Iterator<Item = Result<LoggedRecord, RestoreError>>,
) -> Result<ActiveGame, RestoreError> {
    let first = records.next().ok_or(RestoreError::Empty)??;
    let mut active = start(head, &first)?;
    apply_records(&mut active, head, records)?;
    Ok(active)
}

fn start(head: &GameHead, first: &LoggedRecord) -> Result<ActiveGame, RestoreError> {
    ActiveGame::from_first_record(head.id, &first.record, first.at)
        .map_err(|error| inapplicable(first.number, error))
}

/// Applies further entries of the log.
///
/// # Errors
///
/// Returns the first damaged entry; those before it are applied.
pub(crate) fn extend(
    active: &mut ActiveGame,
    head: &GameHead,
    entries: &[LogEntry],
) -> Result<(), RestoreError> {
    apply_records(active, head, entries.iter().map(parse_entry))
}

fn apply_records(
    active: &mut ActiveGame,
    head: &GameHead,
    records: impl Iterator<Item = Result<LoggedRecord, RestoreError>>,
) -> Result<(), RestoreError> {
    for logged in records {
        apply_record(active, head, &logged?)?;
    }
    Ok(())
}

fn apply_record(active: &mut ActiveGame, head: &GameHead, logged: &LoggedRecord) -> Result<(), RestoreError> {
    let &LoggedRecord { number, at, ref record } = logged;
    check_number(active, number)?;
    let who = record.taken_seat().and_then(|seat| head.seats[seat.into()].as_ref());
    active.apply(record, at, who).map_err(|error| inapplicable(number, error))?;
    Ok(())
}

fn check_number(active: &ActiveGame, number: u32) -> Result<(), RestoreError> {
    let expected = active.next_number();
    if EventNumber(number) == expected { Ok(()) } else { Err(RestoreError::WrongNumber { number, expected }) }
}

fn inapplicable(number: u32, error: ApplyError) -> RestoreError {
    RestoreError::Inapplicable { number, words: error.to_string() }
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

fn parse_record(number: u32, body: &str) -> Result<Record, RestoreError> {
    serde_json::from_str(body).map_err(|error| {
        let words = error.to_string();
        if has_record_type(body) {
            RestoreError::Unknown { number, words }
        } else {
            RestoreError::Unreadable { number, words }
        }
    })
}

/// Returns true if a text has the form of a record.
fn has_record_type(body: &str) -> bool {
    let value = serde_json::from_str::<serde_json::Value>(body);
    value.is_ok_and(|value| value.get("type").is_some_and(serde_json::Value::is_string))
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::Unknown { number, words } => {
                write!(f, "entry {number} is unknown, perhaps from a newer version: {words}")
            }
            RestoreError::Unreadable { number, words } => write!(f, "entry {number} does not parse: {words}"),
            RestoreError::Inapplicable { number, words } => write!(f, "entry {number} does not fit: {words}"),
            RestoreError::WrongNumber { number, expected } => {
                write!(f, "expected entry {expected}, found entry {number}")
            }
            RestoreError::Empty => f.write_str("the log is empty"),
            RestoreError::Log(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RestoreError {}
