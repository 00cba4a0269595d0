//! The index of a position within a game.

use std::fmt;

/// Index of a position: the number of plies (half-moves) played before it. 0 is the start position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Ply(pub u32);

impl Ply {
    /// The start position.
    pub const START: Ply = Ply(0);

    /// The position after `plies` half-moves; saturates at `u32::MAX`.
    #[must_use]
    pub fn new(plies: usize) -> Ply {
        Ply(u32::try_from(plies).unwrap_or(u32::MAX))
    }

    /// The number of plies, to index a list of moves.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The position one ply later.
    #[must_use]
    pub const fn next(self) -> Ply {
        Ply(self.0.saturating_add(1))
    }

    /// The position one ply earlier; `None` at the start.
    #[must_use]
    pub const fn previous(self) -> Option<Ply> {
        match self.0 {
            0 => None,
            plies => Some(Ply(plies - 1)),
        }
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
