//! A pair of middlegame and endgame values.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Middlegame value in the low half and endgame value in the high half of one integer, so that both are added
/// at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct TaperedScore(i32);

impl TaperedScore {
    /// Zero.
    pub(crate) const ZERO: TaperedScore = TaperedScore(0);

    pub(crate) const fn new(middlegame: i16, endgame: i16) -> TaperedScore {
        TaperedScore(((endgame as i32) << 16) + middlegame as i32)
    }

    /// Middlegame value.
    #[inline(always)]
    pub(crate) const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Endgame value. A negative middlegame value has borrowed from the high half.
    #[inline(always)]
    pub(crate) const fn endgame(self) -> i32 {
        ((self.0.wrapping_add(0x8000)) >> 16) as i16 as i32
    }
}

impl Add for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn add(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0.wrapping_add(other.0))
    }
}

impl Sub for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn sub(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0.wrapping_sub(other.0))
    }
}

impl Neg for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn neg(self) -> TaperedScore {
        TaperedScore(self.0.wrapping_neg())
    }
}

impl Mul<i32> for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn mul(self, count: i32) -> TaperedScore {
        TaperedScore(self.0.wrapping_mul(count))
    }
}

impl AddAssign for TaperedScore {
    #[inline(always)]
    fn add_assign(&mut self, other: TaperedScore) {
        *self = *self + other;
    }
}

impl SubAssign for TaperedScore {
    #[inline(always)]
    fn sub_assign(&mut self, other: TaperedScore) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middlegame_and_endgame_are_independent() {
        let check = |weight: TaperedScore, middlegame: i32, endgame: i32| {
            assert_eq!((weight.middlegame(), weight.endgame()), (middlegame, endgame));
        };
        for (m, e) in [(0, 0), (5, -7), (-5, 7), (-120, -340), (3000, -3000)] {
            let weight = TaperedScore::new(m, e);
            let (m, e) = (i32::from(m), i32::from(e));
            check(weight, m, e);
            check(-weight, -m, -e);
            check(weight * 3, 3 * m, 3 * e);
            check(weight - TaperedScore::new(9, -9), m - 9, e + 9);
            check(weight + weight, 2 * m, 2 * e);
        }
    }
}
