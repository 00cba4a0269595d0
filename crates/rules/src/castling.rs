//! Castling geometry for every file of king and rook, as Chess960 needs.

use crate::static_color::StaticColor;
use crate::{Bitboard, CastlingSide, Color, File, Square, attacks};

/// Requirements of castling with one rook.
#[derive(Clone, Copy)]
pub(crate) struct CastlingPath {
    /// Squares that must be empty; king and rook themselves do not count.
    pub(crate) must_be_empty: Bitboard,
    /// Squares on which the king must not be attacked: those it passes and its target.
    pub(crate) king_path: Bitboard,
    /// The castling rook starts on the a- or h-file, so moving it cannot uncover an attack on the king.
    pub(crate) rook_on_edge: bool,
}

impl CastlingPath {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn of(color: Color, king: Square, rook: Square) -> &'static CastlingPath {
        &PATHS[color as usize][king as usize & 7][rook as usize & 7]
    }

    const fn new(king: Square, rook: Square) -> CastlingPath {
        let side = CastlingSide::of(king, rook);
        let (king_to, rook_to) = (side.king_to(king.rank()), side.rook_to(king.rank()));
        let king_path = attacks::BETWEEN[king as usize][king_to as usize].0 | king_to.bitboard().0;
        let rook_path = attacks::BETWEEN[rook as usize][rook_to as usize].0 | rook_to.bitboard().0;
        CastlingPath {
            must_be_empty: Bitboard((king_path | rook_path) & !king.bitboard().0 & !rook.bitboard().0),
            king_path: Bitboard(king_path),
            rook_on_edge: matches!(rook.file(), File::A | File::H),
        }
    }
}

/// Back-rank squares visible from the king. A castling rook must be among them. `occupied` excludes the king.
/// The result is meaningless for a king off its back rank, which has no castling rights.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn back_rank_visible_from<P: StaticColor>(king: Square, occupied: Bitboard) -> Bitboard {
    let shift = P::COLOR.back_rank() as u8 * 8;
    let rank = (occupied.0 >> shift) as u8;
    Bitboard(u64::from(BACK_RANK_ATTACKS[king as usize & 7][rank as usize]) << shift)
}

/// Indexed by the king's file and the occupancy of the back rank.
static BACK_RANK_ATTACKS: [[u8; 256]; 8] = {
    let mut view = [[0; 256]; 8];
    let mut king = 0;
    while king < 8 {
        let mut occupied = 0;
        while occupied < 256 {
            let seen = attacks::walk_rays(Square::ALL[king], Bitboard(occupied as u64), attacks::STRAIGHT);
            view[king][occupied] = seen.0 as u8;
            occupied += 1;
        }
        king += 1;
    }
    view
};

/// Indexed by color, the king's file and the rook's file.
static PATHS: [[[CastlingPath; 8]; 8]; 2] = {
    let mut ways = [[[CastlingPath::new(Square::E1, Square::H1); 8]; 8]; 2];
    let mut king = 0;
    while king < 8 {
        let mut rook = 0;
        while rook < 8 {
            ways[0][king][rook] = CastlingPath::new(Square::ALL[king], Square::ALL[rook]);
            ways[1][king][rook] = CastlingPath::new(Square::ALL[56 + king], Square::ALL[56 + rook]);
            rook += 1;
        }
        king += 1;
    }
    ways
};
