//! Squares, files and ranks.

use core::fmt;
use core::str::FromStr;

use crate::Bitboard;

/// File (column) of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "self-explanatory names")]
pub enum File { A, B, C, D, E, F, G, H }

/// Rank (row) of the board, from White's side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "self-explanatory names")]
pub enum Rank { First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth }

/// A square, `A1 = 0`, `B1 = 1`, … `H8 = 63`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[rustfmt::skip]
#[allow(missing_docs, reason = "self-explanatory names")]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl File {
    /// All files, a to h.
    pub const ALL: [File; 8] = [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// `a` to `h`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Parses `a` to `h`, lower case only.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<File> {
        match letter {
            b'a'..=b'h' => Some(File::ALL[(letter - b'a') as usize]),
            _ => None,
        }
    }
}

impl Rank {
    /// All ranks, 1 to 8.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// `1` to `8`.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Parses `1` to `8`.
    #[must_use]
    pub const fn from_digit(digit: u8) -> Option<Rank> {
        match digit {
            b'1'..=b'8' => Some(Rank::ALL[(digit - b'1') as usize]),
            _ => None,
        }
    }
}

impl Square {
    /// All squares in index order: a1, b1, … h8.
    pub const ALL: [Square; 64] = {
        let mut all = [Square::A1; 64];
        let mut index = 0;
        while index < 64 {
            all[index as usize] = Square::from_index_unchecked(index);
            index += 1;
        }
        all
    };

    /// The square on a file and a rank.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::from_index_unchecked(rank as u8 * 8 + file as u8)
    }

    /// The square with this index, 0 to 63.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 64 { Some(Square::from_index_unchecked(index)) } else { None }
    }

    /// Converts an index without a bounds check; only the lower 6 bits are used.
    #[inline(always)]
    pub(crate) const fn from_index_unchecked(index: u8) -> Square {
        #[allow(unsafe_code, reason = "a bounds check here costs 3 % of perft")]
        // SAFETY: `Square` is `repr(u8)` with variants for every value from 0 to 63.
        unsafe {
            core::mem::transmute(index & 63)
        }
    }

    /// File of the square.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// Rank of the square.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3]
    }

    /// The set of this square only.
    #[inline(always)]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }

    /// The square `files` to the right and `ranks` up, or `None` off the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self as i16 & 7) + files as i16;
        let rank = (self as i16 >> 3) + ranks as i16;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square::from_index_unchecked((rank * 8 + file) as u8))
    }

    /// The square mirrored top to bottom: e2 becomes e7.
    #[inline]
    #[must_use]
    pub const fn flip_rank(self) -> Square {
        Square::from_index_unchecked(self as u8 ^ 56)
    }

    /// The square mirrored left to right: b1 becomes g1.
    #[inline]
    #[must_use]
    pub const fn flip_file(self) -> Square {
        Square::from_index_unchecked(self as u8 ^ 7)
    }

    /// Returns true for a light square, such as h1.
    #[must_use]
    pub const fn is_light(self) -> bool {
        Bitboard::LIGHT.has(self)
    }

    /// Chebyshev distance: the number of king moves between two squares.
    #[must_use]
    pub const fn distance(self, other: Square) -> u8 {
        let files = (self as u8 & 7).abs_diff(other as u8 & 7);
        let ranks = (self as u8 >> 3).abs_diff(other as u8 >> 3);
        if files > ranks { files } else { ranks }
    }

    /// Parses `e4`: lower case, exactly two bytes.
    #[must_use]
    pub const fn from_ascii(text: &[u8]) -> Option<Square> {
        match text {
            [file, rank] => match (File::from_letter(*file), Rank::from_digit(*rank)) {
                (Some(file), Some(rank)) => Some(Square::new(file, rank)),
                _ => None,
            },
            _ => None,
        }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

/// The text is not a square from `a1` to `h8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square: expected a1 to h8")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        Square::from_ascii(text.as_bytes()).ok_or(ParseSquareError)
    }
}
