//! Eight directions in the eight lanes of an AVX-512 register.
//!
//! Along one direction, no two sliders of a side reach the same square: the rear slider stops at the front
//! one. So the moves of all sliders can be counted per lane without separating the sliders.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_loadu_si512,
    _mm512_mask_blend_epi64, _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_reduce_or_epi64,
    _mm512_rolv_epi64, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_ternarylogic_epi64,
};

use crate::{Bitboard, Square};

/// One number or one bitboard per direction.
#[derive(Clone, Copy)]
pub(crate) struct Lanes(__m512i);

/// Rotations of a step in each direction, and the masks against wrap-around at the edges of the board.
struct ShiftTable {
    once: [u64; 8],
    twice: [u64; 8],
    four_times: [u64; 8],
    wrap_mask: [u64; 8],
}

/// Diagonal directions in the lower four lanes, ranks and files in the upper four.
static SLIDER_SHIFTS: ShiftTable =
    ShiftTable::new([(1, 1), (-1, 1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)]);
static KNIGHT_SHIFTS: ShiftTable =
    ShiftTable::new([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
const STRAIGHT_LANES: u8 = 0b1111_0000;

/// Truth tables of `a | (b & c)` and `a & b & c` for the ternary logic instruction.
const OR_AND: i32 = 0b1111_1000;
const AND_AND: i32 = 0b1000_0000;

impl ShiftTable {
    const fn new(steps: [(i8, i8); 8]) -> ShiftTable {
        let mut table = ShiftTable { once: [0; 8], twice: [0; 8], four_times: [0; 8], wrap_mask: [0; 8] };
        let mut lane = 0;
        while lane < 8 {
            let (files, ranks) = steps[lane];
            let shift = (ranks as i64 * 8 + files as i64) as u64;
            table.once[lane] = shift & 63;
            table.twice[lane] = shift.wrapping_mul(2) & 63;
            table.four_times[lane] = shift.wrapping_mul(4) & 63;
            let mut square = 0;
            while square < 64 {
                if Square::ALL[square].offset(-files, -ranks).is_some() {
                    table.wrap_mask[lane] |= 1 << square;
                }
                square += 1;
            }
            lane += 1;
        }
        table
    }
}

// SAFETY (for every block below): only the tier `Avx512` uses this module, after AVX-512 F and VPOPCNTDQ were
// detected.
#[allow(unsafe_code, reason = "SIMD counting makes perft 50 % faster")]
impl Lanes {
    #[inline(always)]
    pub(crate) fn zero() -> Lanes {
        // SAFETY: see above.
        unsafe { Lanes(_mm512_setzero_si512()) }
    }

    #[inline(always)]
    fn load(lanes: &[u64; 8]) -> Lanes {
        // SAFETY: see above; the array is 64 bytes, and any bits are lanes.
        unsafe { Lanes(_mm512_loadu_si512(lanes.as_ptr().cast())) }
    }

    #[inline(always)]
    fn splat(set: Bitboard) -> Lanes {
        // SAFETY: see above.
        unsafe { Lanes(_mm512_set1_epi64(set.0 as i64)) }
    }

    #[inline(always)]
    fn rotate(self, by: Lanes) -> Lanes {
        // SAFETY: see above.
        unsafe { Lanes(_mm512_rolv_epi64(self.0, by.0)) }
    }

    #[inline(always)]
    fn and(self, other: Lanes) -> Lanes {
        // SAFETY: see above.
        unsafe { Lanes(_mm512_and_si512(self.0, other.0)) }
    }

    /// `self | (a & b)`
    #[inline(always)]
    fn or_and(self, a: Lanes, b: Lanes) -> Lanes {
        // SAFETY: see above.
        unsafe { Lanes(_mm512_ternarylogic_epi64::<OR_AND>(self.0, a.0, b.0)) }
    }

    /// `self & a & b`
    #[inline(always)]
    fn and_and(self, a: Lanes, b: Lanes) -> Lanes {
        // SAFETY: see above.
        unsafe { Lanes(_mm512_ternarylogic_epi64::<AND_AND>(self.0, a.0, b.0)) }
    }

    /// Adds the popcount of each lane of `other`.
    #[inline(always)]
    fn add_counts(self, other: Lanes) -> Lanes {
        // SAFETY: see above.
        unsafe { Lanes(_mm512_add_epi64(self.0, _mm512_popcnt_epi64(other.0))) }
    }

    /// Sum of the lanes.
    #[inline(always)]
    pub(crate) fn sum(self) -> u64 {
        // SAFETY: see above.
        unsafe { _mm512_reduce_add_epi64(self.0) as u64 }
    }

    #[inline(always)]
    fn union(self) -> Bitboard {
        // SAFETY: see above.
        unsafe { Bitboard(_mm512_reduce_or_epi64(self.0) as u64) }
    }

    /// Diagonal sliders in the lower lanes, straight sliders in the upper lanes.
    #[inline(always)]
    fn sliders(diagonals: Bitboard, straights: Bitboard) -> Lanes {
        let (diagonals, straights) = (Lanes::splat(diagonals), Lanes::splat(straights));
        // SAFETY: see above.
        unsafe { Lanes(_mm512_mask_blend_epi64(STRAIGHT_LANES, diagonals.0, straights.0)) }
    }

    /// Kogge-Stone occluded fill of all sliders, shifted by one step: their attacks before the wrap mask is
    /// applied. Each of the three rounds doubles the distance.
    #[inline(always)]
    fn kogge_stone(self, occupied: Bitboard, wrap_mask: Lanes) -> Lanes {
        let once = Lanes::load(&SLIDER_SHIFTS.once);
        let twice = Lanes::load(&SLIDER_SHIFTS.twice);
        let four_times = Lanes::load(&SLIDER_SHIFTS.four_times);
        // SAFETY: see above.
        let propagator = unsafe { Lanes(_mm512_andnot_si512(Lanes::splat(occupied).0, wrap_mask.0)) };
        let generator = self.or_and(propagator, self.rotate(once));
        let propagator = propagator.and(propagator.rotate(once));
        let generator = generator.or_and(propagator, generator.rotate(twice));
        let propagator = propagator.and(propagator.rotate(twice));
        let generator = generator.or_and(propagator, generator.rotate(four_times));
        generator.rotate(once)
    }

    /// Adds the number of slider moves that end on the targets.
    #[inline(always)]
    pub(crate) fn add_sliders(
        self,
        diagonals: Bitboard,
        straights: Bitboard,
        occupied: Bitboard,
        targets: Bitboard,
    ) -> Lanes {
        let wrap_mask = Lanes::load(&SLIDER_SHIFTS.wrap_mask);
        let attacks = Lanes::sliders(diagonals, straights).kogge_stone(occupied, wrap_mask);
        self.add_counts(attacks.and_and(wrap_mask, Lanes::splat(targets)))
    }

    /// Adds the number of knight moves that end on the targets.
    #[inline(always)]
    pub(crate) fn add_knights(self, knights: Bitboard, targets: Bitboard) -> Lanes {
        let attacks = Lanes::splat(knights).rotate(Lanes::load(&KNIGHT_SHIFTS.once));
        self.add_counts(attacks.and_and(Lanes::load(&KNIGHT_SHIFTS.wrap_mask), Lanes::splat(targets)))
    }
}

/// All squares attacked by knights and sliders.
#[inline(always)]
pub(crate) fn attacked(
    knights: Bitboard,
    diagonals: Bitboard,
    straights: Bitboard,
    occupied: Bitboard,
) -> Bitboard {
    let wrap_mask = Lanes::load(&SLIDER_SHIFTS.wrap_mask);
    let slides = Lanes::sliders(diagonals, straights).kogge_stone(occupied, wrap_mask).and(wrap_mask);
    let jumps = Lanes::splat(knights).rotate(Lanes::load(&KNIGHT_SHIFTS.once));
    slides.or_and(jumps, Lanes::load(&KNIGHT_SHIFTS.wrap_mask)).union()
}
