//! Chance that can be repeated.

/// Numbers that depend on a seed and the number of a throw alone, on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64, number: u64) -> Dice {
        Dice(mix(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)) ^ mix(number.wrapping_mul(0xD134_2543_DE82_EF95)))
    }

    /// A number below `n`, which is not 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        (mix(self.0) % n.max(1) as u64) as usize
    }
}

/// Every bit of the answer depends on every bit of the question.
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws_differ_and_can_be_repeated() {
        let throws = |seed, number| {
            let mut dice = Dice::new(seed, number);
            (0..50).map(|_| dice.below(6)).collect::<Vec<_>>()
        };
        assert_eq!(throws(1, 2), throws(1, 2));
        assert_ne!(throws(1, 2), throws(2, 1));
        assert_ne!(throws(1, 2), throws(1, 3));
        assert!((0..6).all(|face| throws(7, 7).contains(&face)));
    }
}
