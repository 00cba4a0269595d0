//! A player's mind while it thinks about one move: what it does not see, and what it thinks of what it sees.

use rules::{Move, Position, Square};

use super::chance::mix;
use super::eval_noise::EvalNoise;
use super::oversight;

/// How somebody looks at positions. The same seed sees and judges alike, in every line and all through a game.
#[derive(Clone, Debug)]
pub(crate) struct BlunderModel {
    seed: u64,
    oversight_rate: f64,
    eval_noise: EvalNoise,
}

/// For so many moves something stays overlooked.
const OVERSIGHT_MOVES: u32 = 3;

impl BlunderModel {
    /// A mind with a character that follows from the seed, at some moment of the game.
    pub(crate) fn new(seed: u64, position: &Position, blindness: f64, fog: f64) -> BlunderModel {
        let moment = u64::from(position.fullmoves() / OVERSIGHT_MOVES);
        BlunderModel {
            seed: mix(seed, moment),
            oversight_rate: blindness,
            eval_noise: EvalNoise::new(seed, fog),
        }
    }

    /// Whether it does not think of a move. `before` is where the last move ended: taking back is always seen.
    pub(crate) fn overlooks(&self, position: &Position, m: Move, ply: usize, before: Option<Square>) -> bool {
        if before == Some(m.to()) && m.is_capture() {
            return false;
        }
        let chance = self.oversight_rate * oversight::difficulty(position, m) * oversight::ply_factor(ply);
        oversight::is_overlooked(self.seed, position.turn(), m, chance)
    }

    /// By how much it is wrong about a position, for the side to move.
    pub(crate) fn eval_error(&self, position: &Position) -> i32 {
        self.eval_noise.error(position)
    }
}
