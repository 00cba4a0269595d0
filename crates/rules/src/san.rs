//! Moves as people write them: standard algebraic notation.
//!
//! Writing is strict: the origin is named only as far as needed (file, else rank, else both; pieces that may not
//! legally go there do not count), captures have `x`, promotions `=`, and `+` or `#` end the move.
//!
//! Reading takes what people and old programs have written; it is listed at [`San::parse`].

mod parse;
mod write;
mod resolve;

use alloc::vec::Vec;
use core::fmt;
use core::fmt::Write as _;
use core::str::FromStr;

use crate::{Bitboard, CastlingSide, Color, File, Move, Rank, Role, Square};

/// A move in algebraic notation, read without a board or made by [`Position::san`](crate::Position::san). Seven bytes.
///
/// ```
/// use rules::{Position, San};
/// let position = Position::start();
/// let m = San::parse(b"Ng1-f3!?").unwrap().resolve(&position).unwrap();
/// assert_eq!(position.san(m).to_string(), "Nf3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct San {
    action: SanKind,
    suffix: Option<SanSuffix>,
}

/// What a move says about the other king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanSuffix {
    /// `+`
    Check,
    /// `#`
    Checkmate,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum SanKind {
    Piece(PieceMove),
    Castle(CastlingSide),
    Null,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct PieceMove {
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    captures: bool,
    to: Square,
    promotion: Option<Role>,
}

/// Why a text is not a move in algebraic notation, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseSanError {
    /// The byte at which reading stopped, counted from 0.
    pub at: usize,
    /// What is wrong there.
    pub reason: SanReason,
}

/// What is wrong with a move in algebraic notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanReason {
    /// There is nothing.
    Empty,
    /// Neither a piece nor a square nor castling begins here.
    NotAMove,
    /// Not a file, `a` to `h`.
    NotAFile,
    /// Not a rank, `1` to `8`.
    NotARank,
    /// Neither `O-O` nor `O-O-O`.
    BadCastling,
    /// A pawn can become a queen, a rook, a bishop or a knight.
    NotAPromotion,
    /// Only a pawn promotes, and only on the first or the last rank.
    UnexpectedPromotion,
    /// The move is complete, and more follows.
    TooLong,
}

/// Why a move in algebraic notation cannot be played in a position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SanError {
    /// A null move is not a move that a player can make.
    Null,
    /// No such piece may go there.
    Illegal {
        /// What should move.
        role: Role,
        /// The file it should come from, if one was named; for a pawn, always.
        file: Option<File>,
        /// The rank it should come from, if one was named.
        rank: Option<Rank>,
        /// The pieces that may have been meant: [`Position::explain`](crate::Position::explain) tells why each may not
        /// go. Empty if no piece of the kind stands there.
        from: Bitboard,
        /// Where it should go.
        to: Square,
        /// What the pawn should become.
        promotion: Option<Role>,
    },
    /// Castling is not legal here.
    IllegalCastling(CastlingSide),
    /// More than one piece may go there.
    Ambiguous(Vec<Move>),
    /// A pawn reaches the last rank, and it is not said what it becomes.
    PromotionMissing {
        /// Where the pawn stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
}

impl San {
    /// Reads a move, also as people and old programs have written it:
    /// - castling with letters or zeros, `O-O`, `o-o`, `0-0-0`;
    /// - `x`, `+`, `#` and `=` left out, or `:` for `x`; a `+` or `#` that is wrong, and `!` and `?` at the end;
    /// - an `x` where nothing is captured;
    /// - promotions as `e8=Q`, `e8Q`, `e8(Q)` and `e8/Q`, the letter in either case;
    /// - more origin than needed, and long algebraic: `Ng1f3`, `Ng1-f3`, `Ng1xf3`, `e2-e4`, `e2e4`;
    /// - figurines of both colours for the letters, `♘f3` and `♞f3`;
    /// - `P` for a pawn, `Pe4`; `ep` or `e.p.` at the end of a pawn's move, with or without a blank;
    /// - lower-case letters `n`, `r`, `q`, `k` for pieces; a small `b` is always the b-file, never a bishop;
    /// - blanks before and after.
    ///
    /// `--`, `Z0` and `null` are read, because analyses hold them, but never are a legal move.
    ///
    /// # Errors
    /// Says which byte is wrong and why.
    #[inline(always)]
    pub fn parse(text: &[u8]) -> Result<San, ParseSanError> {
        parse::parse(text)
    }

    /// `+` or `#`, if the move has one. What was read is not checked.
    #[must_use]
    pub fn suffix(&self) -> Option<SanSuffix> {
        self.suffix
    }

    /// Whether this is `--`, no move at all.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.action == SanKind::Null
    }

    /// The move with figurines of a colour for the letters, to be printed.
    ///
    /// ```
    /// use rules::{Color, San};
    /// assert_eq!(San::parse(b"Nbd7+").unwrap().figurines(Color::Black).to_string(), "♞bd7+");
    /// ```
    #[must_use]
    pub fn figurines(self, color: Color) -> FigurineSan {
        FigurineSan { san: self, color }
    }

    fn write(&self, letter: impl Fn(Role) -> char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            SanKind::Castle(CastlingSide::King) => f.write_str("O-O")?,
            SanKind::Castle(CastlingSide::Queen) => f.write_str("O-O-O")?,
            SanKind::Null => f.write_str("--")?,
            SanKind::Piece(piece) => piece.write(letter, f)?,
        }
        match self.suffix {
            Some(SanSuffix::Check) => f.write_char('+'),
            Some(SanSuffix::Checkmate) => f.write_char('#'),
            None => Ok(()),
        }
    }
}

impl PieceMove {
    fn write(&self, letter: impl Fn(Role) -> char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.role != Role::Pawn {
            f.write_char(letter(self.role))?;
        }
        if let Some(file) = self.file {
            f.write_char(file.letter())?;
        }
        if let Some(rank) = self.rank {
            f.write_char(rank.digit())?;
        }
        if self.captures {
            f.write_char('x')?;
        }
        f.write_char(self.to.file().letter())?;
        f.write_char(self.to.rank().digit())?;
        match self.promotion {
            Some(role) => write!(f, "={}", letter(role)),
            None => Ok(()),
        }
    }
}

/// A move with figurines for letters. Made by [`San::figurines`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FigurineSan {
    san: San,
    color: Color,
}

impl fmt::Display for FigurineSan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.san.write(|role| role.of(self.color).figurine(), f)
    }
}

/// Strict notation, as far as the move knows: one that was read without `x` is written without.
impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(Role::upper_char, f)
    }
}

impl FromStr for San {
    type Err = ParseSanError;

    fn from_str(text: &str) -> Result<San, ParseSanError> {
        San::parse(text.as_bytes())
    }
}

impl fmt::Display for ParseSanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move, byte {}: {}", self.at, self.reason)
    }
}

impl fmt::Display for SanReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SanReason::Empty => "there is no move",
            SanReason::NotAMove => "expected a piece, a square or castling",
            SanReason::NotAFile => "expected a file, a to h",
            SanReason::NotARank => "expected a rank, 1 to 8",
            SanReason::BadCastling => "expected O-O or O-O-O",
            SanReason::NotAPromotion => "expected Q, R, B or N",
            SanReason::UnexpectedPromotion => "nothing promotes here",
            SanReason::TooLong => "expected the end of the move",
        })
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Null => f.write_str("the null move is not a legal move"),
            SanError::Illegal { role, from, to, .. } => match from.single() {
                Some(from) => write!(f, "the {role} on {from} may not go to {to}"),
                None => write!(f, "no {role} may go to {to}"),
            },
            SanError::IllegalCastling(CastlingSide::King) => f.write_str("O-O is not legal"),
            SanError::IllegalCastling(CastlingSide::Queen) => f.write_str("O-O-O is not legal"),
            SanError::Ambiguous(moves) => {
                f.write_str("ambiguous:")?;
                moves.iter().try_for_each(|m| write!(f, " {m:?}"))
            }
            SanError::PromotionMissing { from, to } => {
                write!(f, "the pawn from {from} promotes on {to}: to what?")
            }
        }
    }
}

impl core::error::Error for ParseSanError {}
impl core::error::Error for SanError {}

#[cfg(test)]
mod tests;
