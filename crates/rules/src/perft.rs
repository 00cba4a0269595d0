//! Perft: counts the move sequences of a given length, the standard test of a move generator.

use core::hint::black_box;

use crate::cpu::{self, Cpu, Task};
use crate::generate::generate_not_in_check;
use crate::legal::count as count_moves;
use crate::make_sink::{ChildVisitor, make_children};
use crate::move_counter::MoveCounter;
use crate::static_color::{Black, StaticColor, White};
use crate::{Color, Position};

/// Counts the move sequences of length `depth` with bulk counting: moves at the last ply are counted, not
/// made.
///
/// ```
/// use hanpan_rules::{Position, perft};
/// assert_eq!(perft::count(&Position::start(), 4), 197_281);
/// ```
#[must_use]
pub fn count(position: &Position, depth: u32) -> u64 {
    cpu::dispatch(Count { position, depth })
}

/// As [`count`], but makes every move of the last ply too, with hash and counters.
#[must_use]
pub fn count_without_bulk(position: &Position, depth: u32) -> u64 {
    cpu::dispatch(CountWithoutBulk { position, depth })
}

struct Count<'a> {
    position: &'a Position,
    depth: u32,
}

impl Task for Count<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<C: Cpu>(self) -> u64 {
        match self.position.turn {
            Color::White => nodes::<White, C>(self.position, self.depth),
            Color::Black => nodes::<Black, C>(self.position, self.depth),
        }
    }
}

struct CountWithoutBulk<'a> {
    position: &'a Position,
    depth: u32,
}

impl Task for CountWithoutBulk<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<C: Cpu>(self) -> u64 {
        match self.position.turn {
            Color::White => nodes_without_bulk::<White, C>(self.position, self.depth),
            Color::Black => nodes_without_bulk::<Black, C>(self.position, self.depth),
        }
    }
}

fn nodes<P: StaticColor, C: Cpu>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => C::run(
            #[inline(always)]
            || u64::from(count_moves::<P, C>(position)),
        ),
        // A separate function keeps the hot code of the last two plies together.
        2 => C::run(
            #[inline(always)]
            || make_children::<P, C, _>(position, BulkCount),
        ),
        _ => C::run(
            #[inline(always)]
            || make_children::<P, C, _>(position, Recurse { depth: depth - 1 }),
        ),
    }
}

fn nodes_without_bulk<P: StaticColor, C: Cpu>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => C::run(
            #[inline(always)]
            || make_children::<P, C, _>(position, MakeLeaf),
        ),
        _ => C::run(
            #[inline(always)]
            || make_children::<P, C, _>(position, MakeAndRecurse { depth: depth - 1 }),
        ),
    }
}

#[derive(Clone, Copy)]
struct BulkCount;

impl<C: Cpu> ChildVisitor<C> for BulkCount {
    const NEEDS_CHECK_INFO: bool = true;

    #[inline(always)]
    fn visit_not_in_check<P: StaticColor>(self, child: &Position, counter: &mut MoveCounter<C>) {
        generate_not_in_check::<P, C, _>(child, counter);
    }

    #[inline(always)]
    fn visit<P: StaticColor>(self, child: &Position) -> u64 {
        C::run(
            #[inline(always)]
            || u64::from(count_moves::<P, C>(child)),
        )
    }
}

#[derive(Clone, Copy)]
struct Recurse {
    depth: u32,
}

impl<C: Cpu> ChildVisitor<C> for Recurse {
    #[inline(always)]
    fn visit_not_in_check<P: StaticColor>(self, child: &Position, counter: &mut MoveCounter<C>) {
        counter.moves += ChildVisitor::<C>::visit::<P>(self, child);
    }

    #[inline(always)]
    fn visit<P: StaticColor>(self, child: &Position) -> u64 {
        nodes::<P, C>(child, self.depth)
    }
}

/// Forces the compiler to make each leaf position.
#[derive(Clone, Copy)]
struct MakeLeaf;

impl<C: Cpu> ChildVisitor<C> for MakeLeaf {
    #[inline(always)]
    fn visit_not_in_check<P: StaticColor>(self, child: &Position, counter: &mut MoveCounter<C>) {
        counter.moves += ChildVisitor::<C>::visit::<P>(self, child);
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

impl<C: Cpu> ChildVisitor<C> for MakeAndRecurse {
    #[inline(always)]
    fn visit_not_in_check<P: StaticColor>(self, child: &Position, counter: &mut MoveCounter<C>) {
        counter.moves += ChildVisitor::<C>::visit::<P>(self, child);
    }

    #[inline(always)]
    fn visit<P: StaticColor>(self, child: &Position) -> u64 {
        nodes_without_bulk::<P, C>(child, self.depth)
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
