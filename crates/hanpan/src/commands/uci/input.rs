//! Bounded input: lines of limited length, and a limited number of lines that are read but not handled.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};

use super::SessionEvent;

/// Maximum length of a line in bytes. The longest possible game, with the 75-move rule, takes 90,000.
const MAX_LINE_BYTES: usize = 1 << 17;

/// Maximum number of lines that are read but not handled; then the GUI's pipe fills.
const MAX_UNHANDLED_LINES: usize = 16;

/// A line from the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct InputLine {
    /// The line, or its first [`MAX_LINE_BYTES`] bytes.
    pub(crate) bytes: Vec<u8>,
    /// False if the line was longer than [`MAX_LINE_BYTES`]; its rest was skipped.
    pub(crate) is_complete: bool,
}

/// Receives one message for each line that is read; receive one after each line that was handled.
pub(crate) type UnhandledLines = Receiver<()>;

/// The two ends of the queue that keeps the reader from running ahead of the session.
pub(crate) fn unhandled_lines() -> (SyncSender<()>, UnhandledLines) {
    sync_channel(MAX_UNHANDLED_LINES)
}

/// Sends the lines of standard input, then `InputClosed`.
pub(crate) fn read_lines(events: &Sender<SessionEvent>, unhandled: &SyncSender<()>) {
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input, MAX_LINE_BYTES) {
        if unhandled.send(()).is_err() || events.send(SessionEvent::Line(line)).is_err() {
            return;
        }
    }
    events.send(SessionEvent::InputClosed).ok();
}

/// The next line, cut at `max_bytes`. `None` at the end of input or on an error.
fn read_line(input: &mut impl BufRead, max_bytes: usize) -> Option<InputLine> {
    let mut bytes = Vec::new();
    let count = input.by_ref().take(max_bytes as u64).read_until(b'\n', &mut bytes).ok()?;
    if count == 0 {
        return None;
    }
    let is_complete = bytes.ends_with(b"\n") || count < max_bytes || skip_line(input) == 0;
    Some(InputLine { bytes, is_complete })
}

/// Skips the rest of a line, without keeping it; returns the number of bytes before the line break.
fn skip_line(input: &mut impl BufRead) -> u64 {
    let mut skipped = 0;
    while let Ok(buffer) = input.fill_buf()
        && !buffer.is_empty()
    {
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let len = end.unwrap_or(buffer.len());
        input.consume(len + usize::from(end.is_some()));
        skipped += len as u64;
        if end.is_some() {
            break;
        }
    }
    skipped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_their_rest_is_skipped() {
        let mut input: &[u8] = b"uci\nabcdefgh\nabcdefghij\r\n\nabcdefg\nlast";
        let lines: Vec<_> = std::iter::from_fn(|| read_line(&mut input, 8))
            .map(|line| (String::from_utf8(line.bytes).unwrap(), line.is_complete))
            .collect();
        let expected = [
            ("uci\n", true),
            ("abcdefgh", true),
            ("abcdefgh", false),
            ("\n", true),
            ("abcdefg\n", true),
            ("last", true),
        ];
        assert_eq!(lines, expected.map(|(line, is_complete)| (line.to_owned(), is_complete)));
    }

    #[test]
    fn a_line_without_end_is_read_in_bounded_memory() {
        let mut input = io::BufReader::new(io::repeat(0).take(1 << 28));
        let line = read_line(&mut input, MAX_LINE_BYTES).unwrap();
        assert!(!line.is_complete && line.bytes.capacity() <= 2 * MAX_LINE_BYTES);
        assert_eq!(read_line(&mut input, MAX_LINE_BYTES), None);
    }
}
