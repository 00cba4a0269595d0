//! The tiers of x86-64.

use super::{Cpu, Instructions};
use crate::attacks::pext;
use crate::king_zone::KingZone;
use crate::move_counter::MoveCounter;
use crate::move_counter::avx512::{self, Lanes};
use crate::{Bitboard, Square};

/// A processor with [`Tier::Bmi2`](super::Tier::Bmi2).
#[derive(Clone, Copy)]
pub(crate) struct Bmi2;

/// A processor with [`Tier::Avx512`](super::Tier::Avx512).
#[derive(Clone, Copy)]
pub(crate) struct Avx512;

impl Cpu for Bmi2 {
    #[inline(always)]
    fn run<R>(f: impl FnOnce() -> R) -> R {
        #[inline(never)]
        #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,fma,movbe,avx2")]
        fn compiled_for_bmi2<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        #[allow(unsafe_code, reason = "PEXT makes perft four times as fast")]
        // SAFETY: `dispatch` has detected these features before it uses this type for the first time.
        unsafe {
            compiled_for_bmi2(f)
        }
    }
}

impl Cpu for Avx512 {
    #[inline(always)]
    fn run<R>(f: impl FnOnce() -> R) -> R {
        #[inline(never)]
        #[target_feature(
            enable = "popcnt,lzcnt,bmi1,bmi2,fma,movbe,avx2,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq"
        )]
        fn compiled_for_avx512<R>(f: impl FnOnce() -> R) -> R {
            f()
        }
        #[allow(unsafe_code, reason = "SIMD counting makes perft 50 % faster")]
        // SAFETY: `dispatch` has detected these features before it uses this type for the first time.
        unsafe {
            compiled_for_avx512(f)
        }
    }
}

impl Instructions for Bmi2 {
    type Lanes = ();

    #[inline(always)]
    fn zero_lanes() {}

    #[inline(always)]
    fn sum_lanes((): ()) -> u64 {
        0
    }

    #[inline(always)]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        pext::bishop(square, occupied)
    }

    #[inline(always)]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        pext::rook(square, occupied)
    }

    #[inline(always)]
    fn king_zone(king: Square, steps: Bitboard) -> KingZone {
        KingZone::around(king, steps)
    }
}

impl Instructions for Avx512 {
    type Lanes = Lanes;

    #[inline(always)]
    fn zero_lanes() -> Lanes {
        Lanes::zero()
    }

    #[inline(always)]
    fn sum_lanes(lanes: Lanes) -> u64 {
        lanes.sum()
    }

    #[inline(always)]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        pext::bishop(square, occupied)
    }

    #[inline(always)]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        pext::rook(square, occupied)
    }

    #[inline(always)]
    fn king_zone(king: Square, steps: Bitboard) -> KingZone {
        KingZone::around(king, steps)
    }

    #[inline(always)]
    fn attacked(knights: Bitboard, diagonals: Bitboard, straights: Bitboard, occupied: Bitboard) -> Bitboard {
        avx512::attacked(knights, diagonals, straights, occupied)
    }

    #[inline(always)]
    fn count_knights(counter: &mut MoveCounter<Avx512>, knights: Bitboard, targets: Bitboard) {
        counter.lanes = counter.lanes.add_knights(knights, targets);
    }

    /// A table look-up is faster for a single slider.
    #[inline(always)]
    fn count_sliders(
        counter: &mut MoveCounter<Avx512>,
        diagonals: Bitboard,
        straights: Bitboard,
        occupied: Bitboard,
        targets: Bitboard,
    ) {
        if (diagonals | straights).more_than_one() {
            counter.lanes = counter.lanes.add_sliders(diagonals, straights, occupied, targets);
            return;
        }
        if let Some(from) = diagonals.first() {
            counter.moves += u64::from((pext::bishop(from, occupied) & targets).count());
        }
        if let Some(from) = straights.first() {
            counter.moves += u64::from((pext::rook(from, occupied) & targets).count());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Baseline, Tier};
    use super::*;

    /// Attacks and counts of random sets on one processor, for comparison with another.
    fn results<C: Cpu>() -> [u64; 3] {
        C::run(
            #[inline(always)]
            || {
                let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
                let mut random = || {
                    seed =
                        seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    Bitboard(seed ^ seed >> 29)
                };
                let mut sums = [0_u64; 3];
                for _ in 0..20_000 {
                    let (diagonals, straights) =
                        (random() & random() & random(), random() & random() & random());
                    let knights = random() & random() & random();
                    // Own pieces block own sliders, so they are no targets.
                    let ours = diagonals | straights | knights;
                    let (occupied, targets) = (random() & random() | ours, random().without(ours));
                    let mut counter = MoveCounter::<C>::new();
                    C::count_sliders(&mut counter, diagonals, straights, occupied, targets);
                    C::count_knights(&mut counter, knights, targets);
                    let mix = |sum: u64, value: u64| sum.rotate_left(7) ^ value;
                    sums[0] = mix(sums[0], counter.total());
                    sums[1] = mix(sums[1], C::attacked(knights, diagonals, straights, occupied).0);
                    for square in Square::ALL {
                        sums[2] = mix(sums[2], C::queen(square, occupied).0);
                    }
                }
                sums
            },
        )
    }

    #[test]
    fn every_tier_agrees_with_the_baseline() {
        let expected = results::<Baseline>();
        if Tier::detect() >= Tier::Bmi2 {
            assert_eq!(results::<Bmi2>(), expected);
        }
        if Tier::detect() >= Tier::Avx512 {
            assert_eq!(results::<Avx512>(), expected);
        }
    }
}
