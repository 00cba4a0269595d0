//! Piece bitboards of one side.

use rules::{Bitboard, ByColor, Color, Position, Role, Square};

use super::bitboards;

/// Pieces of one side by role.
#[derive(Clone, Copy)]
pub(crate) struct SidePieces {
    pub(crate) pawns: Bitboard,
    pub(crate) knights: Bitboard,
    pub(crate) bishops: Bitboard,
    pub(crate) rooks: Bitboard,
    pub(crate) queens: Bitboard,
    pub(crate) king: Square,
    pub(crate) all: Bitboard,
    pub(crate) pawn_attacks: Bitboard,
}

impl SidePieces {
    #[inline(always)]
    pub(crate) fn of(position: &Position, color: Color) -> SidePieces {
        let board = position.board();
        let set = |role: Role| board.pieces(role.of(color));
        let pawns = set(Role::Pawn);
        SidePieces {
            pawns,
            knights: set(Role::Knight),
            bishops: set(Role::Bishop),
            rooks: set(Role::Rook),
            queens: set(Role::Queen),
            king: position.king(color),
            all: board.color(color),
            pawn_attacks: bitboards::pawn_attacks(color, pawns),
        }
    }

    /// Pieces of both sides.
    #[inline(always)]
    pub(crate) fn both(position: &Position) -> ByColor<SidePieces> {
        ByColor {
            white: SidePieces::of(position, Color::White),
            black: SidePieces::of(position, Color::Black),
        }
    }

    /// Knights and bishops.
    #[inline(always)]
    pub(crate) fn minors(&self) -> Bitboard {
        self.knights | self.bishops
    }

    /// All pieces but pawns and king.
    #[inline(always)]
    pub(crate) fn pieces(&self) -> Bitboard {
        self.minors() | self.rooks | self.queens
    }

    /// Game phase of one side: 12 at the start.
    #[inline(always)]
    pub(crate) fn phase(&self) -> i32 {
        (self.minors().count() + 2 * self.rooks.count() + 4 * self.queens.count()) as i32
    }
}
