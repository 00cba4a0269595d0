//! Left and right on the screen.

use rules::{CastlingSide, Color};

/// A horizontal direction on the screen. Kingside is on the right with White at the bottom, on the left with
/// Black at the bottom.
///
/// ```
/// use client::ScreenSide;
/// use rules::{CastlingSide, Color};
/// assert_eq!(ScreenSide::castling_direction(Color::Black, CastlingSide::King), ScreenSide::Left);
/// assert_eq!(ScreenSide::Left.castling_side(Color::White), CastlingSide::Queen);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScreenSide {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl ScreenSide {
    /// Both, from left to right.
    pub const ALL: [ScreenSide; 2] = [ScreenSide::Left, ScreenSide::Right];

    /// Direction in which a king castles to a side, with `bottom` at the bottom of the screen.
    #[must_use]
    pub const fn castling_direction(bottom: Color, side: CastlingSide) -> ScreenSide {
        match (bottom, side) {
            (Color::White, CastlingSide::King) | (Color::Black, CastlingSide::Queen) => ScreenSide::Right,
            (Color::White, CastlingSide::Queen) | (Color::Black, CastlingSide::King) => ScreenSide::Left,
        }
    }

    /// Side to which a king castles in this direction, with `bottom` at the bottom of the screen.
    #[must_use]
    pub const fn castling_side(self, bottom: Color) -> CastlingSide {
        match (bottom, self) {
            (Color::White, ScreenSide::Right) | (Color::Black, ScreenSide::Left) => CastlingSide::King,
            (Color::White, ScreenSide::Left) | (Color::Black, ScreenSide::Right) => CastlingSide::Queen,
        }
    }
}
