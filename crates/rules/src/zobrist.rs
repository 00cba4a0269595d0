//! Zobrist hashing with Polyglot's keys: one for each piece and square, each castling right, the en passant
//! file if a pawn stands ready to capture, and White to move.
//!
//! With the feature `computed-keys` the keys are computed and not Polyglot's, whose table is 6 kB that do not compress.

#[cfg(any(feature = "computed-keys", test))]
mod computed;
#[cfg(not(feature = "computed-keys"))]
mod keys;

#[cfg(feature = "computed-keys")]
use computed::key;

use crate::{Bitboard, Board, Color, File, Role, Square};

const CASTLING_RIGHTS: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;

/// Role code: one bit for each of the board's sets of knights, diagonal sliders and straight sliders. The key
/// of a captured piece is found from its sets without determining its role.
pub(crate) const fn role_code(role: Role) -> usize {
    match role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 4,
        Role::Queen => 6,
        Role::King => 7,
    }
}

#[cfg(not(feature = "computed-keys"))]
#[inline(always)]
pub(crate) fn piece(color: Color, code: usize, square: Square) -> u64 {
    keys::PIECES[color as usize][code & 7][square as usize]
}

#[cfg(not(feature = "computed-keys"))]
#[inline(always)]
const fn key(index: usize) -> u64 {
    keys::POLYGLOT[index]
}

#[cfg(feature = "computed-keys")]
pub(crate) fn piece(color: Color, code: usize, square: Square) -> u64 {
    computed::piece(color, code, square)
}

#[inline(always)]
pub(crate) const fn white_to_move() -> u64 {
    key(TURN)
}

#[inline(always)]
pub(crate) const fn en_passant(file: File) -> u64 {
    key(EN_PASSANT + file as usize)
}

/// Keys of castling rights, given as rooks. Without loops, so that the compiler can remove it where the hash
/// is unused.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn castling_rights(rooks: Bitboard, white_king: Bitboard, black_king: Bitboard) -> u64 {
    let rank = |color: Color| rooks & Bitboard::rank(color.back_rank());
    let right = |index: usize, rooks: u64| if rooks != 0 { key(CASTLING_RIGHTS + index) } else { 0 };
    let (white, black) = (rank(Color::White).0, rank(Color::Black).0);
    let below = |king: Bitboard| king.0.wrapping_sub(1);
    right(0, white & !below(white_king))
        ^ right(1, white & below(white_king))
        ^ right(2, black & !below(black_king))
        ^ right(3, black & below(black_king))
}

/// Hash computed from scratch; moves update it incrementally.
pub(crate) fn from_scratch(board: &Board, turn: Color, rights: Bitboard, target: Option<Square>) -> u64 {
    let mut hash = castling_rights(rights, board.sides.white.king, board.sides.black.king);
    for (square, what) in board.iter() {
        hash ^= piece(what.color, role_code(what.role), square);
    }
    if let Some(target) = target {
        hash ^= en_passant(target.file());
    }
    if turn == Color::White {
        hash ^= white_to_move();
    }
    hash
}
