//! Glicko-2 ratings with one rating period per game, of players and of puzzles.
//!
//! Between games the deviation grows with time; every game reduces it. Source:
//! <http://www.glicko.net/glicko/glicko2.pdf>; its example is a test below.

use std::f64::consts::PI;

use game::Millis;
use rules::{ByColor, Color};

/// Glicko-2 rating at one speed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Rating, initially 1500.
    pub value: f64,
    /// Rating deviation: the 95 % confidence interval is `value` ± twice this.
    pub deviation: f64,
    /// Expected fluctuation of the rating.
    pub volatility: f64,
}

/// Rating change caused by a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingChange {
    /// Rating before the game.
    pub before: Rating,
    /// Rating after the game.
    pub after: Rating,
}

/// System constant: limits the change of the volatility; as in the paper's example.
const TAU: f64 = 0.5;

/// Factor between ratings and the Glicko-2 scale.
const SCALE: f64 = 173.7178;

/// Deviation of a new player; no rating is less certain.
const MAX_DEVIATION: f64 = 350.0;

/// A rating with a larger deviation is provisional.
pub const PROVISIONAL_DEVIATION: f64 = 110.0;

/// Length of a rating period: idle for a year, a deviation of 60 grows to [`PROVISIONAL_DEVIATION`].
const RATING_PERIOD: Millis = Millis(4_666 * 86_400);

/// Convergence tolerance of the volatility.
const TOLERANCE: f64 = 0.000_001;

/// Iteration limit; five are usual, and no game's numbers reach it.
const MAX_ITERATIONS: usize = 100;

impl Default for Rating {
    fn default() -> Rating {
        Rating { value: 1500.0, deviation: MAX_DEVIATION, volatility: 0.06 }
    }
}

impl Rating {
    /// Rounded rating.
    #[must_use]
    pub fn points(self) -> u16 {
        // The cast saturates.
        self.value.round() as u16
    }

    /// Returns true if the deviation is too large for the rating to mean much.
    #[must_use]
    pub fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL_DEVIATION
    }

    /// Rating after an idle time.
    #[must_use]
    pub fn after_idle(self, idle: Millis) -> Rating {
        let periods = idle.0 as f64 / RATING_PERIOD.0 as f64;
        let deviation = self.deviation.hypot(SCALE * self.volatility * periods.sqrt());
        Rating { deviation: deviation.min(MAX_DEVIATION), ..self }
    }

    /// Rating after results: 1 for a win, ½ for a draw, 0 for a loss.
    fn updated(self, results: &[(Rating, f64)]) -> Rating {
        let (mu, phi) = ((self.value - 1500.0) / SCALE, self.deviation / SCALE);
        let (mut information, mut surprise) = (0.0, 0.0);
        for &(opponent, score) in results {
            let their_phi = opponent.deviation / SCALE;
            let g = 1.0 / (1.0 + 3.0 * their_phi * their_phi / (PI * PI)).sqrt();
            let expected = 1.0 / (1.0 + (-g * (mu - (opponent.value - 1500.0) / SCALE)).exp());
            information += g * g * expected * (1.0 - expected);
            surprise += g * (score - expected);
        }
        let volatility = volatility(self.volatility, phi, 1.0 / information, surprise / information);
        // `after_idle` has already increased the deviation by the time that passed.
        let phi = 1.0 / (1.0 / (phi * phi) + information).sqrt();
        Rating {
            value: (mu + phi * phi * surprise) * SCALE + 1500.0,
            deviation: (phi * SCALE).min(MAX_DEVIATION),
            volatility,
        }
    }
}

/// Rates a game; without a winner it is a draw. Both players count with their ratings before the game.
///
/// ```
/// use rules::{ByColor, Color};
/// use glicko::{Rating, rate};
/// let new = Rating::default();
/// let changes = rate(ByColor { white: new, black: new }, Some(Color::White));
/// assert_eq!((changes.white.after.points(), changes.black.after.points()), (1662, 1338));
/// ```
#[must_use]
pub fn rate(players: ByColor<Rating>, winner: Option<Color>) -> ByColor<RatingChange> {
    ByColor::new_with(|color| {
        let score = winner.map_or(0.5, |winner| if winner == color { 1.0 } else { 0.0 });
        let before = players[color];
        RatingChange { before, after: before.updated(&[(players[!color], score)]) }
    })
}

/// Step 5 of the paper: zero of its function `f` by the Illinois algorithm.
fn volatility(sigma: f64, phi: f64, v: f64, delta: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + v + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
    };
    let mut lower = a;
    let gap = delta * delta - phi * phi - v;
    let mut upper = if gap > 0.0 {
        gap.ln()
    } else {
        (1..MAX_ITERATIONS).map(|k| a - k as f64 * TAU).find(|&x| f(x) >= 0.0).unwrap_or(a)
    };
    let (mut f_lower, mut f_upper) = (f(lower), f(upper));
    for _ in 0..MAX_ITERATIONS {
        if (upper - lower).abs() <= TOLERANCE {
            break;
        }
        let next = lower + (lower - upper) * f_lower / (f_upper - f_lower);
        let f_next = f(next);
        if f_next * f_upper <= 0.0 {
            (lower, f_lower) = (upper, f_upper);
        } else {
            f_lower /= 2.0;
        }
        (upper, f_upper) = (next, f_next);
    }
    (lower / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(value: f64, deviation: f64) -> Rating {
        Rating { value, deviation, volatility: 0.06 }
    }

    #[test]
    fn glicko2_paper_example() {
        // In the paper a period passes with the games, so the deviation grows once more.
        let results =
            [(rating(1400.0, 30.0), 1.0), (rating(1550.0, 100.0), 0.0), (rating(1700.0, 300.0), 0.0)];
        let sigma = rating(1500.0, 200.0).updated(&results).volatility;
        assert!((sigma - 0.05999).abs() < 0.00001, "{sigma}");
        let grown = Rating { volatility: sigma, ..rating(1500.0, 200.0) }.after_idle(RATING_PERIOD);
        let after = grown.updated(&results);
        assert!((after.value - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
    }

    #[test]
    fn a_year_without_games_makes_a_rating_provisional() {
        let idle = rating(1800.0, 60.0).after_idle(Millis::days(365));
        assert!((idle.deviation - 110.0).abs() < 0.5, "{idle:?}");
        assert_eq!(rating(1800.0, 60.0).after_idle(Millis::ZERO), rating(1800.0, 60.0));
        assert_eq!(rating(1800.0, 60.0).after_idle(Millis(u64::MAX)).deviation, MAX_DEVIATION);
    }

    #[test]
    fn results_move_ratings_and_reduce_the_deviation() {
        let check = |white: Rating, black: Rating, winner| {
            let changes = rate(ByColor { white, black }, winner);
            for change in [changes.white, changes.black] {
                assert!(change.after.deviation < change.before.deviation, "{change:?}");
                assert!(change.after.value.is_finite() && change.after.volatility.is_finite(), "{change:?}");
            }
            changes.white.after.value - white.value
        };
        assert!(check(rating(1500.0, 80.0), rating(1500.0, 80.0), Some(Color::White)) > 10.0);
        assert!(check(rating(1500.0, 80.0), rating(1500.0, 80.0), None).abs() < 1e-9);
        assert!(check(rating(1500.0, 80.0), rating(1900.0, 80.0), None) > 5.0);
        assert!(check(rating(2900.0, 45.0), rating(600.0, 45.0), Some(Color::Black)) < -10.0);
    }

    #[test]
    fn points_are_rounded_and_saturate() {
        let check = |value, points| assert_eq!(rating(value, 50.0).points(), points);
        check(1500.5, 1501);
        check(-3.0, 0);
        check(1e9, u16::MAX);
    }
}
