//! Reads compact logs.

use std::iter::Peekable;

use game::Timestamp;
use protocol::ActionId;

use super::bytes::ByteReader;
use super::record::{self, tag};
use super::{CompactLogError, ItemBody, LogItem, VERSION};
use crate::games::state::{ActionKey, Record, RecordKind};

/// Decodes a log.
///
/// # Errors
///
/// Returns an error if a newer program has written the value or if it is damaged.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<LogItem>, CompactLogError> {
    let mut from = ByteReader(bytes);
    match from.byte()? {
        1..=VERSION => {}
        0 => return Err(CompactLogError::Damaged("its version is 0")),
        found => return Err(CompactLogError::Newer { found, known: VERSION }),
    }
    let count = from.small_number()?;
    let actions = read_actions(&mut from)?;
    // A damaged count must not reserve more than the value can hold.
    let items = Vec::with_capacity((count as usize).min(bytes.len()));
    let mut log = LogReader { items, moves: 0, last: Timestamp(0), actions: actions.into_iter().peekable() };
    while !from.is_empty() {
        log.read_entries(&mut from)?;
    }
    if log.items.len() == count as usize && log.actions.peek().is_none() {
        Ok(log.items)
    } else {
        Err(CompactLogError::Damaged("entries are missing"))
    }
}

fn read_actions(from: &mut ByteReader<'_>) -> Result<Vec<(u32, ActionKey)>, CompactLogError> {
    let mut actions = Vec::new();
    let mut last = 0_u64;
    for _ in 0..from.number()? {
        let code = from.number()?;
        last = last.saturating_add(code >> 1);
        let number = u32::try_from(last).map_err(|_| CompactLogError::Damaged("a number is too large"))?;
        let seat = record::seat((code & 1) as u8)?;
        actions.push((number, ActionKey { seat, id: ActionId::from_bits(from.id()?) }));
    }
    Ok(actions)
}

/// Entries read so far.
struct LogReader<A: Iterator<Item = (u32, ActionKey)>> {
    items: Vec<LogItem>,
    /// Number of moves among them.
    moves: u32,
    /// Time of the last one.
    last: Timestamp,
    /// Actions of the entries that follow.
    actions: Peekable<A>,
}

impl<A: Iterator<Item = (u32, ActionKey)>> LogReader<A> {
    /// Reads one entry, or moves in a row.
    fn read_entries(&mut self, from: &mut ByteReader<'_>) -> Result<(), CompactLogError> {
        match from.byte()? {
            tag::MOVES => {
                for _ in 0..from.number()? {
                    let at = self.read_time(from)?;
                    let (uci, lag) = record::read_move(from)?;
                    self.push_record(RecordKind::Moved { uci, lag, write_delay: None, held_until: None }, at);
                }
            }
            tag @ (tag::TEXT | tag::MOVE_TEXT) => {
                let at = self.read_time(from)?;
                let text = from.text()?.to_owned();
                self.push(ItemBody::Text(text), tag == tag::MOVE_TEXT, at);
            }
            tag => {
                let at = self.read_time(from)?;
                let kind = record::read(tag, at, from)?;
                self.push_record(kind, at);
            }
        }
        Ok(())
    }

    fn read_time(&mut self, from: &mut ByteReader<'_>) -> Result<Timestamp, CompactLogError> {
        let at = match from.number()?.checked_sub(1) {
            None => Some(from.number()?),
            Some(passed) => self.last.0.checked_add(passed),
        };
        self.last = Timestamp(at.ok_or(CompactLogError::Damaged("a number is too large"))?);
        Ok(self.last)
    }

    /// The action that caused the next entry.
    fn next_action(&mut self) -> Option<ActionKey> {
        let number = self.items.len() as u32;
        self.actions.next_if(|&(caused, _)| caused == number).map(|(_, key)| key)
    }

    fn push_record(&mut self, kind: RecordKind, at: Timestamp) {
        let by = self.next_action();
        let is_move = matches!(kind, RecordKind::Moved { .. });
        self.push(ItemBody::Record(Record { by, kind }), is_move, at);
    }

    fn push(&mut self, body: ItemBody, is_move: bool, at: Timestamp) {
        let ply = is_move.then_some(self.moves);
        self.moves = self.moves.saturating_add(u32::from(is_move));
        self.items.push(LogItem { number: self.items.len() as u32, ply, at, body });
    }
}
