//! How wrong the evaluation has been in positions like this one: the same pawns, or the same pieces of a side.

use rules::{Bitboard, Color, Position, Role};

const ENTRIES: usize = 1 << 14;
/// Entries are kept in 256ths of a hundredth of a pawn.
const GRAIN: i32 = 256;
/// No entry passes this.
const LIMIT: i32 = 48 * GRAIN;

/// What has been learned about the evaluation.
pub(crate) struct Correction {
    tables: [Box<[i16]>; 3],
}

/// Where a position's corrections stand.
#[derive(Clone, Copy)]
pub(crate) struct Places([usize; 3]);

impl Correction {
    pub(crate) fn new() -> Correction {
        Correction { tables: std::array::from_fn(|_| vec![0; 2 * ENTRIES].into_boxed_slice()) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.tables.iter_mut().for_each(|table| table.fill(0));
    }

    /// What to add to the evaluation.
    #[inline]
    pub(crate) fn at(&self, places: Places) -> i32 {
        let [pawns, white, black] = std::array::from_fn(|i| i32::from(self.tables[i][places.0[i]]));
        (5 * pawns + 4 * white + 4 * black) / (6 * GRAIN)
    }

    /// A search found that a position is worth so much more than its evaluation.
    pub(crate) fn learn(&mut self, places: Places, difference: i32, depth: i32) {
        let weight = (depth + 1).min(16);
        for (table, place) in self.tables.iter_mut().zip(places.0) {
            let old = i32::from(table[place]);
            let target = (difference * GRAIN).clamp(-4 * LIMIT, 4 * LIMIT);
            let new = (old * (256 - weight) + target * weight) / 256;
            table[place] = new.clamp(-LIMIT, LIMIT) as i16;
        }
    }
}

impl Places {
    #[inline]
    pub(crate) fn of(position: &Position) -> Places {
        let board = position.board();
        let pawns = board.role(Role::Pawn);
        let side = position.turn() as usize * ENTRIES;
        let [white, black] = Color::ALL.map(|color| {
            let own = board.color(color);
            let sets = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
            mix(sets.map(|role| board.role(role) & own))
        });
        let structure = mix(Color::ALL.map(|color| pawns & board.color(color)));
        Places([structure, white, black].map(|key| side + (key >> 50) as usize))
    }
}

#[inline(always)]
fn mix<const N: usize>(sets: [Bitboard; N]) -> u64 {
    let mut key = 0_u64;
    for set in sets {
        key = (key ^ set.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        key ^= key >> 32;
    }
    key.wrapping_mul(0xBF58_476D_1CE4_E5B9)
}
