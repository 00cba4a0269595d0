//! A player's mind while it thinks about one move: what it does not see, and what it thinks of what it sees.

use rules::{Move, Position, Square};

use super::chance::mix;
use super::judgement::Judgement;
use super::sight;

/// How somebody looks at positions. The same seed sees and judges alike, in every line and all through a game.
#[derive(Clone, Debug)]
pub(crate) struct Mind {
    seed: u64,
    blindness: f64,
    judgement: Judgement,
}

/// For so many moves something stays overlooked.
const SPELL: u32 = 3;

impl Mind {
    /// A mind with a character that follows from the seed, at some moment of the game.
    pub(crate) fn new(seed: u64, position: &Position, blindness: f64, fog: f64) -> Mind {
        let moment = u64::from(position.fullmoves() / SPELL);
        Mind { seed: mix(seed, moment), blindness, judgement: Judgement::new(seed, fog) }
    }

    /// Whether it does not think of a move. `before` is where the last move ended: taking back is always seen.
    pub(crate) fn overlooks(&self, position: &Position, m: Move, ply: usize, before: Option<Square>) -> bool {
        if before == Some(m.to()) && m.is_capture() {
            return false;
        }
        let chance = self.blindness * sight::obscurity(position, m) * sight::distance(ply);
        sight::is_missed(self.seed, position.turn(), m, chance)
    }

    /// By how much it is wrong about a position, for the side to move.
    pub(crate) fn error(&self, position: &Position) -> i32 {
        self.judgement.error(position)
    }
}
