//! A move that was tried and refused: what the board explains.

use rules::{Bitboard, IllegalMoveReason, Square};

/// An illegal try, from the moment the piece snaps back to the next thing anybody does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RejectedMove {
    /// Where the piece came from.
    pub from: Square,
    /// Where it was to go.
    pub to: Square,
    /// Why it may not.
    pub refusal: IllegalMoveReason,
    /// Counts the slips, so that a painter shakes the piece once for each.
    pub number: u32,
}

impl RejectedMove {
    /// The squares of the pieces that are to blame.
    #[must_use]
    pub fn offending_squares(&self) -> Bitboard {
        self.refusal.squares()
    }

    /// The line to draw.
    #[must_use]
    pub fn line_squares(&self) -> Bitboard {
        self.refusal.line()
    }

    /// The lines to draw, each from a piece that is to blame to the end of what it does.
    pub fn lines(&self) -> impl Iterator<Item = (Square, Square)> {
        let line = self.line_squares();
        self.offending_squares().into_iter().filter_map(move |from| Some((from, line_end(from, line)?)))
    }
}

/// The end of the line that begins at a square: the farthest one that lies straight ahead, or a knight's jump away.
fn line_end(from: Square, line: Bitboard) -> Option<Square> {
    let is_ahead = |to: &Square| {
        let files = (to.file() as i8 - from.file() as i8).abs();
        let ranks = (to.rank() as i8 - from.rank() as i8).abs();
        files == ranks || files == 0 || ranks == 0 || files * ranks == 2
    };
    line.into_iter().filter(|&to| to != from).filter(is_ahead).max_by_key(|to| to.distance(from))
}
