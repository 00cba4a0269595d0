//! A number of the evaluation: what something is worth in the middlegame and what in the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values added and multiplied as one: the middlegame's in the low half, the endgame's in the high.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct TaperedScore(i32);

impl TaperedScore {
    /// Worth nothing.
    pub(crate) const ZERO: TaperedScore = TaperedScore(0);

    pub(crate) const fn new(middlegame: i16, endgame: i16) -> TaperedScore {
        TaperedScore(((endgame as i32) << 16) + middlegame as i32)
    }

    /// What it is worth in the middlegame.
    #[inline(always)]
    pub(crate) const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// What it is worth in the endgame. The low half has borrowed from this one if it is negative.
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
