//! The difference in strength between two players.

use std::fmt;

use crate::spread::Spread;

/// A difference on Elo's scale, with the error that it keeps within in 95 of 100 matches.
///
/// ```
/// use arena::{Elo, Spread};
/// let elo = Elo::of(Spread { pairs: [10, 20, 40, 20, 10] }).unwrap();
/// assert_eq!(elo.to_string(), "+0.0 ±37.6");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// How much stronger the player is; infinite if it has won or lost everything.
    pub difference: f64,
    /// How much more or less it may be; infinite if that cannot be told.
    pub error: f64,
}

impl Elo {
    /// What results say; nothing if there are none.
    #[must_use]
    pub fn of(spread: Spread) -> Option<Elo> {
        let mean = spread.mean()?;
        let error = NORMAL_95 * (spread.variance() / f64::from(spread.count())).sqrt();
        let half = (difference(mean + error) - difference(mean - error)) / 2.0;
        Some(Elo { difference: difference(mean), error: half })
    }
}

/// 95 of 100 values of a normal distribution are within so many standard deviations.
pub(crate) const NORMAL_95: f64 = 1.959_964;

/// The difference in strength that makes such a share likely.
fn difference(share: f64) -> f64 {
    if share <= 0.0 {
        f64::NEG_INFINITY
    } else if share >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / share - 1.0).log10()
    }
}

/// The share that such a difference in strength makes likely.
pub(crate) fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Elo { difference, error } = *self;
        let error = if error.is_finite() { format!("{error:.1}") } else { "∞".to_owned() };
        let difference = match difference {
            f64::INFINITY => "+∞".to_owned(),
            f64::NEG_INFINITY => "-∞".to_owned(),
            // Not -0.0.
            _ => format!("{:+.1}", difference + 0.0),
        };
        f.pad(&format!("{difference} ±{error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pairs: [u32; 5], expected: &str) {
        assert_eq!(Elo::of(Spread { pairs }).map(|elo| elo.to_string()).as_deref(), Some(expected));
    }

    #[test]
    fn known_matches() {
        check([0, 0, 0, 0, 10], "+∞ ±∞");
        check([10, 0, 0, 0, 0], "-∞ ±∞");
        check([0, 0, 100, 0, 0], "+0.0 ±4.8");
        check([5, 15, 30, 35, 15], "+70.4 ±38.2");
        assert_eq!(Elo::of(Spread::default()), None);
    }

    #[test]
    fn shares_and_differences_belong_together() {
        for elo in [-700.0, -100.0, 0.0, 35.0, 400.0] {
            assert!((difference(expected(elo)) - elo).abs() < 1e-6);
        }
        assert!((expected(100.0) - 0.640).abs() < 1e-3);
    }
}
