//! Men on squares.

use rules::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

use crate::Material;

/// Slots of the kings; the other men follow in the order of their [`Material`].
pub(crate) const WHITE_KING: usize = 0;
pub(crate) const BLACK_KING: usize = 1;
pub(crate) const FIRST_MAN: usize = 2;

/// A position of a table: the squares of its men and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placement {
    /// The kings, then the other men; the squares of missing ones are of no account.
    pub(crate) squares: [Square; 4],
    pub(crate) turn: Color,
    /// The opponent has just played a double step, and a pawn stands beside the pawn that did.
    pub(crate) en_passant: bool,
}

/// The men of a placement with their squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Men {
    pieces: [Piece; 4],
    count: usize,
}

impl Men {
    pub(crate) fn of(material: Material) -> Men {
        let mut pieces = [Role::King.of(Color::White); 4];
        pieces[BLACK_KING] = Role::King.of(Color::Black);
        let mut count = FIRST_MAN;
        for man in material.men() {
            pieces[count] = man;
            count += 1;
        }
        Men { pieces, count }
    }

    /// The pieces by slot.
    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces[..self.count]
    }

    pub(crate) fn occupied(&self, placement: &Placement) -> Bitboard {
        self.occupied_without(placement, None)
    }

    fn occupied_without(&self, placement: &Placement, captured: Option<usize>) -> Bitboard {
        let squares = placement.squares[..self.count].iter().enumerate();
        squares
            .filter(|(slot, _)| captured != Some(*slot))
            .fold(Bitboard::EMPTY, |set, (_, square)| set | square.bitboard())
    }

    /// The slot of the man on a square.
    pub(crate) fn slot_at(&self, placement: &Placement, square: Square) -> Option<usize> {
        placement.squares[..self.count].iter().position(|&other| other == square)
    }

    /// Returns true if the king of `color` is attacked; a man in the slot `captured` does not count.
    pub(crate) fn is_attacked(&self, placement: &Placement, color: Color, captured: Option<usize>) -> bool {
        let king = placement.squares[color as usize];
        let occupied = self.occupied_without(placement, captured);
        self.pieces().iter().zip(placement.squares).enumerate().any(|(slot, (piece, square))| {
            piece.color != color
                && captured != Some(slot)
                && attacks::piece(*piece, square, occupied).has(king)
        })
    }

    /// Returns true if the placement is a position: men on squares of their own, no pawn on the first or last rank, the
    /// side that has moved not in check.
    pub(crate) fn is_legal(&self, placement: &Placement) -> bool {
        let is_apart = self.occupied(placement).count() as usize == self.count;
        let has_pawns_on_board = self.pieces().iter().zip(placement.squares).all(|(piece, square)| {
            piece.role != Role::Pawn || !matches!(square.rank(), Rank::First | Rank::Eighth)
        });
        is_apart
            && has_pawns_on_board
            && (!placement.en_passant || self.can_be_en_passant(placement))
            && !self.is_attacked(placement, !placement.turn, None)
    }

    /// Returns true if the last move can have been a double step beside a pawn of the side to move.
    pub(crate) fn can_be_en_passant(&self, placement: &Placement) -> bool {
        let Some(slot) = self.double_stepped(placement) else { return false };
        let (color, square) = (!placement.turn, placement.squares[slot]);
        let occupied = self.occupied(placement);
        let forward = forward(color);
        let is_empty =
            |steps: i8| square.offset(0, -steps * forward).is_some_and(|square| !occupied.has(square));
        let is_beside = self.pieces().iter().zip(placement.squares).any(|(piece, other)| {
            *piece == Role::Pawn.of(placement.turn)
                && other.rank() == square.rank()
                && (other.file() as u8).abs_diff(square.file() as u8) == 1
        });
        color.relative(square).rank() == Rank::Fourth && is_empty(1) && is_empty(2) && is_beside
    }

    /// The slot of the pawn of the side that has moved.
    pub(crate) fn double_stepped(&self, placement: &Placement) -> Option<usize> {
        self.pieces().iter().position(|piece| *piece == Role::Pawn.of(!placement.turn))
    }
}

/// Direction of a color's pawns in ranks.
pub(crate) const fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}
