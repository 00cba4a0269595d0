//! Ratings of puzzles: the engine's levels try to solve them.
//!
//! A level with rating R solves a puzzle with rating P with probability 1 / (1 + 10^((P − R) / 400)). The rating is the most
//! likely one for the results of all attempts; a weak prior keeps it finite if all of them end alike. The next attempt is
//! always by a level near the rating so far, where it says most.

use engine::{Level, NeverStop, Opponent, SearchPosition, TimeLimit};
use rng::hash;

use crate::{Answer, Attempt, Puzzle};

/// Number of attempts.
const ATTEMPTS: u64 = 18;

/// Mean and standard deviation of the prior.
const PRIOR: (f64, f64) = (1200.0, 500.0);

/// Rating points per unit of the logistic function: 400 / ln 10.
const SCALE: f64 = 173.717_79;

/// Steps of Newton's method; six are enough for 18 attempts.
const STEPS: usize = 30;

/// Ratings of puzzles stay within these limits.
const LIMITS: (f64, f64) = (200.0, 3200.0);

/// A rating with its standard deviation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FittedRating {
    /// Most likely rating.
    pub rating: f64,
    /// Standard deviation, from the curvature of the likelihood.
    pub deviation: f64,
}

impl FittedRating {
    /// The most likely rating for attempts: the rating of each level, and whether it solved the puzzle.
    #[must_use]
    pub fn fit(attempts: &[(f64, bool)]) -> FittedRating {
        let (mean, spread) = PRIOR;
        let mut rating = mean;
        let mut information = 0.0;
        for _ in 0..STEPS {
            let mut slope = (mean - rating) / (spread * spread);
            information = 1.0 / (spread * spread);
            for &(level, is_solved) in attempts {
                let solving = solving_rate(level, rating);
                slope += (solving - if is_solved { 1.0 } else { 0.0 }) / SCALE;
                information += solving * (1.0 - solving) / (SCALE * SCALE);
            }
            // Steps are limited: far from the solution the curvature is nearly zero.
            rating = (rating + (slope / information).clamp(-300.0, 300.0)).clamp(LIMITS.0, LIMITS.1);
        }
        FittedRating { rating, deviation: information.sqrt().recip() }
    }
}

/// Probability that a player of rating `player` solves a puzzle of rating `puzzle`.
#[must_use]
pub fn solving_rate(player: f64, puzzle: f64) -> f64 {
    1.0 / (1.0 + ((puzzle - player) / SCALE).exp())
}

/// Rates a puzzle: rating, deviation and number of attempts are set. It depends on the puzzle and the seed alone.
#[must_use]
pub fn rate(puzzle: Puzzle, seed: u64) -> Puzzle {
    let seed = hash(seed, puzzle.id.as_str().bytes().fold(0, |key, byte| hash(key, u64::from(byte))));
    let mut attempts: Vec<(f64, bool)> = Vec::new();
    for number in 0..ATTEMPTS {
        // A little to both sides, so that the slope is seen.
        let offset = [0.0, 100.0, -100.0][(number % 3) as usize];
        let wanted = FittedRating::fit(&attempts).rating + offset;
        // Full strength has no rating on this scale; the cast saturates.
        let level = Level::nearest(wanted as u16);
        let is_solved = is_solved_by(&puzzle, level, hash(seed, number));
        attempts.push((f64::from(level.rating().unwrap_or(2400)), is_solved));
    }
    let fitted = FittedRating::fit(&attempts);
    Puzzle {
        rating: fitted.rating.round() as u16,
        deviation: fitted.deviation.round() as u16,
        plays: ATTEMPTS as u32,
        ..puzzle
    }
}

/// True if a level finds all moves of the solution. It may play differently with another seed.
#[must_use]
pub fn is_solved_by(puzzle: &Puzzle, level: Level, seed: u64) -> bool {
    let mut opponent = Opponent::new(level, seed);
    let mut attempt = Attempt::new(puzzle);
    let mut at = SearchPosition::new(*puzzle.start());
    let Some(&first) = puzzle.moves().first() else { return false };
    if at.play(first).is_err() {
        return false;
    }
    loop {
        let Some(choice) = opponent.choose(&at, TimeLimit::Unlimited, &NeverStop) else { return false };
        match attempt.answer(choice.m) {
            Answer::Solved => return true,
            Answer::Wrong => return false,
            Answer::Continues { reply } => {
                if at.play(choice.m).is_err() || at.play(reply).is_err() {
                    return false;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lichess_csv::parse_line;

    #[test]
    fn ratings_are_the_most_likely_ones() {
        let check = |attempts: &[(f64, bool)], expected: std::ops::Range<f64>| {
            let found = FittedRating::fit(attempts);
            assert!(expected.contains(&found.rating), "{attempts:?}: {found:?}");
            // No other rating is more likely.
            let likelihood = |rating: f64| -> f64 {
                let prior = -((rating - PRIOR.0) / PRIOR.1).powi(2) / 2.0;
                let one = |&(level, is_solved): &(f64, bool)| {
                    let rate = solving_rate(level, rating);
                    if is_solved { rate.ln() } else { (1.0 - rate).ln() }
                };
                prior + attempts.iter().map(one).sum::<f64>()
            };
            for other in (200..3200).step_by(5) {
                assert!(likelihood(f64::from(other)) <= likelihood(found.rating) + 1e-9, "{other} {found:?}");
            }
        };
        check(&[], 1199.0..1201.0);
        check(&[(1000.0, true), (1000.0, false)], 1000.0..1200.0);
        check(&[(1000.0, true); 20], 200.0..800.0);
        check(&[(2400.0, false); 20], 2600.0..3200.0);
        let even: Vec<(f64, bool)> = (0..400).map(|n| (1600.0, n % 2 == 0)).collect();
        check(&even, 1590.0..1601.0);
    }

    #[test]
    fn more_attempts_give_a_smaller_deviation() {
        let deviation = |count| FittedRating::fit(&vec![(1200.0, true); count]).deviation;
        assert!(deviation(0) > 499.0 && deviation(4) < deviation(0));
        let even: Vec<(f64, bool)> = (0..18).map(|n| (1200.0, n % 2 == 0)).collect();
        assert!((75.0..90.0).contains(&FittedRating::fit(&even).deviation));
    }

    #[test]
    fn harder_puzzles_get_higher_ratings() {
        let rated = |line: &str| rate(parse_line(line).unwrap(), 1);
        let easy = rated("easy,6k1/5ppp/7p/8/8/8/5PPP/R5K1 b - - 0 1,h6h5 a1a8,0,0,0,0,,,");
        let hard = rated(
            "hard,r3r1k1/p4ppp/2p2n2/1p6/3P1qb1/2NQR3/PPB2PP1/R1B3K1 w - - 5 18,e3g3 e8e1 g1h2 e1c1 a1c1 f4h6 h2g1 h6c1,0,0,0,0,,,",
        );
        assert!(easy.rating + 400 < hard.rating, "{} {}", easy.rating, hard.rating);
        assert!(easy.plays == 18 && easy.deviation > 0 && easy == rate(easy.clone(), 1));
    }
}
