//! The sequential probability ratio test: is a player stronger by one amount, or rather by another? It asks after every
//! game and stops as soon as the answer is sure enough, which takes far fewer games than a match of fixed length.

use std::fmt;
use std::str::FromStr;

use crate::elo::expected;
use crate::spread::Spread;

/// Two claims about the difference in strength, and how often the test may be wrong.
///
/// ```
/// use arena::{Sprt, SprtVerdict, Spread};
/// let test: Sprt = "0:10".parse()?;
/// assert_eq!(test.verdict(Spread { pairs: [1, 1, 2, 1, 1] }), SprtVerdict::Open);
/// assert_eq!(test.verdict(Spread { pairs: [10, 70, 300, 140, 30] }), SprtVerdict::Second);
/// # Ok::<(), arena::BadSprt>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    first: f64,
    second: f64,
    alpha: f64,
    beta: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SprtVerdict {
    /// Nothing yet.
    Open,
    /// The first claim holds.
    First,
    /// The second claim holds.
    Second,
}

/// Not a test such as `0:5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BadSprt;

impl Sprt {
    /// How much likelier the second claim is than the first, as a logarithm.
    #[must_use]
    pub fn ratio(&self, spread: Spread) -> f64 {
        let Some(mean) = spread.mean() else { return 0.0 };
        // What a claim leaves unexplained counts as spread: the usual approximation when the variance is not known.
        let unexplained = |claim: f64| spread.variance() + (mean - expected(claim)).powi(2);
        f64::from(spread.count()) / 2.0 * (unexplained(self.first) / unexplained(self.second)).ln()
    }

    /// Below the first number the first claim is taken as true, above the second number the second.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the results say.
    #[must_use]
    pub fn verdict(&self, spread: Spread) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        let ratio = self.ratio(spread);
        if ratio <= lower {
            SprtVerdict::First
        } else if ratio >= upper {
            SprtVerdict::Second
        } else {
            SprtVerdict::Open
        }
    }
}

/// `ELO0:ELO1`, or `ELO0:ELO1:ALPHA:BETA` with the chances to be wrong, which are one in twenty otherwise.
impl FromStr for Sprt {
    type Err = BadSprt;

    fn from_str(text: &str) -> Result<Sprt, BadSprt> {
        let parts: Vec<f64> =
            text.split(':').map(|part| part.trim().parse().map_err(|_| BadSprt)).collect::<Result<_, _>>()?;
        let (first, second, alpha, beta) = match parts[..] {
            [first, second] => (first, second, 0.05, 0.05),
            [first, second, alpha, beta] => (first, second, alpha, beta),
            _ => return Err(BadSprt),
        };
        let is_chance = |chance: f64| chance > 0.0 && chance < 0.5;
        let is_sound =
            first < second && first.abs().max(second.abs()) <= 1000.0 && is_chance(alpha) && is_chance(beta);
        if is_sound { Ok(Sprt { first, second, alpha, beta }) } else { Err(BadSprt) }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}:{}", self.first, self.second, self.alpha, self.beta)
    }
}

impl fmt::Display for BadSprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected two differences such as 0:5, or also the chances to be wrong, 0:5:0.05:0.05")
    }
}

impl std::error::Error for BadSprt {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read() {
        assert_eq!("0:5".parse::<Sprt>().unwrap().to_string(), "0:5:0.05:0.05");
        assert_eq!("-3:1:0.1:0.05".parse::<Sprt>().unwrap().to_string(), "-3:1:0.1:0.05");
        for bad in ["", "5", "5:0", "0:5:0.05", "0:5:0:0.05", "0:5:0.5:0.05", "0:inf", "nan:1", "a:b"] {
            assert_eq!(bad.parse::<Sprt>(), Err(BadSprt), "{bad}");
        }
    }

    #[test]
    fn the_ratio_grows_with_evidence() {
        let test: Sprt = "0:10".parse().unwrap();
        let ratio = |pairs| test.ratio(Spread { pairs });
        assert_eq!(ratio([0; 5]), 0.0);
        assert!(ratio([10, 20, 40, 20, 10]) < 0.0);
        assert!(ratio([10, 20, 40, 30, 20]) > 0.0);
        assert!(ratio([100, 200, 400, 300, 200]) > ratio([10, 20, 40, 30, 20]));
        let (lower, upper) = test.bounds();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
    }

    #[test]
    fn equal_players_are_told_from_better_ones() {
        let test: Sprt = "0:10".parse().unwrap();
        assert_eq!(test.verdict(Spread { pairs: [50, 500, 2000, 500, 50] }), SprtVerdict::First);
        assert_eq!(test.verdict(Spread { pairs: [40, 400, 2000, 700, 60] }), SprtVerdict::Second);
    }
}
