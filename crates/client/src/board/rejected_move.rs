//! An illegal move attempt and its explanation.

use rules::{Bitboard, IllegalMoveReason, Square};

/// An illegal move attempt, shown until the next action of the user.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RejectedMove {
    /// Origin square.
    pub from: Square,
    /// Target square.
    pub to: Square,
    /// Reason.
    pub reason: IllegalMoveReason,
    /// Sequence number, so that the user interface animates each rejection once.
    pub number: u32,
}

impl RejectedMove {
    /// Squares of the pieces that make the move illegal.
    #[must_use]
    pub fn offending_squares(&self) -> Bitboard {
        self.reason.squares()
    }

    /// Squares of the explanatory lines.
    #[must_use]
    pub fn line_squares(&self) -> Bitboard {
        self.reason.line()
    }

    /// Explanatory lines, each from an offending piece to the end of its line.
    pub fn lines(&self) -> impl Iterator<Item = (Square, Square)> {
        let line = self.line_squares();
        self.offending_squares().into_iter().filter_map(move |from| Some((from, line_end(from, line)?)))
    }
}

/// The end of the line from a square: the farthest aligned square, or one a knight's move away.
fn line_end(from: Square, line: Bitboard) -> Option<Square> {
    let is_aligned_or_knight_move = |to: &Square| {
        let files = (to.file() as i8 - from.file() as i8).abs();
        let ranks = (to.rank() as i8 - from.rank() as i8).abs();
        files == ranks || files == 0 || ranks == 0 || files * ranks == 2
    };
    line.into_iter()
        .filter(|&to| to != from)
        .filter(is_aligned_or_knight_move)
        .max_by_key(|to| to.distance(from))
}
