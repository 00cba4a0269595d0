//! Elo difference of two engines.

use std::f64::consts::LN_10;
use std::fmt;

use crate::match_score::MatchScore;
use crate::pentanomial::Pentanomial;

/// Elo difference with a 95 % confidence interval.
///
/// ```
/// use engine_match::{EloEstimate, MatchScore, Pentanomial};
/// let score = MatchScore { wins: 60, draws: 80, losses: 60 };
/// let elo = EloEstimate::from_results(score, Pentanomial { pairs: [10, 20, 40, 20, 10] }).unwrap();
/// assert_eq!(elo.to_string(), "+0.0 ±37.4");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// Elo difference; infinite for a perfect score.
    pub difference: f64,
    /// Half-width of the confidence interval; infinite for a perfect score.
    pub error: f64,
}

impl EloEstimate {
    /// Estimates from all games and from the complete game pairs; `None` without games.
    ///
    /// The difference follows from the score of all games. The error uses the variance of pairs, which is
    /// smaller than that of single games; a game without its partner counts as half a pair. The error is
    /// converted to Elo by the slope of the logistic curve at the score: after few games the ends of the
    /// interval would often lie beyond 0 or 1.
    #[must_use]
    pub fn from_results(score: MatchScore, pairs: Pentanomial) -> Option<EloEstimate> {
        if score.games() == 0 {
            return None;
        }
        let score_rate = score.score_rate();
        let count = f64::from(score.games()) / 2.0;
        let error = Z_95 * (pairs.variance() / count).sqrt();
        let slope = 400.0 / LN_10 / (score_rate * (1.0 - score_rate));
        Some(EloEstimate { difference: elo_of_score(score_rate), error: error * slope })
    }
}

/// Two-sided 95 % quantile of the normal distribution.
pub(crate) const Z_95: f64 = 1.959_964;

/// Elo difference of an expected score.
fn elo_of_score(score_rate: f64) -> f64 {
    if score_rate <= 0.0 {
        f64::NEG_INFINITY
    } else if score_rate >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score_rate - 1.0).log10()
    }
}

/// Expected score of an Elo difference.
pub(crate) fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EloEstimate { difference, error } = *self;
        let error = if error.is_finite() { format!("{error:.1}") } else { "∞".to_owned() };
        let difference = match difference {
            f64::INFINITY => "+∞".to_owned(),
            f64::NEG_INFINITY => "-∞".to_owned(),
            // Avoids -0.0.
            _ => format!("{:+.1}", difference + 0.0),
        };
        f.pad(&format!("{difference} ±{error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check((wins, draws, losses): (u32, u32, u32), pairs: [u32; 5], expected: &str) {
        let elo = EloEstimate::from_results(MatchScore { wins, draws, losses }, Pentanomial { pairs });
        assert_eq!(elo.map(|elo| elo.to_string()).as_deref(), Some(expected));
    }

    #[test]
    fn estimates_of_known_matches() {
        check((20, 0, 0), [0, 0, 0, 0, 10], "+∞ ±∞");
        check((0, 0, 20), [10, 0, 0, 0, 0], "-∞ ±∞");
        check((0, 200, 0), [0, 0, 100, 0, 0], "+0.0 ±4.8");
        check((90, 60, 50), [5, 15, 30, 35, 15], "+70.4 ±38.0");
        check((196, 3, 1), [0, 0, 1, 3, 96], "+759.1 ±242.7");
        assert_eq!(EloEstimate::from_results(MatchScore::default(), Pentanomial::default()), None);
    }

    #[test]
    fn unpaired_games_count() {
        check((1, 1, 1), [0, 1, 0, 0, 0], "+0.0 ±310.8");
        check((2, 0, 1), [0, 0, 1, 0, 0], "+120.4 ±312.8");
        check((0, 1, 0), [0; 5], "+0.0 ±681.0");
        check((1, 0, 0), [0; 5], "+∞ ±∞");
    }

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-700.0, -100.0, 0.0, 35.0, 400.0] {
            assert!((elo_of_score(expected_score(elo)) - elo).abs() < 1e-6);
        }
        assert!((expected_score(100.0) - 0.640).abs() < 1e-3);
    }
}
