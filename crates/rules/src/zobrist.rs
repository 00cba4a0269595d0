//! Zobrist hashing with Polyglot's keys: one for each piece and square, each castling right, the en passant
//! file if a pawn stands ready to capture, and White to move.

mod keys;

use keys::POLYGLOT;

use crate::{Bitboard, Board, Color, File, Role, Square};

const CASTLING_RIGHTS: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;

/// Keys indexed by color, [`role_code`] and square.
static PIECES: [[[u64; 64]; 8]; 2] = {
    let mut table = [[[0; 64]; 8]; 2];
    let mut index = 0;
    while index < CASTLING_RIGHTS {
        let kind = index / 64;
        let role = Role::ALL[kind / 2];
        let color = 1 - kind % 2; // Polyglot counts Black first
        table[color][role_code(role)][index % 64] = POLYGLOT[index];
        index += 1;
    }
    table
};

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

#[inline(always)]
pub(crate) fn piece(color: Color, code: usize, square: Square) -> u64 {
    PIECES[color as usize][code & 7][square as usize]
}

#[inline(always)]
pub(crate) const fn white_to_move() -> u64 {
    POLYGLOT[TURN]
}

#[inline(always)]
pub(crate) const fn en_passant(file: File) -> u64 {
    POLYGLOT[EN_PASSANT + file as usize]
}

/// Keys of castling rights, given as rooks. Without loops, so that the compiler can remove it where the hash
/// is unused.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn castling_rights(rooks: Bitboard, white_king: Bitboard, black_king: Bitboard) -> u64 {
    let rank = |color: Color| rooks & Bitboard::rank(color.back_rank());
    let key = |index: usize, rooks: u64| if rooks != 0 { POLYGLOT[CASTLING_RIGHTS + index] } else { 0 };
    let (white, black) = (rank(Color::White).0, rank(Color::Black).0);
    let below = |king: Bitboard| king.0.wrapping_sub(1);
    key(0, white & !below(white_king))
        ^ key(1, white & below(white_king))
        ^ key(2, black & !below(black_king))
        ^ key(3, black & below(black_king))
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
