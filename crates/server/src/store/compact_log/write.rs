//! Writes compact logs.

use game::Timestamp;
use protocol::{DurationMillis, WireMove};

use super::bytes::ByteWriter;
use super::record::{self, tag};
use super::{ItemBody, KEPT_ACTIONS, LogItem, NotCompactable, read};
use crate::games::state::{ActionKey, Record, RecordKind};

/// Encodes a log. All entries must be there, from number 0 on.
///
/// The value is read again before it is returned, so that no log is ever replaced by something else.
///
/// # Errors
///
/// Returns an error if the log has gaps; it is damaged then and must stay as it is.
pub(crate) fn write(mut items: Vec<LogItem>) -> Result<Vec<u8>, NotCompactable> {
    check_numbers(&items)?;
    drop_old_actions(&mut items);
    items.iter_mut().for_each(keep_uncoded_text);
    let mut out = ByteWriter::default();
    out.byte(version(&items));
    out.number(items.len() as u64);
    write_actions(&items, &mut out);
    let mut last = Timestamp(0);
    let mut rest = items.as_slice();
    while let Some(item) = rest.first() {
        let run = rest.iter().map_while(plain_move).count();
        let taken = run.max(1);
        let written = match run {
            0 => write_item(item, &mut last, &mut out),
            _ => write_moves(&rest[..run], &mut last, &mut out),
        };
        written.ok_or(NotCompactable::NotExact)?;
        rest = &rest[taken..];
    }
    if read(&out.0).is_ok_and(|decoded| decoded == items) { Ok(out.0) } else { Err(NotCompactable::NotExact) }
}

/// The oldest version that has all records, so that older programs read what they can.
fn version(items: &[LogItem]) -> u8 {
    let versions = items.iter().map(|item| match &item.body {
        ItemBody::Record(record) => record::version(&record.kind),
        ItemBody::Text(_) => 1,
    });
    versions.max().unwrap_or(1)
}

/// Numbers and plies are not stored, because they follow from the order.
fn check_numbers(items: &[LogItem]) -> Result<(), NotCompactable> {
    let mut moves = 0;
    for (expected, item) in (0..).zip(items) {
        if item.number != expected {
            return Err(NotCompactable::Gap { expected });
        }
        let is_record = matches!(item.body, ItemBody::Record(_));
        if item.ply.is_some_and(|ply| ply != moves) || is_record && item.is_move() != item.ply.is_some() {
            return Err(NotCompactable::Ply { number: item.number });
        }
        moves += u32::from(item.ply.is_some());
    }
    Ok(())
}

/// Forgets all action ids but the last ones.
fn drop_old_actions(items: &mut [LogItem]) {
    let actions = items.iter_mut().rev().filter_map(|item| match &mut item.body {
        ItemBody::Record(record) if record.by.is_some() => Some(&mut record.by),
        _ => None,
    });
    for by in actions.skip(KEPT_ACTIONS) {
        *by = None;
    }
}

/// Turns a record with a value that has no code back into its text.
fn keep_uncoded_text(item: &mut LogItem) {
    let ItemBody::Record(record) = &item.body else { return };
    let mut trial = ByteWriter::default();
    let written = match plain_move(item) {
        Some((uci, lag)) => record::write_move(uci, lag, &mut trial),
        None => record::write(&record.kind, item.at, |_| {}, &mut trial),
    };
    if written.is_none() {
        item.body = ItemBody::Text(serde_json::to_string(record).unwrap_or_default());
    }
}

/// Writes the action ids: their number, and for each the distance from the previous one with the seat in the lowest
/// bit, and the id.
fn write_actions(items: &[LogItem], out: &mut ByteWriter) {
    let key = |item: &LogItem| match &item.body {
        ItemBody::Record(Record { by: Some(key), .. }) => Some((item.number, *key)),
        _ => None,
    };
    let keys: Vec<(u32, ActionKey)> = items.iter().filter_map(key).collect();
    out.number(keys.len() as u64);
    let mut last = 0;
    for (number, ActionKey { seat, id }) in keys {
        out.number(u64::from(number - last) << 1 | seat as u64);
        out.id(id.bits());
        last = number;
    }
}

/// Move and lag of an item that fits into a run of moves.
fn plain_move(item: &LogItem) -> Option<(WireMove, Option<DurationMillis>)> {
    match &item.body {
        ItemBody::Record(Record {
            kind: RecordKind::Moved { uci, lag, write_delay: None, held_until: None },
            ..
        }) => Some((*uci, *lag)),
        _ => None,
    }
}

fn write_moves(items: &[LogItem], last: &mut Timestamp, out: &mut ByteWriter) -> Option<()> {
    out.byte(tag::MOVES);
    out.number(items.len() as u64);
    for item in items {
        let (uci, lag) = plain_move(item)?;
        write_time(item.at, last, out);
        record::write_move(uci, lag, out)?;
    }
    Some(())
}

fn write_item(item: &LogItem, last: &mut Timestamp, out: &mut ByteWriter) -> Option<()> {
    match &item.body {
        ItemBody::Record(record) => {
            let time = |out: &mut ByteWriter| write_time(item.at, last, out);
            record::write(&record.kind, item.at, time, out)
        }
        ItemBody::Text(text) => {
            out.byte(if item.ply.is_some() { tag::MOVE_TEXT } else { tag::TEXT });
            write_time(item.at, last, out);
            out.text(text);
            Some(())
        }
    }
}

/// Writes the time since the previous entry, plus one; or 0 and the time itself if it is earlier.
fn write_time(at: Timestamp, last: &mut Timestamp, out: &mut ByteWriter) {
    match at.0.checked_sub(last.0).and_then(|passed| passed.checked_add(1)) {
        Some(passed) => out.number(passed),
        None => {
            out.byte(0);
            out.number(at.0);
        }
    }
    *last = at;
}
