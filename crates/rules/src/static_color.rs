//! Colour as a type: code for one side is compiled for that side, and "the other side" is a type too.

use crate::{Color, Square};

pub(crate) trait StaticColor {
    type Other: StaticColor<Other = Self>;
    const COLOR: Color;
    /// How far a pawn's step moves the index of its square.
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

/// The square from which a pawn came that moved by `delta`.
#[inline(always)]
pub(crate) fn origin(to: Square, delta: i8) -> Square {
    Square::from_index_unchecked((to as i8 - delta) as u8)
}
