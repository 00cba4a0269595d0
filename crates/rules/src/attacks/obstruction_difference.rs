//! Sliding attacks by obstruction difference, for processors without PEXT and for WebAssembly, where the 841
//! kB table of `pext` would have to be downloaded; also used to fill that table.
//!
//! The nearest blocker below the slider is found by counting leading zeros. Subtracting it from the blockers
//! above the slider borrows from the nearest of those, and the bits that change are the attacks along the
//! line.

use super::{DIAGONAL, STRAIGHT, walk_rays};
use crate::{Bitboard, Square};

/// Masks of the two lines through each square, the square itself excluded.
pub(super) type LineMasks = [[Bitboard; 2]; 64];

pub(super) const ROOK: LineMasks = lines(STRAIGHT);
pub(super) const BISHOP: LineMasks = lines(DIAGONAL);

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) const fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    both_lines(&ROOK[square as usize], square, occupied)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) const fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    both_lines(&BISHOP[square as usize], square, occupied)
}

#[inline(always)]
const fn both_lines(lines: &[Bitboard; 2], square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(line_attacks(lines[0], square, occupied).0 | line_attacks(lines[1], square, occupied).0)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(super) const fn line_attacks(line: Bitboard, square: Square, occupied: Bitboard) -> Bitboard {
    let below = square.bitboard().0 - 1;
    let blockers = occupied.0 & line.0;
    // Bit 0 stands in for the blocker below where there is none.
    let nearest_below = 1 << (63 - (blockers & below | 1).leading_zeros());
    let above = blockers & !below;
    Bitboard((above ^ above.wrapping_sub(nearest_below)) & line.0)
}

const fn lines(steps: [(i8, i8); 4]) -> LineMasks {
    let mut table = [[Bitboard::EMPTY; 2]; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let all = walk_rays(square, Bitboard::EMPTY, steps);
        // `STRAIGHT` lists rank directions first, then file directions; `DIAGONAL` is rising, falling,
        // falling, rising.
        let first = match steps[1] {
            (-1, 0) => walk_rays(square, Bitboard::EMPTY, [steps[0], steps[1], steps[0], steps[1]]),
            _ => walk_rays(square, Bitboard::EMPTY, [steps[0], steps[3], steps[0], steps[3]]),
        };
        table[index] = [first, all.without(first)];
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obstruction_difference_agrees_with_walking() {
        let mut occupied = Bitboard(0x9E37_79B9_7F4A_7C15);
        for _ in 0..2_000 {
            occupied.0 = occupied.0.wrapping_mul(6_364_136_223_846_793_005).rotate_left(17) ^ 0xA5;
            for square in Square::ALL {
                assert_eq!(rook(square, occupied), walk_rays(square, occupied, STRAIGHT));
                assert_eq!(bishop(square, occupied), walk_rays(square, occupied, DIAGONAL));
            }
        }
    }
}
