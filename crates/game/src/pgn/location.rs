//! Locations in a text.

use std::fmt;

use super::bytes::is_line_break;

/// Line and column in a text, both from 1.
///
/// A line ends with LF, CR or CR LF. A column is one UTF-8 character, or one byte where the text is not
/// UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceLocation {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Counts lines and columns of a text that arrives in chunks of any size.
#[derive(Clone, Copy)]
pub(super) struct LocationTracker {
    location: SourceLocation,
    after_cr: bool,
}

impl LocationTracker {
    pub(super) fn new() -> LocationTracker {
        LocationTracker { location: SourceLocation { line: 1, column: 1 }, after_cr: false }
    }

    pub(super) fn location(&self) -> SourceLocation {
        self.location
    }

    /// Advances over text.
    pub(super) fn advance(&mut self, mut text: &[u8]) {
        if self.after_cr
            && let [b'\n', rest @ ..] = text
        {
            text = rest;
            self.after_cr = false;
        }
        let Some(&last) = text.last() else { return };
        self.after_cr = last == b'\r';
        match text.iter().rposition(|&byte| is_line_break(byte)) {
            Some(end) => {
                self.location.line += line_breaks(&text[..=end]);
                self.location.column = 1 + characters(&text[end + 1..]);
            }
            None => self.location.column += characters(text),
        }
    }
}

fn line_breaks(text: &[u8]) -> u64 {
    let feeds = count(text, |byte| byte == b'\n');
    let returns = count(text, |byte| byte == b'\r');
    if returns == 0 {
        return feeds;
    }
    let pairs = text.iter().zip(&text[1..]).filter(|&(&a, &b)| a == b'\r' && b == b'\n').count();
    feeds + returns - pairs as u64
}

/// Counts all bytes except UTF-8 continuation bytes.
fn characters(text: &[u8]) -> u64 {
    count(text, |byte| byte & 0xC0 != 0x80)
}

/// Counts in bytes, which auto-vectorizes; chunks are short enough not to overflow and a multiple of the
/// register width.
fn count(text: &[u8], fits: impl Fn(u8) -> bool) -> u64 {
    text.chunks(192).map(|chunk| u64::from(chunk.iter().map(|&byte| u8::from(fits(byte))).sum::<u8>())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &[u8], line: u64, column: u64) {
        for cut in 0..=text.len() {
            let mut tracker = LocationTracker::new();
            tracker.advance(&text[..cut]);
            tracker.advance(&text[cut..]);
            assert_eq!(tracker.location(), SourceLocation { line, column }, "{text:?} cut at {cut}");
        }
    }

    #[test]
    fn lf_cr_and_crlf_end_a_line() {
        check(b"", 1, 1);
        check(b"ab", 1, 3);
        check(b"a\nb", 2, 2);
        check(b"a\r\nb\r\n", 3, 1);
        check(b"a\rb\r\r", 4, 1);
        check(b"\n\r\n\r", 4, 1);
        check("가나\n다라마".as_bytes(), 2, 4);
    }
}
