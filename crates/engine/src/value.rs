//! Values inside the search: hundredths of a pawn for the side to move, and mates by their distance from the root.

/// No line is followed further than this many plies.
pub(crate) const MAX_PLY: usize = 128;

/// A bound that no value reaches.
pub(crate) const INFINITE: i32 = 32_001;

/// The side to move has mated; a mate some plies away is worth that many less.
pub(crate) const MATE: i32 = 32_000;

/// Any value beyond this is a mate.
pub(crate) const MATE_IN_MAX_PLY: i32 = MATE - 2 * MAX_PLY as i32;

/// A draw.
pub(crate) const DRAW: i32 = 0;

/// The side to move is mated at this ply.
#[inline(always)]
pub(crate) const fn mated_in(ply: usize) -> i32 {
    -MATE + ply as i32
}

/// Whether a value says that somebody is mated.
#[inline(always)]
pub(crate) const fn is_decisive(value: i32) -> bool {
    value.abs() > MATE_IN_MAX_PLY
}

/// A value as the table keeps it: a mate counts from the position, not from the root.
#[inline(always)]
pub(crate) const fn to_tt(value: i32, ply: usize) -> i32 {
    if value > MATE_IN_MAX_PLY {
        value + ply as i32
    } else if value < -MATE_IN_MAX_PLY {
        value - ply as i32
    } else {
        value
    }
}

/// A value from the table, counted from the root again.
#[inline(always)]
pub(crate) const fn from_tt(value: i32, ply: usize) -> i32 {
    if value > MATE_IN_MAX_PLY {
        value - ply as i32
    } else if value < -MATE_IN_MAX_PLY {
        value + ply as i32
    } else {
        value
    }
}
