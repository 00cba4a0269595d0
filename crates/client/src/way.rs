//! Left and right, as they are on the screen.

use rules::{CastlingSide, Color};

/// A way along the ranks, as it is seen: the king's side is on the right where White sits below, on the left where Black
/// does, whoever castles.
///
/// ```
/// use client::Way;
/// use rules::{CastlingSide, Color};
/// assert_eq!(Way::of(Color::Black, CastlingSide::King), Way::Left);
/// assert_eq!(Way::Left.side(Color::White), CastlingSide::Queen);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Way {
    /// Both, from left to right.
    pub const ALL: [Way; 2] = [Way::Left, Way::Right];

    /// Which way a king goes that castles to a side, on a board with this colour below.
    #[must_use]
    pub const fn of(bottom: Color, side: CastlingSide) -> Way {
        match (bottom, side) {
            (Color::White, CastlingSide::King) | (Color::Black, CastlingSide::Queen) => Way::Right,
            (Color::White, CastlingSide::Queen) | (Color::Black, CastlingSide::King) => Way::Left,
        }
    }

    /// The side to which a king castles that goes this way, on a board with this colour below.
    #[must_use]
    pub const fn side(self, bottom: Color) -> CastlingSide {
        match (bottom, self) {
            (Color::White, Way::Right) | (Color::Black, Way::Left) => CastlingSide::King,
            (Color::White, Way::Left) | (Color::Black, Way::Right) => CastlingSide::Queen,
        }
    }
}
