//! The position a search starts from, with its game history.

use rules::{IllegalMoveError, Move, Position};

/// A position and the repetition keys of the game before it.
///
/// ```
/// use engine::SearchPosition;
/// use rules::{Position, San};
/// let mut search_position = SearchPosition::new(Position::start());
/// let m = "e4".parse::<San>()?.resolve(search_position.position())?;
/// search_position.play(m)?;
/// assert_eq!(search_position.position().ply(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchPosition {
    position: Position,
    /// Move that led to the position.
    last: Option<Move>,
    /// Repetition keys since the last irreversible move, the current position last.
    keys: Vec<u64>,
}

impl SearchPosition {
    /// A position without history.
    #[must_use]
    pub fn new(position: Position) -> SearchPosition {
        SearchPosition { position, last: None, keys: vec![position.repetition_key()] }
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The move that led to the position; `None` without history.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.last
    }

    /// True if the position occurred before.
    pub(crate) fn is_repeated(&self) -> bool {
        self.keys.split_last().is_some_and(|(last, before)| before.contains(last))
    }

    /// Makes a move.
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
