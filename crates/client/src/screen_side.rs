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
pub enum ScreenSide {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl ScreenSide {
    /// Both, from left to right.
    pub const ALL: [ScreenSide; 2] = [ScreenSide::Left, ScreenSide::Right];

    /// Which way a king goes that castles to a side, on a board with this colour below.
    #[must_use]
    pub const fn castling_direction(bottom: Color, side: CastlingSide) -> ScreenSide {
        match (bottom, side) {
            (Color::White, CastlingSide::King) | (Color::Black, CastlingSide::Queen) => ScreenSide::Right,
            (Color::White, CastlingSide::Queen) | (Color::Black, CastlingSide::King) => ScreenSide::Left,
        }
    }

    /// The side to which a king castles that goes this way, on a board with this colour below.
    #[must_use]
    pub const fn castling_side(self, bottom: Color) -> CastlingSide {
        match (bottom, self) {
            (Color::White, ScreenSide::Right) | (Color::Black, ScreenSide::Left) => CastlingSide::King,
            (Color::White, ScreenSide::Left) | (Color::Black, ScreenSide::Right) => CastlingSide::Queen,
        }
    }
}
