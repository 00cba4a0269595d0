//! Accuracy of a side, in percent.
//!
//! The mean over all moves says little: of forty perfect moves and one blunder that loses the game it makes 98 %. So the
//! accuracy is halfway between two means that people agree with: one in which moves count more where the game was
//! decided, and the harmonic mean, in which a bad move weighs more than a good one makes up for.

use super::{ExpectedScore, MoveReview};

/// Decay of a move's accuracy: a loss of 0.1 gives 0.67.
const DECAY: f64 = 4.0;

/// Lowest accuracy of a move: the harmonic mean needs a bound.
const WORST: f64 = 0.01;

/// Plies before and after a move within which changes of the expected score raise its weight.
const WINDOW: usize = 4;

/// Bounds of a weight, which is the standard deviation of the expected score around the move.
const WEIGHTS: (f64, f64) = (0.005, 0.12);

/// Accuracy of moves in percent; `None` without moves. `scores` are those of all positions of the game.
pub(super) fn accuracy<'a>(
    scores: &[Option<ExpectedScore>],
    moves: impl Iterator<Item = &'a MoveReview>,
) -> Option<f64> {
    let (mut weights, mut weighted_loss, mut inverse, mut count) = (0.0, 0.0, 0.0, 0.0);
    for m in moves {
        let accuracy = (-DECAY * m.loss).exp().max(WORST);
        let weight = weight(scores, m.ply.index());
        weights += weight;
        weighted_loss += weight * (1.0 - accuracy);
        inverse += 1.0 / accuracy;
        count += 1.0;
    }
    (count > 0.0).then(|| 100.0 * f64::midpoint(1.0 - weighted_loss / weights, count / inverse))
}

/// Weight of the move that led to the position at `index`.
fn weight(scores: &[Option<ExpectedScore>], index: usize) -> f64 {
    let window = scores.iter().take(index + WINDOW).skip(index.saturating_sub(WINDOW));
    let known: Vec<f64> = window.flatten().map(|score| score.white()).collect();
    let (lowest, highest) = WEIGHTS;
    standard_deviation(&known).clamp(lowest, highest)
}

/// Zero for no values.
fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.iter().map(|_| 1.0).sum::<f64>().max(1.0);
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    variance.sqrt()
}

#[cfg(test)]
mod tests {
    use game::Ply;
    use game::pgn::EvalScore;
    use rules::Color;

    use super::*;
    use crate::review::MoveGrade;

    /// White's accuracy in a game of forty moves for each side, in which White's moves lose this much, in centipawns.
    fn white_accuracy(losses: &[(usize, i32)]) -> f64 {
        let mut centipawns = 0;
        let mut scores = vec![ExpectedScore::EVEN];
        for ply in 1..=80 {
            let lost: i32 = losses.iter().filter(|(at, _)| 2 * at - 1 == ply).map(|(_, lost)| lost).sum();
            centipawns -= lost;
            scores.push(ExpectedScore::of(EvalScore::Centipawns(centipawns)));
        }
        let moves: Vec<MoveReview> = (1..=80)
            .step_by(2)
            .map(|ply| {
                let loss = scores[ply - 1].loss_to(scores[ply], Color::White);
                let grade = MoveGrade::of(loss);
                MoveReview {
                    ply: Ply::new(ply),
                    color: Color::White,
                    loss,
                    grade,
                    reason: None,
                    merit: None,
                    better: None,
                }
            })
            .collect();
        let scores: Vec<Option<ExpectedScore>> = scores.into_iter().map(Some).collect();
        accuracy(&scores, moves.iter()).unwrap()
    }

    #[test]
    fn accuracy_agrees_with_people() {
        let check = |losses: &[(usize, i32)], percent: std::ops::RangeInclusive<f64>| {
            let found = white_accuracy(losses);
            assert!(percent.contains(&found), "{losses:?}: {found}");
        };
        let all = |lost| (1..=40).map(|at| (at, lost)).collect::<Vec<_>>();
        check(&[], 100.0..=100.0);
        // One blunder loses the game: at its end, in its middle, in the opening.
        for at in [40, 20, 3] {
            check(&[(at, 900)], 70.0..=88.0);
        }
        // A pawn is lost once: a good game all the same.
        check(&[(20, 100)], 92.0..=98.0);
        check(&[(10, 100), (30, 100)], 88.0..=97.0);
        // Never a mistake, never the best move.
        check(&all(5), 97.0..=99.5);
    }

    #[test]
    fn another_blunder_lowers_the_accuracy() {
        let mut losses = Vec::new();
        let mut previous = white_accuracy(&losses);
        for at in [8, 16, 24, 32] {
            losses.push((at, 150));
            let accuracy = white_accuracy(&losses);
            assert!(accuracy < previous, "{losses:?}: {accuracy}, before {previous}");
            previous = accuracy;
        }
    }

    #[test]
    fn moves_without_known_neighbours_count_the_same() {
        assert_eq!(accuracy(&[], std::iter::empty()), None);
        let review = |ply, loss| MoveReview {
            ply: Ply::new(ply),
            color: Color::White,
            loss,
            grade: MoveGrade::of(loss),
            reason: None,
            merit: None,
            better: None,
        };
        let moves = [review(1, 0.0), review(3, 0.25)];
        let halves = (100.0 + 36.79) / 2.0;
        let harmonic = 2.0 / (1.0 / 100.0 + 1.0 / 36.79);
        let found = accuracy(&[None; 5], moves.iter()).unwrap();
        assert!((found - f64::midpoint(halves, harmonic)).abs() < 0.01, "{found}");
    }
}
