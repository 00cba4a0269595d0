//! The status line as a value; texts are in the client.

use rules::{Color, Square};

use crate::{Ending, Game, Outcome};

/// Side to move, check, or the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// A side is to move.
    Turn(Color),
    /// A side is to move and in check.
    Check {
        /// The side to move.
        turn: Color,
        /// Its king's square.
        king: Square,
    },
    /// The side to move is checkmated; the game is over.
    Checkmate {
        /// The side that lost.
        turn: Color,
        /// Its king's square.
        king: Square,
    },
    /// The game is over in another way.
    Over(Outcome),
}

impl Game {
    /// Status of the game.
    ///
    /// ```
    /// use hanpan_game::{Game, Status};
    /// use hanpan_game::rules::{Color, Square};
    /// let mut game = Game::standard();
    /// for text in ["f3", "e5", "g4", "Qh4"] {
    ///     assert!(matches!(game.status(), Status::Turn(_)));
    ///     game.play(game.parse_move(text)?)?;
    /// }
    /// assert_eq!(game.status(), Status::Checkmate { turn: Color::White, king: Square::E1 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn status(&self) -> Status {
        let turn = self.turn();
        match (self.outcome(), self.checked_king()) {
            (Some(outcome), Some(king)) if outcome.ending() == Ending::Checkmate => {
                Status::Checkmate { turn, king }
            }
            (Some(outcome), _) => Status::Over(outcome),
            (None, Some(king)) => Status::Check { turn, king },
            (None, None) => Status::Turn(turn),
        }
    }
}
