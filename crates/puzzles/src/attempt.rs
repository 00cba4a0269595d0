//! An attempt at a puzzle: the solver's moves are checked, and the opponent's are played.

use rules::{Move, Position};

use crate::Puzzle;

/// An attempt at a puzzle.
///
/// ```
/// use puzzles::{Answer, Attempt, lichess_csv::parse_line};
/// let line = "a1,6k1/5ppp/7p/8/8/8/5PPP/R5K1 b - - 0 1,h6h5 a1a8,900,80,0,0,,,";
/// let puzzle = parse_line(line).map_err(|error| error.to_string())?;
/// let mut attempt = Attempt::new(&puzzle);
/// let wrong = attempt.position().parse_move("Ra7").map_err(|error| error.to_string())?;
/// assert_eq!(attempt.answer(wrong), Answer::Wrong);
/// let right = attempt.position().parse_move("Ra8#").map_err(|error| error.to_string())?;
/// assert_eq!(attempt.answer(right), Answer::Solved);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The line of the puzzle, beginning with the opponent's move.
    line: Vec<Move>,
    position: Position,
    /// Number of moves played, the opponent's first one included.
    played: usize,
}

/// Result of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Right; the opponent has replied.
    Continues {
        /// The reply.
        reply: Move,
    },
    /// Right, and the last move.
    Solved,
    /// Not the solution. The position is unchanged.
    Wrong,
}

impl Attempt {
    /// Begins with the solver's first move.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Attempt {
        Attempt { line: puzzle.moves().to_vec(), position: puzzle.position(), played: 1 }
    }

    /// The position, with the solver to move unless the puzzle is solved.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The move that led to the position.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.played().last().copied()
    }

    /// The moves that led to the position, beginning with the opponent's.
    #[must_use]
    pub fn played(&self) -> &[Move] {
        self.line.get(..self.played).unwrap_or_default()
    }

    /// The rest of the solution.
    #[must_use]
    pub fn rest(&self) -> &[Move] {
        self.line.get(self.played..).unwrap_or_default()
    }

    /// Plays a legal move of the solver. Any checkmate solves a puzzle.
    pub fn answer(&mut self, m: Move) -> Answer {
        let Ok(after) = self.position.play(m) else { return Answer::Wrong };
        if after.is_checkmate() {
            self.line.truncate(self.played);
            self.line.push(m);
            (self.position, self.played) = (after, self.line.len());
            return Answer::Solved;
        }
        if self.rest().first() != Some(&m) {
            return Answer::Wrong;
        }
        (self.position, self.played) = (after, self.played + 1);
        match self.rest().first().copied() {
            None => Answer::Solved,
            Some(reply) => {
                (self.position, self.played) = (after.play_unchecked(reply), self.played + 1);
                Answer::Continues { reply }
            }
        }
    }
}
