//! Standard algebraic notation (SAN).
//!
//! The writer is strict: minimal disambiguation (file, else rank, else both; only legal moves count), `x` for
//! captures, `=` for promotions, `+` or `#` at the end.
//!
//! The parser accepts what people and old programs write; see [`San::parse`].

mod parse;
mod write;
mod resolve;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, CastlingSide, Color, File, Move, Rank, Role, Square};

/// A move in SAN, parsed without a board or created by [`Position::san`](crate::Position::san). Seven bytes.
///
/// ```
/// use hanpan_rules::{Position, San};
/// let position = Position::start();
/// let m = San::parse(b"Ng1-f3!?").unwrap().resolve(&position).unwrap();
/// assert_eq!(position.san(m).to_string(), "Nf3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct San {
    action: SanKind,
    suffix: Option<SanSuffix>,
}

/// Check or checkmate suffix.
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

/// Syntax error in a SAN move, with its location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseSanError {
    /// Byte offset of the error, from 0.
    pub at: usize,
    /// Reason of the error.
    pub reason: SanReason,
}

/// Reason why a text is not SAN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SanReason {
    /// Empty text.
    Empty,
    /// Neither a piece, nor a square, nor castling.
    NotAMove,
    /// Not a file, `a` to `h`.
    NotAFile,
    /// Not a rank, `1` to `8`.
    NotARank,
    /// Neither `O-O` nor `O-O-O`.
    BadCastling,
    /// A promotion to something other than queen, rook, bishop or knight.
    NotAPromotion,
    /// A promotion of a piece other than a pawn, or not on the first or last rank.
    UnexpectedPromotion,
    /// Text after a complete move.
    TooLong,
}

/// The reason why a SAN move cannot be played in a position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SanError {
    /// The null move is never legal.
    Null,
    /// No such piece can move there.
    Illegal {
        /// The moving piece.
        role: Role,
        /// The file of the origin, if given; always set for a pawn.
        file: Option<File>,
        /// The rank of the origin, if given.
        rank: Option<Rank>,
        /// The pieces that may be meant; [`Position::explain`](crate::Position::explain) gives the reason for
        /// each. Empty if there is no such piece.
        from: Bitboard,
        /// The target.
        to: Square,
        /// The promotion, if given.
        promotion: Option<Role>,
    },
    /// Castling is illegal.
    IllegalCastling(CastlingSide),
    /// Several pieces can move there.
    Ambiguous(Vec<Move>),
    /// A promotion without the role to promote to.
    PromotionMissing {
        /// Origin of the pawn.
        from: Square,
        /// Target of the pawn.
        to: Square,
    },
}

impl San {
    /// Parses a move leniently, accepting also:
    /// - castling with letters or zeros, `O-O`, `o-o`, `0-0-0`;
    /// - missing `x`, `+`, `#` and `=`; `:` for `x`; wrong `+` or `#`; `!` and `?` at the end;
    /// - an `x` where nothing is captured;
    /// - promotions as `e8=Q`, `e8Q`, `e8(Q)` and `e8/Q`, the letter in either case;
    /// - redundant disambiguation and long algebraic notation: `Ng1f3`, `Ng1-f3`, `Ng1xf3`, `e2-e4`, `e2e4`;
    /// - figurines of both colors, `♘f3` and `♞f3`;
    /// - `P` for a pawn, `Pe4`; `ep` or `e.p.` at the end of a pawn move, with or without a blank;
    /// - lower-case letters `n`, `r`, `q`, `k` for pieces; a lower-case `b` is always the b-file, never a
    ///   bishop;
    /// - surrounding blanks.
    ///
    /// `--`, `Z0` and `null` parse as null moves, because analyses contain them; they are never legal.
    ///
    /// # Errors
    /// Returns byte offset and reason of the first error.
    #[inline(always)]
    pub fn parse(text: &[u8]) -> Result<San, ParseSanError> {
        parse::parse(text)
    }

    /// The suffix as parsed; it is not validated.
    #[must_use]
    pub fn suffix(&self) -> Option<SanSuffix> {
        self.suffix
    }

    /// Returns true for the null move `--`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.action == SanKind::Null
    }

    /// Displays the move with figurines of a color instead of letters.
    ///
    /// ```
    /// use hanpan_rules::{Color, San};
    /// assert_eq!(San::parse(b"Nbd7+").unwrap().figurines(Color::Black).to_string(), "♞bd7+");
    /// ```
    #[must_use]
    pub fn figurines(self, color: Color) -> FigurineSan {
        FigurineSan { san: self, color }
    }

    /// Appends the text to a string; faster than formatting it.
    ///
    /// ```
    /// use hanpan_rules::San;
    /// let mut text = String::from("1. ");
    /// San::parse(b"Nf3").unwrap().push_to(&mut text);
    /// assert_eq!(text, "1. Nf3");
    /// ```
    pub fn push_to(&self, text: &mut String) {
        // Writing to a string never fails.
        let _ = self.write(Role::upper_char, text);
    }

    fn write(&self, letter: impl Fn(Role) -> char, f: &mut impl fmt::Write) -> fmt::Result {
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
    fn write(&self, letter: impl Fn(Role) -> char, f: &mut impl fmt::Write) -> fmt::Result {
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
        if let Some(role) = self.promotion {
            f.write_char('=')?;
            f.write_char(letter(role))?;
        }
        Ok(())
    }
}

/// A move with figurines. Created by [`San::figurines`].
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

/// Strict SAN, except that a parsed move without `x` is written without it.
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
