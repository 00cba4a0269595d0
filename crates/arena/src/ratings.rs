//! Ratings of many players from the games between them: those under which the results are likeliest (Bradley and Terry's
//! model; a draw is half a win). Players with a known rating are anchors: they keep it, and the scale is theirs.

mod matrix;

use crate::elo::{NORMAL_95, expected};
use crate::tally::Tally;
use matrix::Matrix;

/// The games between two players, from the side of the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Meeting {
    /// The first.
    pub one: usize,
    /// The second.
    pub other: usize,
    /// Their games.
    pub tally: Tally,
}

/// How strong a player is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// On Elo's scale; without anchors, above or below the average of all.
    pub value: f64,
    /// How much more or less it may be, in 95 of 100 cases; nothing for an anchor. Draws make the true error smaller
    /// than the model thinks.
    pub error: Option<f64>,
    /// All its games.
    pub tally: Tally,
}

/// Before any game, a player is believed to be within so much of the others, two times out of three. It keeps the ratings
/// of those finite who have won or lost everything, and hardly matters to others.
const PRIOR: f64 = 1500.0;

/// The slope of the logistic curve on Elo's scale.
const SLOPE: f64 = std::f64::consts::LN_10 / 400.0;

/// Fits the ratings of so many players as there are anchors; `None` is a player to be rated.
///
/// ```
/// use arena::Tally;
/// use arena::ratings::{Meeting, fit};
/// let tally = Tally { wins: 60, draws: 8, losses: 32 };
/// let ratings = fit(&[Meeting { one: 0, other: 1, tally }], &[None, Some(1500.0)]);
/// assert_eq!(ratings[0].value.round(), 1600.0);
/// assert_eq!((ratings[1].value, ratings[1].error), (1500.0, None));
/// ```
#[must_use]
pub fn fit(meetings: &[Meeting], anchors: &[Option<f64>]) -> Vec<Rating> {
    let known: Vec<f64> = anchors.iter().flatten().copied().collect();
    let center = if known.is_empty() { 0.0 } else { known.iter().sum::<f64>() / known.len() as f64 };
    let mut values: Vec<f64> = anchors.iter().map(|anchor| anchor.unwrap_or(center)).collect();
    let free: Vec<usize> = (0..anchors.len()).filter(|&player| anchors[player].is_none()).collect();
    let meetings: Vec<&Meeting> = meetings
        .iter()
        .filter(|meeting| meeting.one.max(meeting.other) < anchors.len() && meeting.one != meeting.other)
        .collect();
    let mut covariance = Matrix::zero(free.len());
    for _ in 0..ROUNDS {
        let (slope, curvature) = shape(&meetings, &values, &free, center);
        let Some(inverse) = curvature.inverse() else { break };
        let step = inverse.times(&slope);
        covariance = inverse;
        // Far from the answer the curve is nearly flat, and a full step would lead anywhere.
        let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
        let scale = (LONGEST_STEP / longest).min(1.0);
        for (&player, step) in free.iter().zip(&step) {
            values[player] += step * scale;
        }
        if longest < ACCURACY {
            break;
        }
    }
    if known.is_empty() {
        covariance = covariance.about_the_mean();
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        values.iter_mut().for_each(|value| *value -= mean);
    }
    let rating = |player: usize| Rating {
        value: values[player],
        error: free
            .iter()
            .position(|&other| other == player)
            .map(|index| NORMAL_95 * covariance.at(index, index).max(0.0).sqrt()),
        tally: tally_of(&meetings, player),
    };
    (0..anchors.len()).map(rating).collect()
}

const ROUNDS: usize = 500;
const LONGEST_STEP: f64 = 200.0;
const ACCURACY: f64 = 1e-6;

/// Where the likelihood rises, and how fast that changes, at these ratings of those who are to be rated.
fn shape(meetings: &[&Meeting], values: &[f64], free: &[usize], center: f64) -> (Vec<f64>, Matrix) {
    let index = |player: usize| free.iter().position(|&other| other == player);
    let prior = PRIOR.powi(-2);
    let mut slope: Vec<f64> = free.iter().map(|&player| (center - values[player]) * prior).collect();
    let mut curvature = Matrix::zero(free.len());
    (0..free.len()).for_each(|player| curvature.add(player, player, prior));
    for meeting in meetings {
        let games = f64::from(meeting.tally.games());
        let share = expected(values[meeting.one] - values[meeting.other]);
        let surplus = SLOPE * (meeting.tally.points() - games * share);
        let weight = SLOPE * SLOPE * games * share * (1.0 - share);
        let (one, other) = (index(meeting.one), index(meeting.other));
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

fn tally_of(meetings: &[&Meeting], player: usize) -> Tally {
    let of = |meeting: &&Meeting| match player {
        _ if meeting.one == player => meeting.tally,
        _ if meeting.other == player => meeting.tally.turned(),
        _ => Tally::default(),
    };
    meetings.iter().map(of).fold(Tally::default(), |sum, tally| sum + tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games as they would go between players of these strengths.
    fn ideal(strengths: &[f64], games: u32) -> Vec<Meeting> {
        let mut meetings = Vec::new();
        for one in 0..strengths.len() {
            for other in one + 1..strengths.len() {
                let wins = (expected(strengths[one] - strengths[other]) * f64::from(games)).round() as u32;
                meetings.push(Meeting { one, other, tally: Tally { wins, draws: 0, losses: games - wins } });
            }
        }
        meetings
    }

    #[test]
    fn strengths_are_found_again() {
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
        // The usual error of a match of so many games without draws.
        assert!((few - 69.0).abs() < 2.0, "{few}");
    }

    #[test]
    fn whoever_wins_everything_has_a_rating() {
        let tally = Tally { wins: 50, draws: 0, losses: 0 };
        let ratings = fit(&[Meeting { one: 0, other: 1, tally }], &[None, Some(1000.0)]);
        assert!((1600.0..3500.0).contains(&ratings[0].value), "{ratings:?}");
        assert_eq!(ratings[0].tally, tally);
        assert_eq!(ratings[1].tally, tally.turned());
    }

    #[test]
    fn nobody_and_strangers() {
        assert!(fit(&[], &[]).is_empty());
        let strangers = fit(&[], &[None, Some(800.0)]);
        assert_eq!(strangers[0].value, 800.0);
        assert!(strangers[0].error.unwrap() > 1000.0);
    }
}
