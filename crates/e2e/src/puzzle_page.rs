//! The page on which puzzles are solved.

use puzzles::{Puzzle, shipped};
use rules::Move;

use crate::{Browser, Error, TestResult};

impl Browser {
    /// Waits until a puzzle of the shipped set other than `last` has to be solved.
    pub fn wait_for_puzzle(&self, last: Option<&Puzzle>) -> TestResult<Puzzle> {
        let known = shipped().map_err(|error| Error::File(error.to_string()))?;
        self.wait("a puzzle", || {
            let script = "return document.querySelector('[data-phase=solving]')?.dataset.puzzle ?? ''";
            let id = self.run(script, &[])?;
            let found = known.iter().find(|puzzle| id == puzzle.id.as_str());
            let new = found.filter(|found| last.is_none_or(|last| last.id != found.id));
            Ok(new.cloned().ok_or_else(|| id.to_string()))
        })
    }
}

/// A legal move that is not the solution, does not promote and does not end the game.
///
/// # Panics
/// There is none.
#[must_use]
pub fn wrong_move(puzzle: &Puzzle) -> Move {
    let position = puzzle.position();
    let is_wrong = |m: &Move| {
        let after = position.play_unchecked(*m);
        !puzzle.solution().starts_with(&[*m]) && m.promotion().is_none() && after.has_legal_moves()
    };
    let mut moves = position.legal_moves().into_iter();
    moves.find(is_wrong).expect("a puzzle has wrong moves")
}
