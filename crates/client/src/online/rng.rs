//! Deterministic random numbers: the same events always produce the same effects.

use protocol::Id;

/// SplitMix64 generator for ids and jitter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub(crate) fn id<Kind>(&mut self) -> Id<Kind> {
        Id::from_bits(u128::from(self.next()) << 64 | u128::from(self.next()))
    }

    /// A number below the bound; 0 if the bound is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next().checked_rem(bound).unwrap_or(0)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}
