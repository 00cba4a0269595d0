//! Evaluation errors of a level: a bias per feature for the whole game, and noise per position.
//!
//! The biased features are those that players talk about (bishops, advanced pawns, king shelter), not terms
//! of the evaluation, so they mean the same whatever the evaluation is.

use rules::{Bitboard, Color, File, Position, Rank, Role, attacks};

use rng::{bell_f64, hash};

/// Number of biased features.
const FEATURES: usize = 9;

/// Maximum bias per unit of each feature at an amplitude of 100, in centipawns.
const FEATURE_WEIGHTS: [f64; FEATURES] = [12.0, 45.0, 45.0, 50.0, 70.0, 9.0, 20.0, 22.0, 18.0];

/// The evaluation error of one opponent.
#[derive(Clone, Debug)]
pub(crate) struct EvalNoise {
    seed: u64,
    amplitude: f64,
    biases: [f64; FEATURES],
}

/// With at most this many pieces on the board there is no error.
const NOISELESS_PIECES: u32 = 4;

impl EvalNoise {
    /// Biases and noise with an amplitude in centipawns.
    pub(crate) fn new(seed: u64, amplitude: f64) -> EvalNoise {
        let bias_weight = |feature: usize| {
            bell_f64(hash(seed, feature as u64)) * FEATURE_WEIGHTS[feature] * amplitude / 100.0
        };
        EvalNoise { seed, amplitude, biases: std::array::from_fn(bias_weight) }
    }

    /// Error in centipawns for the side to move.
    pub(crate) fn error(&self, position: &Position) -> i32 {
        let piece_count = position.board().occupied().count();
        if self.amplitude <= 0.0 || piece_count <= NOISELESS_PIECES {
            return 0;
        }
        let us = position.turn();
        let (own, other) = (features(position, us), features(position, !us));
        let weighted = self.biases.iter().zip(own.iter().zip(other));
        let bias: f64 =
            weighted.map(|(bias_weight, (own, other))| bias_weight * f64::from(own - other)).sum();
        let noise = bell_f64(hash(self.seed, position.hash())) * self.amplitude;
        // Errors shrink with the number of pieces.
        let scale = f64::from(piece_count.min(20)) / 20.0;
        ((bias + noise) * scale) as i32
    }
}

/// Feature counts of a side.
fn features(position: &Position, side: Color) -> [i32; FEATURES] {
    let board = position.board();
    let of = |role: Role| board.pieces(role.of(side));
    let pawns = of(Role::Pawn);
    let king = attacks::king(position.king(side));
    let home = Bitboard::rank(side.back_rank());
    let forwardness = |rank: Rank| {
        let behind = pawns & Bitboard::rank(rank);
        let steps = rank as i32 - side.pawn_rank() as i32;
        behind.count() as i32 * steps.abs()
    };
    let centre = Bitboard::file(File::D) | Bitboard::file(File::E);
    let enemy_king = attacks::king(position.king(!side));
    let near = (board.color(side) & (enemy_king | with_neighbours(enemy_king))).count();
    [
        pawns.count() as i32,
        of(Role::Knight).count() as i32,
        of(Role::Bishop).count() as i32,
        of(Role::Rook).count() as i32,
        of(Role::Queen).count() as i32,
        Rank::ALL.into_iter().map(forwardness).sum(),
        (pawns & king).count() as i32,
        near as i32,
        ((of(Role::Knight) | of(Role::Bishop)) & home).count() as i32 - (pawns & centre).count() as i32,
    ]
}

/// The squares and their neighbours.
fn with_neighbours(set: Bitboard) -> Bitboard {
    set.into_iter().map(attacks::king).fold(set, |all, next| all | next)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4R1K w - - 0 10";

    #[test]
    fn noise_is_a_function_of_seed_and_position() {
        let position: Position = MIDDLEGAME.parse().unwrap();
        let error = |seed: u64| EvalNoise::new(seed, 200.0).error(&position);
        assert_eq!(error(1), error(1));
        assert!((0..20).map(error).collect::<std::collections::HashSet<_>>().len() > 15);
        assert!((0..200).all(|seed| error(seed).abs() < 800));
        assert!((0..200).map(error).sum::<i32>().abs() < 200 * 40);
    }

    #[test]
    fn zero_amplitude_and_small_endings_have_no_noise() {
        let position: Position = MIDDLEGAME.parse().unwrap();
        assert_eq!(EvalNoise::new(3, 0.0).error(&position), 0);
        let ending: Position = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1".parse().unwrap();
        assert_eq!(EvalNoise::new(3, 300.0).error(&ending), 0);
    }
}
