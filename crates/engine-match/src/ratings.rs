//! Ratings of many engines: maximum likelihood in the Bradley–Terry model, a draw counting as half a win.
//! Anchors keep their known rating and set the scale.

mod matrix;

use crate::elo::{Z_95, expected_score};
use crate::match_score::MatchScore;
use matrix::Matrix;

/// Games between two players, scored for the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HeadToHead {
    /// Index of the first player.
    pub first: usize,
    /// Index of the second player.
    pub second: usize,
    /// Score of the first player.
    pub score: MatchScore,
}

/// A fitted rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FittedRating {
    /// Elo rating; without anchors, relative to the mean of all.
    pub value: f64,
    /// Half-width of the 95 % confidence interval; `None` for an anchor. Draws make the true error smaller
    /// than the model's.
    pub error: Option<f64>,
    /// All games of the player.
    pub score: MatchScore,
}

/// Standard deviation of the normal prior, in Elo. It keeps perfect scores finite and hardly affects other
/// ratings.
const PRIOR_SD: f64 = 1500.0;

/// Slope of the logistic curve on the Elo scale.
const SLOPE: f64 = std::f64::consts::LN_10 / 400.0;

/// Fits one rating per element of `anchors`: `Some` is a known rating, `None` a player to rate.
///
/// ```
/// use engine_match::MatchScore;
/// use engine_match::ratings::{HeadToHead, fit};
/// let score = MatchScore { wins: 60, draws: 8, losses: 32 };
/// let ratings = fit(&[HeadToHead { first: 0, second: 1, score }], &[None, Some(1500.0)]);
/// assert_eq!(ratings[0].value.round(), 1600.0);
/// assert_eq!((ratings[1].value, ratings[1].error), (1500.0, None));
/// ```
#[must_use]
pub fn fit(head_to_heads: &[HeadToHead], anchors: &[Option<f64>]) -> Vec<FittedRating> {
    let known: Vec<f64> = anchors.iter().flatten().copied().collect();
    let center = if known.is_empty() { 0.0 } else { known.iter().sum::<f64>() / known.len() as f64 };
    let mut values: Vec<f64> = anchors.iter().map(|anchor| anchor.unwrap_or(center)).collect();
    let free: Vec<usize> = (0..anchors.len()).filter(|&player| anchors[player].is_none()).collect();
    let head_to_heads: Vec<&HeadToHead> = head_to_heads
        .iter()
        .filter(|head_to_head| {
            head_to_head.first.max(head_to_head.second) < anchors.len()
                && head_to_head.first != head_to_head.second
        })
        .collect();
    let mut covariance = Matrix::zero(free.len());
    for _ in 0..MAX_ITERATIONS {
        let (slope, curvature) = gradient_and_curvature(&head_to_heads, &values, &free, center);
        let Some(inverse) = curvature.inverse() else { break };
        let step = inverse.times(&slope);
        covariance = inverse;
        // Far from the maximum the likelihood is flat, and a full Newton step would diverge.
        let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
        let scale = (LONGEST_STEP / longest).min(1.0);
        for (&player, step) in free.iter().zip(&step) {
            values[player] += step * scale;
        }
        if longest < TOLERANCE {
            break;
        }
    }
    if known.is_empty() {
        covariance = covariance.centered_covariance();
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        values.iter_mut().for_each(|value| *value -= mean);
    }
    let rating = |player: usize| FittedRating {
        value: values[player],
        error: free
            .iter()
            .position(|&other| other == player)
            .map(|index| Z_95 * covariance.get(index, index).max(0.0).sqrt()),
        score: score_of(&head_to_heads, player),
    };
    (0..anchors.len()).map(rating).collect()
}

const MAX_ITERATIONS: usize = 500;
const LONGEST_STEP: f64 = 200.0;
const TOLERANCE: f64 = 1e-6;

/// Gradient and negative Hessian of the log-likelihood with respect to the free ratings.
fn gradient_and_curvature(
    head_to_heads: &[&HeadToHead],
    values: &[f64],
    free: &[usize],
    center: f64,
) -> (Vec<f64>, Matrix) {
    let index = |player: usize| free.iter().position(|&other| other == player);
    let prior = PRIOR_SD.powi(-2);
    let mut slope: Vec<f64> = free.iter().map(|&player| (center - values[player]) * prior).collect();
    let mut curvature = Matrix::zero(free.len());
    (0..free.len()).for_each(|player| curvature.add(player, player, prior));
    for head_to_head in head_to_heads {
        let games = f64::from(head_to_head.score.games());
        let share = expected_score(values[head_to_head.first] - values[head_to_head.second]);
        let surplus = SLOPE * (head_to_head.score.points() - games * share);
        let weight = SLOPE * SLOPE * games * share * (1.0 - share);
        let (one, other) = (index(head_to_head.first), index(head_to_head.second));
        for (player, sign) in [(one, 1.0), (other, -1.0)] {
            if let Some(player) = player {
                slope[player] += sign * surplus;
                curvature.add(player, player, weight);
            }
        }
        if let (Some(one), Some(other)) = (one, other) {
            curvature.add(one, other, -weight);
            curvature.add(other, one, -weight);
        }
    }
    (slope, curvature)
}

fn score_of(head_to_heads: &[&HeadToHead], player: usize) -> MatchScore {
    let of = |head_to_head: &&HeadToHead| match player {
        _ if head_to_head.first == player => head_to_head.score,
        _ if head_to_head.second == player => head_to_head.score.reversed(),
        _ => MatchScore::default(),
    };
    head_to_heads.iter().map(of).fold(MatchScore::default(), |sum, score| sum + score)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected results of players with these strengths.
    fn ideal(strengths: &[f64], games: u32) -> Vec<HeadToHead> {
        let mut head_to_heads = Vec::new();
        for one in 0..strengths.len() {
            for other in one + 1..strengths.len() {
                let wins =
                    (expected_score(strengths[one] - strengths[other]) * f64::from(games)).round() as u32;
                head_to_heads.push(HeadToHead {
                    first: one,
                    second: other,
                    score: MatchScore { wins, draws: 0, losses: games - wins },
                });
            }
        }
        head_to_heads
    }

    #[test]
    fn fit_recovers_known_strengths() {
        let strengths = [1200.0, 1350.0, 1500.0, 1610.0, 1900.0];
        let mut anchors = vec![None; 5];
        anchors[2] = Some(1500.0);
        let ratings = fit(&ideal(&strengths, 100_000), &anchors);
        for (rating, strength) in ratings.iter().zip(strengths) {
            assert!((rating.value - strength).abs() < 1.5, "{rating:?} {strength}");
        }
        let average = strengths.iter().sum::<f64>() / 5.0;
        let ratings = fit(&ideal(&strengths, 100_000), &[None; 5]);
        for (rating, strength) in ratings.iter().zip(strengths) {
            assert!((rating.value - (strength - average)).abs() < 1.5, "{rating:?} {strength}");
        }
    }

    #[test]
    fn more_games_make_smaller_errors() {
        let error = |games| fit(&ideal(&[0.0, 50.0], games), &[Some(0.0), None])[1].error.unwrap();
        let (few, many) = (error(100), error(10_000));
        assert!((few / many - 10.0).abs() < 0.5, "{few} {many}");
        // Known error of a match of a hundred games without draws.
        assert!((few - 69.0).abs() < 2.0, "{few}");
    }

    #[test]
    fn perfect_scores_get_a_finite_rating() {
        let score = MatchScore { wins: 50, draws: 0, losses: 0 };
        let ratings = fit(&[HeadToHead { first: 0, second: 1, score }], &[None, Some(1000.0)]);
        assert!((1600.0..3500.0).contains(&ratings[0].value), "{ratings:?}");
        assert_eq!(ratings[0].score, score);
        assert_eq!(ratings[1].score, score.reversed());
    }

    #[test]
    fn no_players_and_no_games() {
        assert!(fit(&[], &[]).is_empty());
        let strangers = fit(&[], &[None, Some(800.0)]);
        assert_eq!(strangers[0].value, 800.0);
        assert!(strangers[0].error.unwrap() > 1000.0);
    }
}
