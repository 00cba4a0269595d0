//! Values inside the search: centipawns for the side to move, with mates counted from the root.

/// Maximum ply of a line.
pub(crate) const MAX_PLY: usize = 128;

/// Larger than every value.
pub(crate) const INFINITE: i32 = 32_001;

/// Value of giving mate now; one less for each ply until the mate.
pub(crate) const MATE: i32 = 32_000;

/// Values beyond this are mates.
pub(crate) const MATE_IN_MAX_PLY: i32 = MATE - 2 * MAX_PLY as i32;

/// Value of a draw.
pub(crate) const DRAW: i32 = 0;

/// Value of being mated at `ply`.
#[inline(always)]
pub(crate) const fn mated_in(ply: usize) -> i32 {
    -MATE + ply as i32
}

/// True for mate values.
#[inline(always)]
pub(crate) const fn is_decisive(value: i32) -> bool {
    value.abs() > MATE_IN_MAX_PLY
}

/// Converts a value for the transposition table: mates count from the position, not from the root.
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

/// Converts a value from the transposition table: mates count from the root.
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
