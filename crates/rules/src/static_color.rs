//! Color as a type parameter: code is compiled separately for each side.

use crate::{Color, Square};

pub(crate) trait StaticColor {
    type Other: StaticColor<Other = Self>;
    const COLOR: Color;
    /// Index difference of a pawn's step.
    const FORWARD: i8;
}

pub(crate) enum White {}
pub(crate) enum Black {}

impl StaticColor for White {
    type Other = Black;
    const COLOR: Color = Color::White;
    const FORWARD: i8 = 8;
}

impl StaticColor for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
    const FORWARD: i8 = -8;
}

/// Origin of a pawn that moved by `delta` to `to`.
#[inline(always)]
pub(crate) fn origin(to: Square, delta: i8) -> Square {
    Square::from_index_unchecked((to as i8 - delta) as u8)
}
