//! Portable implementation, piece by piece.
#![cfg(any(
    test,
    not(all(
        target_arch = "x86_64",
        target_feature = "bmi2",
        target_feature = "avx512f",
        target_feature = "avx512vpopcntdq"
    ))
))]

pub(crate) use crate::attacks::attacked_by_sets as attacked;
use crate::{Bitboard, attacks};

/// Counts the moves of sets of pieces.
#[derive(Clone, Copy)]
pub(crate) struct MoveCounter {
    pub(crate) moves: u64,
}

impl MoveCounter {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn new() -> MoveCounter {
        MoveCounter { moves: 0 }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn total(&self) -> u64 {
        self.moves
    }

    /// Adds the number of knight moves that end on the targets.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn add_knights(&mut self, knights: Bitboard, targets: Bitboard) {
        for from in knights {
            self.moves += u64::from((attacks::knight(from) & targets).count());
        }
    }

    /// Adds the number of slider moves that end on the targets.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn add_sliders(
        &mut self,
        diagonals: Bitboard,
        straights: Bitboard,
        occupied: Bitboard,
        targets: Bitboard,
    ) {
        for from in diagonals {
            self.moves += u64::from((attacks::bishop(from, occupied) & targets).count());
        }
        for from in straights {
            self.moves += u64::from((attacks::rook(from, occupied) & targets).count());
        }
    }
}
