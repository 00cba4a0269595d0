//! What differs between the tiers: sliding attacks, the king's surroundings, and counting moves of whole sets.

use super::Cpu;
use crate::attacks::{self, obstruction_difference};
use crate::king_zone::KingZone;
use crate::move_counter::MoveCounter;
use crate::{Bitboard, Square};

/// Operations of a processor. The provided ones are portable and go piece by piece.
pub(crate) trait Instructions: Copy {
    /// Moves counted in SIMD lanes; `()` where there are none.
    type Lanes: Copy;

    fn zero_lanes() -> Self::Lanes;
    fn sum_lanes(lanes: Self::Lanes) -> u64;

    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard;
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard;

    /// The squares from which a piece could attack `steps`, a subset of the squares around a king.
    fn king_zone(king: Square, steps: Bitboard) -> KingZone;

    /// All squares attacked by knights and sliders.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn attacked(knights: Bitboard, diagonals: Bitboard, straights: Bitboard, occupied: Bitboard) -> Bitboard
    where
        Self: Cpu,
    {
        attacks::attacked_by_sets::<Self>(knights, diagonals, straights, occupied)
    }

    /// Adds the number of knight moves that end on the targets.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn count_knights(counter: &mut MoveCounter<Self>, knights: Bitboard, targets: Bitboard)
    where
        Self: Cpu,
    {
        for from in knights {
            counter.moves += u64::from((attacks::knight(from) & targets).count());
        }
    }

    /// Adds the number of slider moves that end on the targets.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn count_sliders(
        counter: &mut MoveCounter<Self>,
        diagonals: Bitboard,
        straights: Bitboard,
        occupied: Bitboard,
        targets: Bitboard,
    ) where
        Self: Cpu,
    {
        for from in diagonals {
            counter.moves += u64::from((Self::bishop(from, occupied) & targets).count());
        }
        for from in straights {
            counter.moves += u64::from((Self::rook(from, occupied) & targets).count());
        }
    }
}

/// A processor with the instructions that the target of the build guarantees, [`Tier::Baseline`].
///
/// [`Tier::Baseline`]: super::Tier::Baseline
#[derive(Clone, Copy, Debug)]
pub struct Baseline;

impl Cpu for Baseline {
    #[cfg_attr(target_family = "wasm", inline(always))]
    #[cfg_attr(not(target_family = "wasm"), inline(never))]
    fn run<R>(f: impl FnOnce() -> R) -> R {
        f()
    }
}

impl Instructions for Baseline {
    type Lanes = ();

    #[inline(always)]
    fn zero_lanes() {}

    #[inline(always)]
    fn sum_lanes((): ()) -> u64 {
        0
    }

    #[inline(always)]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        obstruction_difference::bishop(square, occupied)
    }

    #[inline(always)]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        obstruction_difference::rook(square, occupied)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn king_zone(_: Square, steps: Bitboard) -> KingZone {
        KingZone::everywhere(steps)
    }
}
