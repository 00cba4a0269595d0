//! The difference in strength between two players.

use std::f64::consts::LN_10;
use std::fmt;

use crate::spread::Spread;
use crate::tally::Tally;

/// A difference on Elo's scale, with the error that it keeps within in 95 of 100 matches.
///
/// ```
/// use arena::{Elo, Spread, Tally};
/// let tally = Tally { wins: 60, draws: 80, losses: 60 };
/// let elo = Elo::of(tally, Spread { pairs: [10, 20, 40, 20, 10] }).unwrap();
/// assert_eq!(elo.to_string(), "+0.0 ±37.4");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// How much stronger the player is; infinite if it has won or lost everything.
    pub difference: f64,
    /// How much more or less it may be; infinite if it has won or lost everything.
    pub error: f64,
}

impl Elo {
    /// What all games say, and those of them that make up pairs; nothing if there are none.
    ///
    /// The difference is that of the score, so it takes every game. The error takes the spread of the pairs, which is
    /// smaller than that of single games; a game whose other half is still to come, or was broken off, is half a pair.
    /// From the scale of points to that of Elo the error goes by the slope of the curve at the score: the ends of the
    /// interval would often lie beyond 0 or 1 after few games, where there is no difference that could be told.
    #[must_use]
    pub fn of(tally: Tally, pairs: Spread) -> Option<Elo> {
        if tally.games() == 0 {
            return None;
        }
        let share = tally.share();
        let count = f64::from(tally.games()) / 2.0;
        let error = NORMAL_95 * (pairs.variance() / count).sqrt();
        let slope = 400.0 / LN_10 / (share * (1.0 - share));
        Some(Elo { difference: difference(share), error: error * slope })
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
    fn check((wins, draws, losses): (u32, u32, u32), pairs: [u32; 5], expected: &str) {
        let elo = Elo::of(Tally { wins, draws, losses }, Spread { pairs });
        assert_eq!(elo.map(|elo| elo.to_string()).as_deref(), Some(expected));
    }

    #[test]
    fn known_matches() {
        check((20, 0, 0), [0, 0, 0, 0, 10], "+∞ ±∞");
        check((0, 0, 20), [10, 0, 0, 0, 0], "-∞ ±∞");
        check((0, 200, 0), [0, 0, 100, 0, 0], "+0.0 ±4.8");
        check((90, 60, 50), [5, 15, 30, 35, 15], "+70.4 ±38.0");
        check((196, 3, 1), [0, 0, 1, 3, 96], "+759.1 ±242.7");
        assert_eq!(Elo::of(Tally::default(), Spread::default()), None);
    }

    #[test]
    fn a_game_without_its_other_half_counts() {
        check((1, 1, 1), [0, 1, 0, 0, 0], "+0.0 ±310.8");
        check((2, 0, 1), [0, 0, 1, 0, 0], "+120.4 ±312.8");
        check((0, 1, 0), [0; 5], "+0.0 ±681.0");
        check((1, 0, 0), [0; 5], "+∞ ±∞");
    }

    #[test]
    fn shares_and_differences_belong_together() {
        for elo in [-700.0, -100.0, 0.0, 35.0, 400.0] {
            assert!((difference(expected(elo)) - elo).abs() < 1e-6);
        }
        assert!((expected(100.0) - 0.640).abs() < 1e-3);
    }
}
