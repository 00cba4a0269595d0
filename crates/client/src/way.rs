//! Left and right, as a player sees them who sits behind their own pieces.

use rules::{CastlingSide, Color};

/// A way along the ranks, as the player sees it: for White the king's side is on the right, for Black on the left.
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

    /// Which way a player's king goes when it castles to a side.
    #[must_use]
    pub const fn of(color: Color, side: CastlingSide) -> Way {
        match (color, side) {
            (Color::White, CastlingSide::King) | (Color::Black, CastlingSide::Queen) => Way::Right,
            (Color::White, CastlingSide::Queen) | (Color::Black, CastlingSide::King) => Way::Left,
        }
    }

    /// The side to which a player's king castles that goes this way.
    #[must_use]
    pub const fn side(self, color: Color) -> CastlingSide {
        match (color, self) {
            (Color::White, Way::Right) | (Color::Black, Way::Left) => CastlingSide::King,
            (Color::White, Way::Left) | (Color::Black, Way::Right) => CastlingSide::Queen,
        }
    }
}
