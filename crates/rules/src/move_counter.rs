//! The sink that counts moves without listing them.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;

use crate::cpu::Cpu;
use crate::generate::{Mover, PawnTargets, Sink};
use crate::static_color::StaticColor;
use crate::{Bitboard, Square};

/// Counts moves, those of whole sets of pieces with the instructions of the processor.
#[derive(Clone, Copy)]
pub(crate) struct MoveCounter<C: Cpu> {
    /// Moves that were not counted in lanes.
    pub(crate) moves: u64,
    pub(crate) lanes: C::Lanes,
}

impl<C: Cpu> MoveCounter<C> {
    #[inline(always)]
    pub(crate) fn new() -> MoveCounter<C> {
        MoveCounter { moves: 0, lanes: C::zero_lanes() }
    }

    #[inline(always)]
    pub(crate) fn total(&self) -> u64 {
        self.moves + C::sum_lanes(self.lanes)
    }
}

impl<P: StaticColor, C: Cpu> Sink<P, C> for MoveCounter<C> {
    #[inline(always)]
    fn pawns(&mut self, targets: PawnTargets) {
        // Pushes end on empty squares and captures on occupied ones, so each pair shares a popcount.
        self.moves +=
            u64::from((targets.push | targets.west).count() + (targets.double | targets.east).count());
    }

    #[inline(always)]
    fn promotions(&mut self, targets: PawnTargets) {
        self.moves += 4 * u64::from((targets.push | targets.west).count() + targets.east.count());
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.moves += 1;
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn piece(&mut self, _: Mover, _: Square, targets: Bitboard) {
        self.moves += u64::from(targets.count());
    }

    #[inline(always)]
    fn castle(&mut self, _: Square, _: Square) {
        self.moves += 1;
    }

    #[inline(always)]
    fn knights(&mut self, knights: Bitboard, targets: Bitboard) {
        C::count_knights(self, knights, targets);
    }

    #[inline(always)]
    fn sliders(&mut self, diagonals: Bitboard, straights: Bitboard, occupied: Bitboard, targets: Bitboard) {
        C::count_sliders(self, diagonals, straights, occupied, targets);
    }
}
