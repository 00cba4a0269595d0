//! Attack tables of all pieces, and the squares between two squares.
//!
//! Sliding attacks come from `pext` where the build is for processors with BMI2, else from
//! `obstruction_difference`; loops that need many of them take those of a [`Cpu`], chosen at run time. Attacks
//! of all pieces but pawns are symmetric: the attack set of a king's square, intersected with the enemy's
//! pieces, is the set of checkers.

pub(crate) mod obstruction_difference;
#[cfg(target_arch = "x86_64")]
pub(crate) mod pext;

use crate::cpu::{BuildTarget, Cpu};
use crate::{Bitboard, Color, Piece, Role, Square};

/// Directions of a slider as (files, ranks).
pub(crate) const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub(crate) const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const KNIGHT_JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

pub(crate) static KNIGHT: [Bitboard; 64] = leaper_attacks(KNIGHT_JUMPS);
pub(crate) static KING: [Bitboard; 64] = leaper_attacks(KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [leaper_attacks([(-1, 1), (1, 1)]), leaper_attacks([(-1, -1), (1, -1)])];
pub(crate) static STRAIGHT_RAYS: [Bitboard; 64] = rays_on_empty_board(STRAIGHT);
pub(crate) static DIAGONAL_RAYS: [Bitboard; 64] = rays_on_empty_board(DIAGONAL);
pub(crate) static BETWEEN: [[Bitboard; 64]; 64] = between_table();

/// The squares a knight attacks.
#[inline(always)]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square as usize]
}

/// The squares a king attacks.
#[inline(always)]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    KING[square as usize]
}

/// Squares that a pawn attacks: diagonally forward, occupied or not.
#[inline(always)]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color as usize][square as usize]
}

/// The squares a bishop attacks, up to and including the first occupied one in each direction.
#[inline(always)]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BuildTarget::bishop(square, occupied)
}

/// The squares a rook attacks, up to and including the first occupied one in each direction.
#[inline(always)]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    BuildTarget::rook(square, occupied)
}

/// Squares that a queen attacks: the union of rook and bishop attacks.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[must_use]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares a piece attacks from a square.
#[must_use]
pub fn piece(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.role {
        Role::Pawn => pawn(piece.color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// Union of the attacks of a set of knights, of diagonal sliders and of straight sliders.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn attacked_by_sets<C: Cpu>(
    knights: Bitboard,
    diagonals: Bitboard,
    straights: Bitboard,
    occupied: Bitboard,
) -> Bitboard {
    let mut attacked = Bitboard::EMPTY;
    for square in knights {
        attacked |= knight(square);
    }
    for square in diagonals {
        attacked |= C::bishop(square, occupied);
    }
    for square in straights {
        attacked |= C::rook(square, occupied);
    }
    attacked
}

/// The squares strictly between two squares on a common rank, file or diagonal; empty if there is no such line.
#[inline(always)]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a as usize][b as usize]
}

/// The rank, file or diagonal through two squares, from edge to edge; empty if they are not aligned.
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    let ends = a.bitboard() | b.bitboard();
    if a == b {
        Bitboard::EMPTY
    } else if straight_rays(a).has(b) {
        straight_rays(a) & straight_rays(b) | ends
    } else if diagonal_rays(a).has(b) {
        diagonal_rays(a) & diagonal_rays(b) | ends
    } else {
        Bitboard::EMPTY
    }
}

/// Rook attacks on an empty board.
#[inline(always)]
pub(crate) fn straight_rays(square: Square) -> Bitboard {
    STRAIGHT_RAYS[square as usize]
}

/// Bishop attacks on an empty board.
#[inline(always)]
pub(crate) fn diagonal_rays(square: Square) -> Bitboard {
    DIAGONAL_RAYS[square as usize]
}

const fn leaper_attacks<const N: usize>(jumps: [(i8, i8); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut jump = 0;
        while jump < N {
            if let Some(to) = Square::ALL[index].offset(jumps[jump].0, jumps[jump].1) {
                table[index] = table[index].with(to);
            }
            jump += 1;
        }
        index += 1;
    }
    table
}

/// Reference implementation of sliding attacks: walks in each direction up to the first occupied square.
pub(crate) const fn walk_rays(square: Square, occupied: Bitboard, steps: [(i8, i8); 4]) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    let mut direction = 0;
    while direction < 4 {
        let mut at = square;
        while let Some(next) = at.offset(steps[direction].0, steps[direction].1) {
            reached = reached.with(next);
            if occupied.has(next) {
                break;
            }
            at = next;
        }
        direction += 1;
    }
    reached
}

const fn rays_on_empty_board(steps: [(i8, i8); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = walk_rays(Square::ALL[index], Bitboard::EMPTY, steps);
        index += 1;
    }
    table
}

const fn between_table() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = KING_STEPS[direction];
            let mut passed = Bitboard::EMPTY;
            let mut at = Square::ALL[from];
            while let Some(next) = at.offset(files, ranks) {
                table[from][next as usize] = passed;
                passed = passed.with(next);
                at = next;
            }
            direction += 1;
        }
        from += 1;
    }
    table
}
