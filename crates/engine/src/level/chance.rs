//! Chance that is none: numbers that look random and follow from a seed. Only whole numbers and the four operations are
//! used, so that every machine finds the same.

/// A number that follows from others and looks as if it did not.
#[inline]
pub(crate) fn mix(seed: u64, about: u64) -> u64 {
    let mut mixed = seed ^ about.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// From 0 to 1, all alike.
#[inline]
pub(crate) fn share(mixed: u64) -> f64 {
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

/// From -1 to 1, mostly near 0: rarely beyond a half.
#[inline]
pub(crate) fn swing(mixed: u64) -> f64 {
    let sum: u64 = (0..4).map(|part| mixed >> (16 * part) & 0xFFFF).sum();
    sum as f64 / f64::from(2 * 0xFFFF) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_fair() {
        let numbers = || (0..10_000).map(|about| mix(7, about));
        let shares: f64 = numbers().map(share).sum();
        assert!((shares / 10_000.0 - 0.5).abs() < 0.02, "{shares}");
        let swings: f64 = numbers().map(swing).sum();
        assert!((swings / 10_000.0).abs() < 0.02, "{swings}");
        let wide = numbers().filter(|&mixed| swing(mixed).abs() > 0.5).count();
        assert!((200..1200).contains(&wide), "{wide}");
        assert!(numbers().all(|mixed| (0.0..1.0).contains(&share(mixed)) && swing(mixed).abs() <= 1.0));
    }
}
