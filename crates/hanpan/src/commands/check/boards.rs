//! Reads letter boards from a stream in constant memory.
//!
//! Accepted besides 8 lines of 8 letters:
//! - blank lines, also with spaces in them, before and between boards, not inside one;
//! - spaces and tabs after a row; `\r\n` at its end; no end of line after the last row;
//! - a byte order mark at the start.

use std::fmt;
use std::io::{self, Read};

use rules::{Board, File, Piece, Rank, Square};

use crate::error::io_message;

/// Bytes per read.
const BUFFER_SIZE: usize = 1 << 18;

/// Bytes of eight rows that end in `\n`.
const PLAIN_BOARD_LEN: usize = 72;

/// Reads boards one after another.
pub(super) struct BoardReader<R> {
    input: R,
    buffer: Box<[u8]>,
    /// `buffer[start..end]` is read but not yet parsed.
    start: usize,
    end: usize,
    line: u64,
    column: u64,
}

/// Fatal error of the reader.
#[derive(Debug)]
pub(super) enum BoardError {
    /// The text is not a board; position counted from 1.
    Malformed { line: u64, column: u64, reason: BoardErrorReason },
    /// The input could not be read.
    Input(io::Error),
}

/// Reason why a board is malformed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoardErrorReason {
    /// Neither a piece nor an empty square.
    InvalidSquare(u8),
    /// The line or the input ends before the eighth square.
    ShortRow,
    /// Extra byte after the eighth square.
    LongRow(u8),
    /// The input ends, or a blank line follows, after this many rows.
    MissingRows(u8),
}

impl<R: Read> BoardReader<R> {
    pub(super) fn new(input: R) -> BoardReader<R> {
        let buffer = vec![0; BUFFER_SIZE].into_boxed_slice();
        BoardReader { input, buffer, start: 0, end: 0, line: 1, column: 1 }
    }

    /// Returns true if the buffer holds enough bytes for another board, so that reading it does not block.
    pub(super) fn has_buffered_board(&self) -> bool {
        self.end - self.start > PLAIN_BOARD_LEN
    }

    /// Returns the next board, or `None` at the end of the input.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Result<Option<Board>, BoardError> {
        while let Some(b'\n') = self.buffer[self.start..self.end].first() {
            self.advance(b'\n');
        }
        if let Some(text) = self.buffer[self.start..self.end].first_chunk::<PLAIN_BOARD_LEN>()
            && let Some(board) = parse_plain_board(text)
        {
            self.start += PLAIN_BOARD_LEN;
            self.line += 8;
            return Ok(Some(board));
        }
        self.next_slow_path()
    }

    #[cold]
    fn next_slow_path(&mut self) -> Result<Option<Board>, BoardError> {
        if !self.skip_to_board()? {
            return Ok(None);
        }
        let mut board = Board::empty();
        for (done, rank) in (0..).zip(Rank::ALL.into_iter().rev()) {
            match self.peek()? {
                None | Some(b'\r' | b'\n') => return Err(self.malformed(BoardErrorReason::MissingRows(done))),
                Some(_) => self.row(rank, &mut board)?,
            }
        }
        Ok(Some(board))
    }

    /// Skips blank lines. Returns false at the end of the input.
    fn skip_to_board(&mut self) -> Result<bool, BoardError> {
        if self.line == 1 && self.column == 1 {
            self.skip_byte_order_mark()?;
        }
        loop {
            match self.peek()? {
                None => return Ok(false),
                Some(byte @ (b' ' | b'\t' | b'\r' | b'\n')) => self.advance(byte),
                Some(_) if self.column == 1 => return Ok(true),
                Some(_) => {
                    self.column = 1;
                    return Err(self.malformed(BoardErrorReason::InvalidSquare(b' ')));
                }
            }
        }
    }

    fn skip_byte_order_mark(&mut self) -> Result<(), BoardError> {
        const MARK: &[u8] = b"\xEF\xBB\xBF";
        while self.end - self.start < MARK.len() && self.fill()? {}
        if self.buffer[self.start..self.end].starts_with(MARK) {
            self.start += MARK.len();
        }
        Ok(())
    }

    fn row(&mut self, rank: Rank, board: &mut Board) -> Result<(), BoardError> {
        for file in File::ALL {
            match self.peek()? {
                None | Some(b'\r' | b'\n') => return Err(self.malformed(BoardErrorReason::ShortRow)),
                Some(b'.') => self.advance(b'.'),
                Some(letter) => match Piece::from_letter(letter) {
                    Some(piece) => {
                        board.set(Square::new(file, rank), piece);
                        self.advance(letter);
                    }
                    None => return Err(self.malformed(BoardErrorReason::InvalidSquare(letter))),
                },
            }
        }
        loop {
            match self.peek()? {
                None => return Ok(()),
                Some(byte @ (b' ' | b'\t' | b'\r')) => self.advance(byte),
                Some(b'\n') => {
                    self.advance(b'\n');
                    return Ok(());
                }
                Some(byte) => return Err(self.malformed(BoardErrorReason::LongRow(byte))),
            }
        }
    }

    fn peek(&mut self) -> Result<Option<u8>, BoardError> {
        if self.start == self.end && !self.fill()? {
            return Ok(None);
        }
        Ok(self.buffer.get(self.start).copied())
    }

    fn advance(&mut self, byte: u8) {
        self.start += 1;
        if byte == b'\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
    }

    /// Reads more bytes into the buffer. Returns false at the end of the input.
    fn fill(&mut self) -> Result<bool, BoardError> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(BoardError::Input(error)),
            }
        }
    }

    fn malformed(&self, reason: BoardErrorReason) -> BoardError {
        BoardError::Malformed { line: self.line, column: self.column, reason }
    }
}

/// Fast path: parses a board of exactly eight rows that end in `\n`.
#[inline(always)]
fn parse_plain_board(text: &[u8; PLAIN_BOARD_LEN]) -> Option<Board> {
    let (lines, _) = text.as_chunks::<9>();
    let mut rows = [[b'.'; 8]; 8];
    for (row, line) in rows.iter_mut().zip(lines) {
        let (squares, b"\n") = line.split_first_chunk::<8>()? else { return None };
        *row = *squares;
    }
    Board::from_rows(&rows).ok()
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Malformed { line, column, reason } => {
                write!(f, "line {line}, column {column}: {reason}")
            }
            BoardError::Input(error) => f.write_str(&io_message(error)),
        }
    }
}

impl fmt::Display for BoardErrorReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BoardErrorReason::InvalidSquare(byte) => {
                write!(f, "expected a piece (PNBRQK, pnbrqk) or '.', found '{}'", byte.escape_ascii())
            }
            BoardErrorReason::ShortRow => f.write_str("the row ends here and should have 8 squares"),
            BoardErrorReason::LongRow(byte) => {
                write!(f, "expected the end of the row after 8 squares, found '{}'", byte.escape_ascii())
            }
            BoardErrorReason::MissingRows(rows) => write!(f, "the board ends after {rows} of 8 rows"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr\npppppppp\n........\n........\n........\n........\nPPPPPPPP\nRNBQKBNR\n";

    /// Reader that returns one byte at a time, which forces the slow path.
    struct OneByteReader<'a>(&'a [u8]);

    impl Read for OneByteReader<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            buffer[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }

    fn read_all(input: impl Read) -> (Vec<Board>, Option<String>) {
        let mut boards = BoardReader::new(input);
        let mut found = Vec::new();
        loop {
            match boards.next() {
                Ok(Some(board)) => found.push(board),
                Ok(None) => return (found, None),
                Err(error) => return (found, Some(error.to_string())),
            }
        }
    }

    /// Checks that fast path and slow path agree.
    fn check(text: &[u8], boards: usize, error_position: Option<&str>) {
        for (found, error) in [read_all(text), read_all(OneByteReader(text))] {
            assert_eq!(found, vec![Board::start(); boards], "{}", text.escape_ascii());
            let start = error.as_ref().map(|error| error.split(": ").next().unwrap());
            assert_eq!(start, error_position, "{error:?} in {}", text.escape_ascii());
        }
    }

    #[test]
    fn blank_lines_and_trailing_spaces_are_accepted() {
        check(b"", 0, None);
        check(b"\n \r\n\t\n", 0, None);
        check(START.as_bytes(), 1, None);
        check(START.trim_end().as_bytes(), 1, None);
        check(START.repeat(3).as_bytes(), 3, None);
        check(format!("\n\n{START}\n\n{START}\n").as_bytes(), 2, None);
        check(format!("{START}  \n{START}").as_bytes(), 2, None);
        check(START.replace('\n', "\r\n").repeat(2).as_bytes(), 2, None);
        check(START.replace('\n', " \t\r\n").as_bytes(), 1, None);
        check(format!("\u{feff}{START}").as_bytes(), 1, None);
    }

    #[test]
    fn malformed_boards_are_located() {
        check(b"x", 0, Some("line 1, column 1"));
        check(b"rnbq.bxr\n", 0, Some("line 1, column 7"));
        check(b"rnbq\n", 0, Some("line 1, column 5"));
        check(b"rnbqkbnrr\n", 0, Some("line 1, column 9"));
        check(b" rnbqkbn\n", 0, Some("line 1, column 1"));
        check(b"rnbqkbnr\n", 0, Some("line 2, column 1"));
        check(
            format!("{START}\n{}", START.replacen("pppp\n", "pppp\n\n", 1)).as_bytes(),
            1,
            Some("line 12, column 1"),
        );
        check(format!("{START}{}", START.replace("RNBQ", "R?BQ")).as_bytes(), 1, Some("line 16, column 2"));
        check(format!("{START}{}", &START[..40]).as_bytes(), 1, Some("line 13, column 5"));
        check("♜".as_bytes(), 0, Some("line 1, column 1"));
    }
}
