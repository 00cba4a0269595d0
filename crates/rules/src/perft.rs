//! Counting the positions that can be reached: the standard check of a move generator.

use core::hint::black_box;

use crate::children::{Visitor, expand};
use crate::generate::generate_calm;
use crate::lanes::Tally;
use crate::legal::count as count_moves;
use crate::player::{Black, Player, White};
use crate::{Color, Position};

/// Counts the move sequences of a length. The moves of the last ply are counted and not played.
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

/// The same number with every position reached really made, hash and counters included.
#[must_use]
pub fn count_made(position: &Position, depth: u32) -> u64 {
    match position.turn {
        Color::White => made::<White>(position, depth),
        Color::Black => made::<Black>(position, depth),
    }
}

fn nodes<P: Player>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(count_moves::<P>(position)),
        2 => last_two::<P>(position),
        _ => expand::<P, _>(position, Deeper { depth: depth - 1 }),
    }
}

/// A function of its own keeps the code of the last plies, where all the time goes, together.
#[inline(never)]
fn last_two<P: Player>(position: &Position) -> u64 {
    expand::<P, _>(position, CountMoves)
}

fn made<P: Player>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => last_made::<P>(position),
        _ => expand::<P, _>(position, MakeDeeper { depth: depth - 1 }),
    }
}

#[inline(never)]
fn last_made<P: Player>(position: &Position) -> u64 {
    expand::<P, _>(position, Make)
}

#[derive(Clone, Copy)]
struct CountMoves;

impl Visitor for CountMoves {
    const SORTS: bool = true;

    #[inline(always)]
    fn visit_calm<P: Player>(self, child: &Position, tally: &mut Tally) {
        generate_calm::<P, _>(child, tally);
    }

    #[inline(never)]
    fn visit<P: Player>(self, child: &Position) -> u64 {
        u64::from(count_moves::<P>(child))
    }
}

#[derive(Clone, Copy)]
struct Deeper {
    depth: u32,
}

impl Visitor for Deeper {
    #[inline(always)]
    fn visit_calm<P: Player>(self, child: &Position, tally: &mut Tally) {
        tally.moves += self.visit::<P>(child);
    }

    #[inline(always)]
    fn visit<P: Player>(self, child: &Position) -> u64 {
        nodes::<P>(child, self.depth)
    }
}

/// Makes the compiler really make each child.
#[derive(Clone, Copy)]
struct Make;

impl Visitor for Make {
    #[inline(always)]
    fn visit_calm<P: Player>(self, child: &Position, tally: &mut Tally) {
        tally.moves += self.visit::<P>(child);
    }

    #[inline(always)]
    fn visit<P: Player>(self, child: &Position) -> u64 {
        black_box(child);
        1
    }
}

#[derive(Clone, Copy)]
struct MakeDeeper {
    depth: u32,
}

impl Visitor for MakeDeeper {
    #[inline(always)]
    fn visit_calm<P: Player>(self, child: &Position, tally: &mut Tally) {
        tally.moves += self.visit::<P>(child);
    }

    #[inline(always)]
    fn visit<P: Player>(self, child: &Position) -> u64 {
        made::<P>(child, self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start() {
        assert_eq!(super::count(&Position::start(), 5), 4_865_609);
        assert_eq!(super::count_made(&Position::start(), 4), 197_281);
    }
}
