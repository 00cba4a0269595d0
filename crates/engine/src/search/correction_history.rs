//! Correction history: the average error of the static evaluation, by pawn structure and by the pieces of
//! each side.

use rules::{Bitboard, Color, Position, Role};

const ENTRIES: usize = 1 << 14;
/// Entries are stored in 256ths of a centipawn.
const GRAIN: i32 = 256;
/// Entries stay within plus and minus this.
const MAX_ENTRY: i32 = 48 * GRAIN;

/// Correction tables of one thread.
pub(crate) struct CorrectionHistory {
    tables: [Box<[i16]>; 3],
}

/// Indices of a position in the tables.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionIndices([usize; 3]);

impl CorrectionHistory {
    pub(crate) fn new() -> CorrectionHistory {
        CorrectionHistory { tables: std::array::from_fn(|_| vec![0; 2 * ENTRIES].into_boxed_slice()) }
    }

    /// Resets all tables.
    pub(crate) fn clear(&mut self) {
        self.tables.iter_mut().for_each(|table| table.fill(0));
    }

    /// Correction in centipawns to add to the evaluation.
    #[inline]
    pub(crate) fn get(&self, indices: CorrectionIndices) -> i32 {
        let [pawns, white, black] = std::array::from_fn(|i| i32::from(self.tables[i][indices.0[i]]));
        (5 * pawns + 4 * white + 4 * black) / (6 * GRAIN)
    }

    /// Moves the entries towards `difference`, the search value minus the evaluation.
    pub(crate) fn update(&mut self, indices: CorrectionIndices, difference: i32, depth: i32) {
        let weight = (depth + 1).min(16);
        for (table, index) in self.tables.iter_mut().zip(indices.0) {
            let old = i32::from(table[index]);
            let target = (difference * GRAIN).clamp(-4 * MAX_ENTRY, 4 * MAX_ENTRY);
            let new = (old * (256 - weight) + target * weight) / 256;
            table[index] = new.clamp(-MAX_ENTRY, MAX_ENTRY) as i16;
        }
    }
}

impl CorrectionIndices {
    #[inline]
    pub(crate) fn of(position: &Position) -> CorrectionIndices {
        let board = position.board();
        let pawns = board.role(Role::Pawn);
        let side = position.turn() as usize * ENTRIES;
        let [white, black] = Color::ALL.map(|color| {
            let own = board.color(color);
            let sets = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
            hash_bitboards(sets.map(|role| board.role(role) & own))
        });
        let structure = hash_bitboards(Color::ALL.map(|color| pawns & board.color(color)));
        CorrectionIndices([structure, white, black].map(|key| side + (key >> 50) as usize))
    }
}

#[inline(always)]
fn hash_bitboards<const N: usize>(sets: [Bitboard; N]) -> u64 {
    let mut key = 0_u64;
    for set in sets {
        key = (key ^ set.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        key ^= key >> 32;
    }
    key.wrapping_mul(0xBF58_476D_1CE4_E5B9)
}
