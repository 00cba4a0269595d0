//! Deterministic pseudo-random numbers.

use protocol::Id;

/// SplitMix64 generator (Steele, Lea and Flood).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Creates an independent generator.
    #[must_use]
    pub fn fork(&mut self) -> Rng {
        Rng(self.next_u64())
    }

    /// Next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number in `0..end`; 0 if `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next_u64().checked_rem(end).unwrap_or(0)
    }

    /// A random element, or `None` if the slice is empty.
    pub fn choose<'a, T>(&mut self, among: &'a [T]) -> Option<&'a T> {
        among.get(self.below(among.len() as u64) as usize)
    }

    /// A random id.
    pub fn random_id<Kind>(&mut self) -> Id<Kind> {
        Id::from_bits(u128::from(self.next_u64()) << 64 | u128::from(self.next_u64()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        // Reference values of the authors for seed 0.
        let mut rng = Rng::new(0);
        assert_eq!([rng.next_u64(), rng.next_u64()], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
        assert_eq!(Rng::new(7).fork().next_u64(), Rng::new(7).fork().next_u64());
        assert_ne!(Rng::new(7).next_u64(), Rng::new(8).next_u64());
    }

    #[test]
    fn below_stays_within_bounds() {
        let mut rng = Rng::new(1);
        assert!((0..1_000).all(|_| rng.below(6) < 6));
        assert_eq!((rng.below(0), rng.choose::<u8>(&[])), (0, None));
    }
}
