//! Seeded pseudo-random numbers: SplitMix64 (Steele, Lea and Flood, 2014).
//!
//! The same seed gives the same numbers on every machine, so that levels of the engine, openings of matches and tests can
//! be repeated. The sequence is part of what users see (`hanpan match --seed`, the moves of a level): changing it
//! changes their games. It is no source of secrets: tokens, passwords and unguessable ids come from the system
//! (`getrandom` in the server).
//!
//! ```
//! use rng::Rng;
//! let mut rng = Rng::new(7);
//! assert!(rng.below(6) < 6);
//! assert_eq!(Rng::new(7).next_u64(), Rng::new(7).next_u64());
//! ```

#![no_std]

/// The increment of the state: 2^64 divided by the golden ratio, made odd.
const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// Multiplier that separates the streams of one seed.
const STREAM_GAMMA: u64 = 0xD134_2543_DE82_EF95;

/// A SplitMix64 generator. Its whole state is one number, so a copy repeats the sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rng(u64);

impl Rng {
    /// A generator whose state is the seed.
    #[must_use]
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The generator of one of many independent streams of a seed, such as the games of a match.
    #[must_use]
    pub const fn with_stream(seed: u64, stream: u64) -> Rng {
        Rng(mix(seed.wrapping_mul(GOLDEN_GAMMA)) ^ mix(stream.wrapping_mul(STREAM_GAMMA)))
    }

    /// A generator that does not depend on how this one is used from now on.
    #[must_use]
    pub fn fork(&mut self) -> Rng {
        Rng(self.next_u64())
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN_GAMMA);
        mix(self.0)
    }

    /// The next 128 bits, the high half first.
    pub fn next_u128(&mut self) -> u128 {
        u128::from(self.next_u64()) << 64 | u128::from(self.next_u64())
    }

    /// A number below `bound`, or 0 if `bound` is 0. The remainder is taken: small bounds are as good as even.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next_u64().checked_rem(bound).unwrap_or(0)
    }

    /// An index of a slice of this length, or 0 if it is empty.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// One of the items; `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.index(items.len()))
    }

    /// Shuffles the items (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

/// The finalizer of SplitMix64: every bit of the result depends on every bit of the argument.
#[inline]
#[must_use]
pub const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

/// 64 bits that depend on a seed and a key alone, for decisions that must not depend on the order in which they are made.
#[inline]
#[must_use]
pub const fn hash(seed: u64, key: u64) -> u64 {
    mix(seed ^ key.wrapping_mul(GOLDEN_GAMMA))
}

/// 64 random bits as a number from 0 to 1, uniformly distributed; 1 is excluded.
#[inline]
#[must_use]
pub fn unit_f64(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// 64 random bits as a number from -1 to 1, bell-shaped around 0: the mean of four 16-bit numbers (Irwin–Hall).
#[inline]
#[must_use]
pub fn bell_f64(bits: u64) -> f64 {
    let sum: u64 = (0..4).map(|part| bits >> (16 * part) & 0xFFFF).sum();
    sum as f64 / f64::from(2 * 0xFFFF) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_that_of_the_reference_implementation() {
        let mut rng = Rng::new(0);
        assert_eq!([rng.next_u64(), rng.next_u64()], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
    }

    #[test]
    fn seeds_streams_and_forks_differ_and_repeat() {
        let numbers = |mut rng: Rng| [(); 20].map(|()| rng.below(1000));
        assert_eq!(numbers(Rng::with_stream(1, 2)), numbers(Rng::with_stream(1, 2)));
        assert_ne!(numbers(Rng::with_stream(1, 2)), numbers(Rng::with_stream(2, 1)));
        assert_ne!(numbers(Rng::with_stream(1, 2)), numbers(Rng::with_stream(1, 3)));
        assert_ne!(numbers(Rng::new(7)), numbers(Rng::new(8)));
        assert_eq!(numbers(Rng::new(7).fork()), numbers(Rng::new(7).fork()));
        assert_ne!(numbers(Rng::new(7).fork()), numbers(Rng::new(7)));
    }

    #[test]
    fn bounds_hold_and_nothing_is_chosen_from_nothing() {
        let mut rng = Rng::new(1);
        assert!((0..1000).all(|_| rng.below(6) < 6));
        assert_eq!((rng.below(0), rng.index(0), rng.choose::<u8>(&[])), (0, 0, None));
        let mut items: [usize; 50] = core::array::from_fn(|index| index);
        rng.shuffle(&mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert!(items.iter().enumerate().all(|(index, &item)| index == item));
    }

    #[test]
    fn floats_have_the_right_distribution() {
        let bits = || (0..10_000).map(|key| hash(7, key));
        let uniform: f64 = bits().map(unit_f64).sum();
        assert!((uniform / 10_000.0 - 0.5).abs() < 0.02, "{uniform}");
        let bell: f64 = bits().map(bell_f64).sum();
        assert!((bell / 10_000.0).abs() < 0.02, "{bell}");
        let far = bits().filter(|&bits| bell_f64(bits).abs() > 0.5).count();
        assert!((200..1200).contains(&far), "{far}");
        assert!(bits().all(|bits| (0.0..1.0).contains(&unit_f64(bits)) && bell_f64(bits).abs() <= 1.0));
    }
}
