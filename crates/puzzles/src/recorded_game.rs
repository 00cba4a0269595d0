//! Games in which puzzles are looked for.

use game::Ruleset;
use game::pgn::PgnGame;
use rules::{Move, Position};

/// A game of standard chess from any position.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedGame {
    /// Name of the file or generator, and the number of the game in it: `games.pgn/12`.
    pub name: String,
    /// Starting position.
    pub start: Position,
    /// Moves.
    pub moves: Vec<Move>,
}

impl RecordedGame {
    /// The main line of a game; `None` under rules other than those of chess, and from an illegal position.
    #[must_use]
    pub fn from_pgn(name: String, game: &PgnGame) -> Option<RecordedGame> {
        if game.ruleset == Ruleset::KingCapture {
            return None;
        }
        let start = game.start.position().ok()?;
        Some(RecordedGame { name, start, moves: game.moves().collect() })
    }

    /// The positions of the game, the starting position first, as far as the moves are legal.
    pub(crate) fn positions(&self) -> Vec<Position> {
        let mut position = self.start;
        let mut positions = vec![position];
        for &m in &self.moves {
            let Ok(next) = position.play(m) else { break };
            position = next;
            positions.push(position);
        }
        positions
    }
}
