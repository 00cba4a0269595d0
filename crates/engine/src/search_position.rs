//! What a search starts from.

use rules::{IllegalMoveError, Move, Position};

/// A position, and the positions before it that could come again.
///
/// ```
/// use engine::Situation;
/// use rules::{Position, San};
/// let mut situation = Situation::new(Position::start());
/// let m = "e4".parse::<San>()?.resolve(situation.position())?;
/// situation.play(m)?;
/// assert_eq!(situation.position().ply(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchPosition {
    position: Position,
    /// The move that led to it.
    last: Option<Move>,
    /// Keys of the positions since the last capture or pawn move, the current one last.
    keys: Vec<u64>,
}

impl SearchPosition {
    /// A position that comes out of nowhere.
    #[must_use]
    pub fn new(position: Position) -> SearchPosition {
        SearchPosition { position, last: None, keys: vec![position.repetition_key()] }
    }

    /// The position to move in.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The move that led to it; `None` if it comes out of nowhere.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.last
    }

    /// Goes on by a move.
    ///
    /// # Errors
    /// The move is not legal; nothing has changed.
    #[allow(clippy::result_large_err, reason = "the error of the rules, which hands the position back")]
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMoveError> {
        self.position = self.position.play(m)?;
        if m.is_irreversible() {
            self.keys.clear();
        }
        self.keys.push(self.position.repetition_key());
        self.last = Some(m);
        Ok(())
    }

    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }
}
