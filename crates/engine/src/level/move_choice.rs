//! Choice among candidate moves: the more winning chances a move costs, the less likely it is.

use crate::search::value::is_decisive;
use rng::unit_f64;

/// Centipawns that correspond to three quarters of the expected score.
const HALF_POINT_CP: f64 = 180.0;

/// Samples an index of `values`, which are sorted best first. `None` if there are none.
///
/// A mate is always played. In won and lost positions the loss of winning chances would be near zero for
/// every move, so scores are moved halfway towards the best one.
pub(crate) fn sample_move(values: &[i32], temperature: f64, random: u64) -> Option<usize> {
    let best = *values.first()?;
    if is_decisive(best) {
        return Some(0);
    }
    let from = f64::from(best) / 2.0;
    let chance = |value: i32| expected_score(f64::from(value) - from);
    let weight = |&value: &i32| {
        let loss = (chance(best) - chance(value)) / temperature.max(1e-6);
        let trust = 1.0 / (1.0 + loss);
        // A fat tail as in human games: small losses are common, large ones happen.
        trust * trust * trust
    };
    let weights: Vec<f64> = values.iter().map(weight).collect();
    let mut left = unit_f64(random) * weights.iter().sum::<f64>();
    for (index, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return Some(index);
        }
    }
    Some(0)
}

/// Expected score from 0 to 1. Resembles the logistic curve, with exactly reproducible arithmetic.
fn expected_score(centipawns: f64) -> f64 {
    0.5 + 0.5 * centipawns / (HALF_POINT_CP + centipawns.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rng::hash;

    /// Number of times each value is sampled in a thousand.
    fn counts(values: &[i32], temperature: f64) -> Vec<usize> {
        let mut counts = vec![0; values.len()];
        for random in 0..1000 {
            counts[sample_move(values, temperature, hash(5, random)).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn better_moves_are_sampled_more_often() {
        let found = counts(&[30, 20, -40, -300], 0.1);
        assert!(found.is_sorted_by(|a, b| a >= b), "{found:?}");
        assert!(found[3] < 30, "{found:?}");
        let steady = counts(&[30, 20, -40, -300], 0.002);
        assert!(steady[0] > found[0]);
    }

    #[test]
    fn losing_positions_still_prefer_better_moves() {
        let found = counts(&[-900, -1250], 0.05);
        assert!(found[1] < 150, "{found:?}");
    }

    #[test]
    fn the_best_move_is_taken_when_it_mates() {
        assert_eq!(counts(&[31_997, 31_995, 10], 0.5), [1000, 0, 0]);
        assert_eq!(sample_move(&[], 0.5, 1), None);
    }
}
