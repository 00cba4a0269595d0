//! Letter boards: eight lines of eight letters.

use core::fmt;
use core::fmt::Write as _;

use crate::board::SideBitboards;
use crate::{Bitboard, Board, ByColor, Color, File, Piece, Rank, Role, Square};

/// Displays a board as eight lines of eight letters without a final newline. Created by [`Board::letters`].
#[derive(Clone, Copy, Debug)]
pub struct LetterBoard<'a>(&'a Board);

/// A byte that is neither a piece letter nor `.`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BadLetterError {
    /// Row, from 0 at the top.
    pub row: usize,
    /// Column, from 0 at the left.
    pub column: usize,
    /// The invalid byte.
    pub byte: u8,
}

/// Syntax error in a letter board, with its location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseLettersError {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// Reason of the error.
    pub reason: LettersReason,
}

/// Reason why a text is not a letter board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LettersReason {
    /// Neither a piece letter nor `.`.
    NotAPiece,
    /// The line ends before the eighth square.
    LineTooShort,
    /// The line goes on after the eighth square.
    LineTooLong,
    /// The text ends before the eighth line.
    TooFewLines,
    /// The text goes on after the eighth line.
    TooManyLines,
}

impl Board {
    /// Parses a letter board: eight lines of eight letters, rank 8 first, `.` for an empty square. Lines may
    /// end with CRLF, and any number of newlines may follow.
    ///
    /// ```
    /// use hanpan_rules::{Board, Role};
    /// let board = Board::from_letters(b"....k...\n........\n........\n........\n........\n........\n........\nR...K..R");
    /// assert_eq!(board.unwrap().role(Role::Rook).count(), 2);
    /// ```
    ///
    /// # Errors
    /// Returns line, column and reason of the first error.
    pub fn from_letters(text: &[u8]) -> Result<Board, ParseLettersError> {
        let end = text.iter().rposition(|byte| !matches!(byte, b'\r' | b'\n')).map_or(0, |last| last + 1);
        let mut lines = text[..end].split(|&byte| byte == b'\n');
        let mut rows = [[b'.'; 8]; 8];
        for (line, row) in (1..).zip(&mut rows) {
            let fail = |column, reason| Err(ParseLettersError { line, column, reason });
            let Some(letters) = lines.next() else { return fail(1, LettersReason::TooFewLines) };
            let letters = letters.strip_suffix(b"\r").unwrap_or(letters);
            let squares = letters.iter().take(8).take_while(|&&byte| CODES[usize::from(byte)] != BAD).count();
            match squares {
                8 if letters.len() > 8 => return fail(9, LettersReason::LineTooLong),
                8 => row.copy_from_slice(letters),
                _ if squares == letters.len() => return fail(squares + 1, LettersReason::LineTooShort),
                _ => return fail(squares + 1, LettersReason::NotAPiece),
            }
        }
        if lines.next().is_some() {
            return Err(ParseLettersError { line: 9, column: 1, reason: LettersReason::TooManyLines });
        }
        Board::from_rows(&rows).map_err(|bad| ParseLettersError {
            line: bad.row + 1,
            column: bad.column + 1,
            reason: LettersReason::NotAPiece,
        })
    }

    /// Parses eight rows of eight letters, rank 8 first. Fast path for bulk input.
    ///
    /// # Errors
    /// Returns the first byte that is neither a piece letter nor `.`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn from_rows(rows: &[[u8; 8]; 8]) -> Result<Board, BadLetterError> {
        let codes = rows.map(|row| u64::from_le_bytes(row.map(|byte| CODES[usize::from(byte)])));
        let [pawns, knights, diagonals, straights, kings, black, any, bad] = bit_planes(codes).map(Bitboard);
        if bad.any() {
            return Err(first_bad_letter(rows));
        }
        let side = |all: Bitboard| SideBitboards {
            pawns: pawns & all,
            knights: knights & all,
            diagonals: diagonals & all,
            straights: straights & all,
            king: kings & all,
            all,
        };
        Ok(Board { sides: ByColor { white: side(any.without(black)), black: side(black) } })
    }

    /// Displays the board as eight lines of eight letters.
    #[must_use]
    pub fn letters(&self) -> LetterBoard<'_> {
        LetterBoard(self)
    }
}

// Code of a letter: one bit for each set of the board, in the order of `sets` in `from_rows`.
const PAWN: u8 = 1;
const KNIGHT: u8 = 1 << 1;
const DIAGONAL: u8 = 1 << 2;
const STRAIGHT: u8 = 1 << 3;
const KING: u8 = 1 << 4;
const BLACK: u8 = 1 << 5;
const ANY: u8 = 1 << 6;
const BAD: u8 = 1 << 7;

static CODES: [u8; 256] = {
    let mut codes = [BAD; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(piece) = Piece::from_letter(byte as u8) {
            let color = match piece.color {
                Color::White => 0,
                Color::Black => BLACK,
            };
            let role = match piece.role {
                Role::Pawn => PAWN,
                Role::Knight => KNIGHT,
                Role::Bishop => DIAGONAL,
                Role::Rook => STRAIGHT,
                Role::Queen => DIAGONAL | STRAIGHT,
                Role::King => KING,
            };
            codes[byte] = ANY | color | role;
        }
        byte += 1;
    }
    codes[b'.' as usize] = 0;
    codes
};

/// The eight sets of squares whose code has a bit, lowest bit first. Each word is a row, rank 8 first.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn bit_planes(codes: [u64; 8]) -> [u64; 8] {
    use core::arch::x86_64::{_mm_add_epi8, _mm_movemask_epi8, _mm_set_epi64x};
    let [a, b, c, d, e, f, g, h] = codes.map(|row| row as i64);
    let mut sets = [0; 8];
    #[allow(unsafe_code, reason = "`hanpan check` is a third faster than with multiplications")]
    // SAFETY: every x86-64 processor has SSE2.
    unsafe {
        let mut pairs =
            [_mm_set_epi64x(a, b), _mm_set_epi64x(c, d), _mm_set_epi64x(e, f), _mm_set_epi64x(g, h)];
        for set in sets.iter_mut().rev() {
            for pair in &mut pairs {
                // Gathers the highest bit of 16 bytes; doubling brings up the next one.
                *set = *set << 16 | u64::from(_mm_movemask_epi8(*pair) as u16);
                *pair = _mm_add_epi8(*pair, *pair);
            }
        }
    }
    sets
}

/// The eight sets of squares whose code has a bit, lowest bit first. Each word is a row, rank 8 first.
#[cfg(not(target_arch = "x86_64"))]
fn bit_planes(codes: [u64; 8]) -> [u64; 8] {
    let mut sets = [0; 8];
    for row in codes {
        for (bit, set) in sets.iter_mut().enumerate() {
            *set = *set << 8 | gather_lowest_bits(row >> bit);
        }
    }
    sets
}

/// Gathers the lowest bit of each of eight bytes into one byte, first byte lowest. The multiplication moves
/// each bit to its place in the top byte without carries.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn gather_lowest_bits(bytes: u64) -> u64 {
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cold]
fn first_bad_letter(rows: &[[u8; 8]; 8]) -> BadLetterError {
    let is_bad = |&byte: &u8| CODES[usize::from(byte)] == BAD;
    let bytes = rows.as_flattened();
    let index = bytes.iter().position(is_bad).unwrap_or(0);
    BadLetterError { row: index / 8, column: index % 8, byte: bytes[index] }
}

impl fmt::Display for LetterBoard<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                f.write_char(self.0.piece_at(Square::new(file, rank)).map_or('.', Piece::letter))?;
            }
            if rank != Rank::First {
                f.write_char('\n')?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for BadLetterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = (self.row + 1, self.column + 1);
        write!(f, "row {row}, column {column}: {:?} is no piece and not a dot", char::from(self.byte))
    }
}

impl fmt::Display for ParseLettersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.reason)
    }
}

impl fmt::Display for LettersReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LettersReason::NotAPiece => "expected a piece letter or a dot",
            LettersReason::LineTooShort => "expected eight squares in a line, found fewer",
            LettersReason::LineTooLong => "expected eight squares in a line, found more",
            LettersReason::TooFewLines => "expected eight lines, found fewer",
            LettersReason::TooManyLines => "expected eight lines, found more",
        })
    }
}

impl core::error::Error for BadLetterError {}
impl core::error::Error for ParseLettersError {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    const START: &str = "rnbqkbnr\npppppppp\n........\n........\n........\n........\nPPPPPPPP\nRNBQKBNR";

    #[test]
    fn letter_boards_round_trip() {
        assert_eq!(Board::start().letters().to_string(), START);
        for text in [START.to_string(), START.replace('\n', "\r\n"), alloc::format!("{START}\n\r\n\n")] {
            assert_eq!(Board::from_letters(text.as_bytes()), Ok(Board::start()), "{text}");
        }
    }

    #[test]
    fn errors_have_line_column_and_reason() {
        use LettersReason::*;
        let lines = |change: fn(&mut alloc::vec::Vec<&str>)| {
            let mut lines = START.split('\n').collect();
            change(&mut lines);
            lines.join("\n")
        };
        for (text, line, column, reason) in [
            ("".to_string(), 1, 1, LineTooShort),
            (lines(|lines| lines[2] = "....x..."), 3, 5, NotAPiece),
            (lines(|lines| lines[2] = "......."), 3, 8, LineTooShort),
            (lines(|lines| lines[2] = "........."), 3, 9, LineTooLong),
            (lines(|lines| lines[2] = "........ "), 3, 9, LineTooLong),
            (lines(|lines| lines[2] = ""), 3, 1, LineTooShort),
            (lines(|lines| lines.truncate(7)), 8, 1, TooFewLines),
            (lines(|lines| lines.push("........")), 9, 1, TooManyLines),
        ] {
            let expected = Err(ParseLettersError { line, column, reason });
            assert_eq!(Board::from_letters(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn from_rows_agrees_with_square_by_square_parsing() {
        for byte in 0..=u8::MAX {
            for square in Square::ALL {
                let mut rows = [[b'.'; 8]; 8];
                let (row, column) = (7 - square.rank() as usize, square.file() as usize);
                rows[row][column] = byte;
                let mut board = Board::empty();
                let expected = match (Piece::from_letter(byte), byte) {
                    (Some(piece), _) => {
                        board.set(square, piece);
                        Ok(board)
                    }
                    (None, b'.') => Ok(board),
                    (None, byte) => Err(BadLetterError { row, column, byte }),
                };
                assert_eq!(Board::from_rows(&rows), expected, "{byte} on {square}");
            }
        }
    }
}
