//! Blunder model of a level: overlooked moves and evaluation errors.

use rules::{Move, Position, Square};

use super::eval_noise::EvalNoise;
use super::oversight;
use rng::hash;

/// Oversights and evaluation errors. They follow from the seed and are the same in every line of the tree.
#[derive(Clone, Debug)]
pub(crate) struct BlunderModel {
    seed: u64,
    oversight_rate: f64,
    eval_noise: EvalNoise,
}

/// A move stays overlooked for this many full moves of the game.
const OVERSIGHT_MOVES: u32 = 3;

impl BlunderModel {
    /// The model of an opponent in a position of its game.
    pub(crate) fn new(seed: u64, position: &Position, oversight_rate: f64, amplitude: f64) -> BlunderModel {
        let moment = u64::from(position.fullmoves() / OVERSIGHT_MOVES);
        BlunderModel { seed: hash(seed, moment), oversight_rate, eval_noise: EvalNoise::new(seed, amplitude) }
    }

    /// True if the move is overlooked. `before` is the target square of the last move: recaptures are always
    /// seen.
    pub(crate) fn overlooks(&self, position: &Position, m: Move, ply: usize, before: Option<Square>) -> bool {
        if before == Some(m.to()) && m.is_capture() {
            return false;
        }
        let chance = self.oversight_rate * oversight::difficulty(position, m) * oversight::ply_factor(ply);
        oversight::is_overlooked(self.seed, position.turn(), m, chance)
    }

    /// Evaluation error in centipawns for the side to move.
    pub(crate) fn eval_error(&self, position: &Position) -> i32 {
        self.eval_noise.error(position)
    }
}
