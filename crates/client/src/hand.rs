//! What the hand over the board is doing. It does one thing at a time, so this is one value.

use rules::{Color, Role, Square};

/// What the hand is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Hand {
    /// Nothing.
    #[default]
    Empty,
    /// It has pointed at a piece and is about to point at a target.
    Selected(Square),
    /// It holds a piece over the board.
    Holding {
        /// Where the piece was picked up.
        from: Square,
        /// Whether the piece had been selected before: putting it down where it was lets go of it then.
        again: bool,
    },
    /// It has put a pawn on the last rank and now chooses what becomes of it.
    Promoting(Promotion),
}

/// A pawn that waits for its promotion. Nothing has been played yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Promotion {
    /// Where the pawn comes from.
    pub from: Square,
    /// The square on the last rank.
    pub to: Square,
    /// Whose pawn it is.
    pub color: Color,
    /// The piece that Enter would take.
    pub lit: Role,
}

impl Hand {
    /// The square of the piece that is selected or held.
    #[must_use]
    pub const fn piece(self) -> Option<Square> {
        match self {
            Hand::Selected(from) | Hand::Holding { from, .. } => Some(from),
            Hand::Empty | Hand::Promoting(_) => None,
        }
    }

    /// The pawn that waits for its promotion.
    #[must_use]
    pub const fn promotion(self) -> Option<Promotion> {
        match self {
            Hand::Promoting(promotion) => Some(promotion),
            Hand::Empty | Hand::Selected(_) | Hand::Holding { .. } => None,
        }
    }
}

impl Promotion {
    /// What a pawn can become, in the order in which it is offered.
    pub const CHOICES: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

    pub(crate) const fn new(from: Square, to: Square, color: Color) -> Promotion {
        Promotion { from, to, color, lit: Role::Queen }
    }

    /// The choice before or after the lit one; the ends do not meet.
    pub(crate) fn lighting(self, next: Next) -> Promotion {
        let index = Promotion::CHOICES.iter().position(|&role| role == self.lit).unwrap_or_default();
        let index = match next {
            Next::Later => index + 1,
            Next::Earlier => index.saturating_sub(1),
        };
        Promotion { lit: Promotion::CHOICES.get(index).copied().unwrap_or(self.lit), ..self }
    }
}

/// Which way along the choices.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Next {
    Earlier,
    Later,
}
