//! Sequential Probability Ratio Test (SPRT): tests H0 against H1 after every game pair and stops as soon as
//! the error bounds allow, with far fewer games than a match of fixed length.

use std::fmt;
use std::str::FromStr;

use crate::elo::expected_score;
use crate::pentanomial::Pentanomial;

/// Hypotheses and error rates of a test.
///
/// ```
/// use engine_match::{Pentanomial, Sprt, SprtStatus};
/// let sprt: Sprt = "0:10".parse()?;
/// assert_eq!(sprt.status(Pentanomial { pairs: [1, 1, 2, 1, 1] }), SprtStatus::Continue);
/// assert_eq!(sprt.status(Pentanomial { pairs: [10, 70, 300, 140, 30] }), SprtStatus::AcceptH1);
/// # Ok::<(), engine_match::ParseSprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// State of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SprtStatus {
    /// Undecided.
    Continue,
    /// H0 is accepted: the difference is ELO0.
    AcceptH0,
    /// H1 is accepted: the difference is ELO1.
    AcceptH1,
}

/// The text is no test such as `0:5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseSprtError;

impl Sprt {
    /// Log-likelihood ratio of H1 to H0.
    #[must_use]
    pub fn llr(&self, pentanomial: Pentanomial) -> f64 {
        let Some(mean) = pentanomial.mean() else { return 0.0 };
        // Generalized SPRT with unknown variance: the deviation from the hypothesis counts as variance.
        let unexplained = |claim: f64| pentanomial.variance() + (mean - expected_score(claim)).powi(2);
        f64::from(pentanomial.count()) / 2.0 * (unexplained(self.elo0) / unexplained(self.elo1)).ln()
    }

    /// Lower and upper bound of the log-likelihood ratio: H0 is accepted below, H1 above.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The state of the test after these results.
    #[must_use]
    pub fn status(&self, pentanomial: Pentanomial) -> SprtStatus {
        let (lower, upper) = self.bounds();
        let ratio = self.llr(pentanomial);
        if ratio <= lower {
            SprtStatus::AcceptH0
        } else if ratio >= upper {
            SprtStatus::AcceptH1
        } else {
            SprtStatus::Continue
        }
    }
}

/// `ELO0:ELO1`, or `ELO0:ELO1:ALPHA:BETA` with error rates, which default to 0.05.
impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Sprt, ParseSprtError> {
        let parts: Vec<f64> = text
            .split(':')
            .map(|part| part.trim().parse().map_err(|_| ParseSprtError))
            .collect::<Result<_, _>>()?;
        let (first, second, alpha, beta) = match parts[..] {
            [first, second] => (first, second, 0.05, 0.05),
            [first, second, alpha, beta] => (first, second, alpha, beta),
            _ => return Err(ParseSprtError),
        };
        let is_chance = |chance: f64| chance > 0.0 && chance < 0.5;
        let is_sound =
            first < second && first.abs().max(second.abs()) <= 1000.0 && is_chance(alpha) && is_chance(beta);
        if is_sound { Ok(Sprt { elo0: first, elo1: second, alpha, beta }) } else { Err(ParseSprtError) }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}:{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

impl fmt::Display for ParseSprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected two differences such as 0:5, or also the chances to be wrong, 0:5:0.05:0.05")
    }
}

impl std::error::Error for ParseSprtError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sprt_parameters_parse() {
        assert_eq!("0:5".parse::<Sprt>().unwrap().to_string(), "0:5:0.05:0.05");
        assert_eq!("-3:1:0.1:0.05".parse::<Sprt>().unwrap().to_string(), "-3:1:0.1:0.05");
        for bad in ["", "5", "5:0", "0:5:0.05", "0:5:0:0.05", "0:5:0.5:0.05", "0:inf", "nan:1", "a:b"] {
            assert_eq!(bad.parse::<Sprt>(), Err(ParseSprtError), "{bad}");
        }
    }

    #[test]
    fn llr_grows_with_evidence() {
        let test: Sprt = "0:10".parse().unwrap();
        let ratio = |pairs| test.llr(Pentanomial { pairs });
        assert_eq!(ratio([0; 5]), 0.0);
        assert!(ratio([10, 20, 40, 20, 10]) < 0.0);
        assert!(ratio([10, 20, 40, 30, 20]) > 0.0);
        assert!(ratio([100, 200, 400, 300, 200]) > ratio([10, 20, 40, 30, 20]));
        let (lower, upper) = test.bounds();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
    }

    #[test]
    fn sprt_separates_equal_from_better_players() {
        let test: Sprt = "0:10".parse().unwrap();
        assert_eq!(test.status(Pentanomial { pairs: [50, 500, 2000, 500, 50] }), SprtStatus::AcceptH0);
        assert_eq!(test.status(Pentanomial { pairs: [40, 400, 2000, 700, 60] }), SprtStatus::AcceptH1);
    }
}
