//! A move that was tried and refused: what the board explains.

use rules::{Bitboard, Refusal, Square};

/// An illegal try, from the moment the piece snaps back to the next thing anybody does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slip {
    /// Where the piece came from.
    pub from: Square,
    /// Where it was to go.
    pub to: Square,
    /// Why it may not.
    pub refusal: Refusal,
    /// Counts the slips, so that a painter shakes the piece once for each.
    pub number: u32,
}

impl Slip {
    /// The squares of the pieces that are to blame.
    #[must_use]
    pub fn squares(&self) -> Bitboard {
        self.refusal.squares()
    }

    /// The line to draw.
    #[must_use]
    pub fn line(&self) -> Bitboard {
        self.refusal.line()
    }
}
