//! Sliding attacks by PEXT bitboards: `pext` of the relevant occupancy is the index into an attack table.

use core::arch::x86_64::_pext_u64;

use super::obstruction_difference;
use crate::{Bitboard, Square};

const ROOK_ENTRIES: usize = 102_400;
const BISHOP_ENTRIES: usize = 5_248;

struct PextTable<const N: usize> {
    /// Relevant occupancy mask of each square.
    masks: [u64; 64],
    /// Index of each square's first entry in `attacks`.
    offsets: [u32; 64],
    attacks: [Bitboard; N],
}

static ROOK: PextTable<ROOK_ENTRIES> = PextTable::new(&obstruction_difference::ROOK);
static BISHOP: PextTable<BISHOP_ENTRIES> = PextTable::new(&obstruction_difference::BISHOP);

#[inline(always)]
pub(crate) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK.attacks(square, occupied)
}

#[inline(always)]
pub(crate) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP.attacks(square, occupied)
}

impl<const N: usize> PextTable<N> {
    #[inline(always)]
    fn attacks(&self, square: Square, occupied: Bitboard) -> Bitboard {
        #[allow(unsafe_code, reason = "a bounds check here costs 4 % of perft")]
        // SAFETY: only tiers with BMI2 and builds for such processors use this module. `pext` with a mask of n bits is below
        // 2^n, and `new` fills 2^n entries from the square's offset: `N` is exactly their sum, or the last
        // assertion of `new` fails the build.
        unsafe {
            let index = _pext_u64(occupied.0, self.masks[square as usize]) as usize;
            *self.attacks.get_unchecked(self.offsets[square as usize] as usize + index)
        }
    }

    /// Fills the table at compile time. The attacks and the indexes along the two lines of a slider are
    /// independent and add up, so each line is computed for at most 64 occupancies per square instead of
    /// 4096: the build takes half a second.
    const fn new(lines: &obstruction_difference::LineMasks) -> PextTable<N> {
        let mut table = PextTable { masks: [0; 64], offsets: [0; 64], attacks: [Bitboard::EMPTY; N] };
        let mut start = 0;
        let mut index = 0;
        while index < 64 {
            let square = Square::ALL[index];
            let relevant = relevant_occupancy(square, lines);
            table.masks[index] = relevant;
            table.offsets[index] = start as u32;
            let first = LineOccupancies::new(square, lines[index][0], relevant);
            let second = LineOccupancies::new(square, lines[index][1], relevant);
            let mut i = 0;
            while i < first.count {
                let (entry, attacks) = (start + first.index[i], first.attacks[i]);
                let mut j = 0;
                while j < second.count {
                    table.attacks[entry + second.index[j]] = Bitboard(attacks | second.attacks[j]);
                    j += 1;
                }
                i += 1;
            }
            start += first.count * second.count;
            index += 1;
        }
        assert!(start == N);
        table
    }
}

/// PEXT index and attacks for every occupancy of one line.
struct LineOccupancies {
    count: usize,
    index: [usize; 64],
    attacks: [u64; 64],
}

impl LineOccupancies {
    const fn new(square: Square, line: Bitboard, relevant: u64) -> LineOccupancies {
        let mut table = LineOccupancies { count: 0, index: [0; 64], attacks: [0; 64] };
        let mask = line.0 & relevant;
        let mut subset = 0_u64;
        loop {
            table.index[table.count] = software_pext(subset, relevant);
            table.attacks[table.count] =
                obstruction_difference::line_attacks(line, square, Bitboard(subset)).0;
            table.count += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                return table;
            }
        }
    }
}

const fn software_pext(value: u64, mut mask: u64) -> usize {
    let mut gathered = 0;
    let mut bit = 0;
    while mask != 0 {
        if value & mask & mask.wrapping_neg() != 0 {
            gathered |= 1 << bit;
        }
        mask &= mask - 1;
        bit += 1;
    }
    gathered
}

/// Relevant occupancy: all squares of the lines except the edge squares at which a line ends.
const fn relevant_occupancy(square: Square, lines: &obstruction_difference::LineMasks) -> u64 {
    const RANKS: u64 = 0xFF00_0000_0000_00FF;
    const FILES: u64 = 0x8181_8181_8181_8181;
    let rank = 0xFF << (square as u8 & 56);
    let file = 0x0101_0101_0101_0101 << (square as u8 & 7);
    let edges = RANKS & !rank | FILES & !file;
    (lines[square as usize][0].0 | lines[square as usize][1].0) & !edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Tier;

    #[test]
    fn pext_table_agrees_with_obstruction_difference() {
        if Tier::detect() < Tier::Bmi2 {
            return;
        }
        for square in Square::ALL {
            for occupied in Bitboard(relevant_occupancy(square, &obstruction_difference::ROOK)).subsets() {
                assert_eq!(
                    rook(square, occupied),
                    obstruction_difference::rook(square, occupied),
                    "{square}"
                );
            }
            for occupied in Bitboard(relevant_occupancy(square, &obstruction_difference::BISHOP)).subsets() {
                assert_eq!(
                    bishop(square, occupied),
                    obstruction_difference::bishop(square, occupied),
                    "{square}"
                );
            }
        }
    }
}
