//! Perft: counts the move sequences of a given length, the standard test of a move generator.

use core::hint::black_box;

use crate::generate::generate_not_in_check;
use crate::legal::count as count_moves;
use crate::make_sink::{ChildVisitor, make_children};
use crate::simd::MoveCounter;
use crate::static_color::{Black, StaticColor, White};
use crate::{Color, Position};

/// Counts the move sequences of length `depth` with bulk counting: moves at the last ply are counted, not
/// made.
///
/// ```
/// use rules::{Position, perft};
/// assert_eq!(perft::count(&Position::start(), 4), 197_281);
/// ```
#[must_use]
pub fn count(position: &Position, depth: u32) -> u64 {
    match position.turn {
        Color::White => nodes::<White>(position, depth),
        Color::Black => nodes::<Black>(position, depth),
    }
}

/// As [`count`], but makes every move of the last ply too, with hash and counters.
#[must_use]
pub fn count_without_bulk(position: &Position, depth: u32) -> u64 {
    match position.turn {
        Color::White => nodes_without_bulk::<White>(position, depth),
        Color::Black => nodes_without_bulk::<Black>(position, depth),
    }
}

fn nodes<P: StaticColor>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(count_moves::<P>(position)),
        2 => nodes_at_depth_two::<P>(position),
        _ => make_children::<P, _>(position, Recurse { depth: depth - 1 }),
    }
}

/// A separate function keeps the hot code of the last two plies together.
#[inline(never)]
fn nodes_at_depth_two<P: StaticColor>(position: &Position) -> u64 {
    make_children::<P, _>(position, BulkCount)
}

fn nodes_without_bulk<P: StaticColor>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => make_leaves::<P>(position),
        _ => make_children::<P, _>(position, MakeAndRecurse { depth: depth - 1 }),
    }
}

#[inline(never)]
fn make_leaves<P: StaticColor>(position: &Position) -> u64 {
    make_children::<P, _>(position, MakeLeaf)
}

#[derive(Clone, Copy)]
struct BulkCount;

impl ChildVisitor for BulkCount {
    const NEEDS_CHECK_INFO: bool = true;

    #[inline(always)]
    fn visit_not_in_check<P: StaticColor>(self, child: &Position, counter: &mut MoveCounter) {
        generate_not_in_check::<P, _>(child, counter);
    }

    #[inline(never)]
    fn visit<P: StaticColor>(self, child: &Position) -> u64 {
        u64::from(count_moves::<P>(child))
    }
}

#[derive(Clone, Copy)]
struct Recurse {
    depth: u32,
}

impl ChildVisitor for Recurse {
    #[inline(always)]
    fn visit_not_in_check<P: StaticColor>(self, child: &Position, counter: &mut MoveCounter) {
        counter.moves += self.visit::<P>(child);
    }

    #[inline(always)]
    fn visit<P: StaticColor>(self, child: &Position) -> u64 {
        nodes::<P>(child, self.depth)
    }
}

/// Forces the compiler to make each leaf position.
#[derive(Clone, Copy)]
struct MakeLeaf;

impl ChildVisitor for MakeLeaf {
    #[inline(always)]
    fn visit_not_in_check<P: StaticColor>(self, child: &Position, counter: &mut MoveCounter) {
        counter.moves += self.visit::<P>(child);
    }

    #[inline(always)]
    fn visit<P: StaticColor>(self, child: &Position) -> u64 {
        black_box(child);
        1
    }
}

#[derive(Clone, Copy)]
struct MakeAndRecurse {
    depth: u32,
}

impl ChildVisitor for MakeAndRecurse {
    #[inline(always)]
    fn visit_not_in_check<P: StaticColor>(self, child: &Position, counter: &mut MoveCounter) {
        counter.moves += self.visit::<P>(child);
    }

    #[inline(always)]
    fn visit<P: StaticColor>(self, child: &Position) -> u64 {
        nodes_without_bulk::<P>(child, self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perft_of_the_start_position() {
        assert_eq!(super::count(&Position::start(), 5), 4_865_609);
        assert_eq!(super::count_without_bulk(&Position::start(), 4), 197_281);
    }
}
