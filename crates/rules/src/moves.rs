//! Moves.

use core::fmt;
use core::num::NonZeroU32;

use crate::{Color, File, Rank, Role, Square};

/// Side to which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CastlingSide {
    /// Towards the h-file, `O-O`: king to the g-file, rook to the f-file.
    King,
    /// Towards the a-file, `O-O-O`: king to the c-file, rook to the d-file.
    Queen,
}

impl CastlingSide {
    /// Both sides, kingside first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// The file the king lands on.
    #[must_use]
    pub const fn king_file(self) -> File {
        match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        }
    }

    /// The file the rook lands on.
    #[must_use]
    pub const fn rook_file(self) -> File {
        match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        }
    }

    /// The square a king lands on when it castles on this rank.
    #[must_use]
    pub const fn king_to(self, rank: Rank) -> Square {
        Square::new(self.king_file(), rank)
    }

    /// The square a rook lands on when it castles on this rank.
    #[must_use]
    pub const fn rook_to(self, rank: Rank) -> Square {
        Square::new(self.rook_file(), rank)
    }

    /// The side of the king on which the rook stands.
    #[must_use]
    pub const fn of(king: Square, rook: Square) -> CastlingSide {
        if (king as u8) < rook as u8 { CastlingSide::King } else { CastlingSide::Queen }
    }
}

/// A move with moving piece, captured piece and promotion. Four bytes.
///
/// Moves come from a [`Position`](crate::Position), in which they are legal.
/// [`Position::play`](crate::Position::play) rejects a move from another position that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Option<Move>>() == 4);

// from: 6 bits, to: 6, role: 3, captured role or 0: 3, promoted role or 0: 3, kind: 2, castling rook's file: 3.
const TO: u32 = 6;
const ROLE: u32 = 12;
const CAPTURE: u32 = 15;
const PROMOTION: u32 = 18;
const KIND: u32 = 21;
const ROOK_FILE: u32 = 23;
const EN_PASSANT: u32 = 1 << KIND;
const CASTLE: u32 = 2 << KIND;

impl Move {
    #[inline(always)]
    const fn pack(role: Role, from: Square, to: Square, rest: u32) -> Move {
        let bits = from as u32 | (to as u32) << TO | (role as u32) << ROLE | rest;
        match NonZeroU32::new(bits) {
            Some(bits) => Move(bits),
            None => unreachable!(), // roles count from 1
        }
    }

    /// An ordinary move, possibly a capture.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn normal(role: Role, from: Square, to: Square, capture: Option<Role>) -> Move {
        Move::pack(role, from, to, bits(capture) << CAPTURE)
    }

    /// A promotion.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn promote(from: Square, to: Square, capture: Option<Role>, role: Role) -> Move {
        Move::pack(Role::Pawn, from, to, bits(capture) << CAPTURE | (role as u32) << PROMOTION)
    }

    /// An en passant capture.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn en_passant(from: Square, to: Square) -> Move {
        Move::pack(Role::Pawn, from, to, (Role::Pawn as u32) << CAPTURE | EN_PASSANT)
    }

    /// Castling.
    #[inline(always)]
    #[must_use]
    pub(crate) fn castle(king: Square, rook: Square) -> Move {
        let to = CastlingSide::of(king, rook).king_to(king.rank());
        Move::pack(Role::King, king, to, CASTLE | (rook.file() as u32) << ROOK_FILE)
    }

    /// Origin of the moving piece; of the king for castling.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_index_unchecked(self.0.get() as u8)
    }

    /// Target of the moving piece; of the king for castling.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_index_unchecked((self.0.get() >> TO) as u8)
    }

    /// The moving piece; the pawn for a promotion.
    #[inline(always)]
    #[must_use]
    pub const fn role(self) -> Role {
        match role(self.0.get() >> ROLE) {
            Some(role) => role,
            None => unreachable!(), // every constructor sets it
        }
    }

    /// The captured piece.
    #[inline(always)]
    #[must_use]
    pub const fn capture(self) -> Option<Role> {
        role(self.0.get() >> CAPTURE)
    }

    /// Returns true for captures, en passant included.
    #[inline(always)]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.0.get() >> CAPTURE & 7 != 0
    }

    /// The role that a pawn promotes to.
    #[inline(always)]
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        role(self.0.get() >> PROMOTION)
    }

    /// Returns true for an en passant capture.
    #[inline(always)]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        self.0.get() & EN_PASSANT != 0
    }

    /// Returns true for castling.
    #[inline(always)]
    #[must_use]
    pub const fn is_castle(self) -> bool {
        self.0.get() & CASTLE != 0
    }

    /// The side to which the king castles.
    #[must_use]
    pub fn castling_side(self) -> Option<CastlingSide> {
        self.castling_rook().map(|(rook, _)| CastlingSide::of(self.from(), rook))
    }

    /// Origin and target of the castling rook.
    #[inline]
    #[must_use]
    pub fn castling_rook(self) -> Option<(Square, Square)> {
        if !self.is_castle() {
            return None;
        }
        let rank = self.from().rank();
        let from = Square::new(File::ALL[(self.0.get() >> ROOK_FILE & 7) as usize], rank);
        Some((from, CastlingSide::of(self.from(), from).rook_to(rank)))
    }

    /// Square of the captured piece: the target, except for en passant.
    #[must_use]
    pub fn capture_square(self) -> Option<Square> {
        if self.is_en_passant() {
            Some(Square::new(self.to().file(), self.from().rank()))
        } else {
            self.is_capture().then_some(self.to())
        }
    }

    /// Returns true for a pawn's double step.
    #[must_use]
    pub const fn is_double_step(self) -> bool {
        matches!(self.role(), Role::Pawn) && (self.from() as u8).abs_diff(self.to() as u8) == 16
    }

    /// Returns true for pawn moves and captures, which reset the halfmove clock.
    #[must_use]
    pub const fn is_irreversible(self) -> bool {
        self.is_capture() || matches!(self.role(), Role::Pawn)
    }
}

#[inline(always)]
const fn bits(role: Option<Role>) -> u32 {
    match role {
        Some(role) => role as u32,
        None => 0,
    }
}

#[inline(always)]
const fn role(bits: u32) -> Option<Role> {
    match bits & 7 {
        1 => Some(Role::Pawn),
        2 => Some(Role::Knight),
        3 => Some(Role::Bishop),
        4 => Some(Role::Rook),
        5 => Some(Role::Queen),
        6 => Some(Role::King),
        _ => None,
    }
}

/// Full long algebraic notation: `Ng1-f3`, `Pe5xd6 e.p.`, `Pe7xd8=Q`, `O-O`.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.castling_side() {
            Some(CastlingSide::King) => return f.write_str("O-O"),
            Some(CastlingSide::Queen) => return f.write_str("O-O-O"),
            None => {}
        }
        let dash = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}{}{dash}{}", self.role().upper_char(), self.from(), self.to())?;
        if let Some(role) = self.promotion() {
            write!(f, "={}", role.upper_char())?;
        }
        if self.is_en_passant() { f.write_str(" e.p.") } else { Ok(()) }
    }
}

/// Square of the captured pawn for an en passant capture on `target`.
#[inline]
pub(crate) const fn en_passant_pawn(target: Square) -> Square {
    Square::from_index_unchecked(target as u8 ^ 8)
}

/// Rank of the en passant squares of pawns of `color`.
pub(crate) const fn en_passant_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::Third,
        Color::Black => Rank::Sixth,
    }
}
