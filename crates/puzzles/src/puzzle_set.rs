//! Choice of puzzles from a set, and the set that comes with the program.

use rng::Rng;

use crate::compact::{self, CompactError};
use crate::{Puzzle, Theme};

/// The shipped set in compact form, in an order in which any part from the beginning on has puzzles of all ratings.
pub const SHIPPED: &str = include_str!("../data/puzzles.txt");

/// The puzzles of the shipped set.
///
/// # Errors
/// A line is damaged, which the tests rule out.
pub fn shipped() -> Result<Vec<Puzzle>, CompactError> {
    compact::parse(SHIPPED)
}

/// Condition for puzzles, and a random sample of those that meet it.
///
/// Of a large file only [`Selection::CAPACITY`] puzzles are kept, each with the same probability.
#[derive(Clone, Debug)]
pub struct Selection {
    theme: Option<Theme>,
    rating: Option<u16>,
    rng: Rng,
    /// Number of puzzles that met the condition.
    seen: u64,
    kept: Vec<Puzzle>,
}

/// Distance from the wanted rating up to which a puzzle is near it.
const NEAR: u16 = 100;

impl Selection {
    /// Most puzzles that are kept.
    pub const CAPACITY: usize = 20_000;

    /// Puzzles with a theme and near a rating, where these are given.
    #[must_use]
    pub fn new(theme: Option<Theme>, rating: Option<u16>, seed: u64) -> Selection {
        Selection { theme, rating, rng: Rng::new(seed), seen: 0, kept: Vec::new() }
    }

    /// Offers a puzzle.
    pub fn offer(&mut self, puzzle: Puzzle) {
        let has_theme = self.theme.is_none_or(|theme| puzzle.themes.has(theme));
        let is_near = self.rating.is_none_or(|rating| puzzle.rating.abs_diff(rating) <= NEAR);
        if !has_theme || !is_near {
            return;
        }
        self.seen += 1;
        if self.kept.len() < Selection::CAPACITY {
            self.kept.push(puzzle);
        } else if let Some(kept) =
            usize::try_from(self.rng.below(self.seen)).ok().and_then(|at| self.kept.get_mut(at))
        {
            *kept = puzzle;
        }
    }

    /// The puzzles in random order.
    #[must_use]
    pub fn into_puzzles(mut self) -> Vec<Puzzle> {
        self.rng.shuffle(&mut self.kept);
        self.kept
    }
}

/// Takes the puzzle whose rating is nearest to `rating` from the first of `puzzles`, so that players get puzzles of their
/// strength in random order.
pub fn take_near(puzzles: &mut Vec<Puzzle>, rating: u16) -> Option<Puzzle> {
    let nearest =
        puzzles.iter().enumerate().take(WINDOW).min_by_key(|(_, puzzle)| puzzle.rating.abs_diff(rating));
    let index = nearest.map(|(index, _)| index)?;
    Some(puzzles.remove(index))
}

/// Number of puzzles of which the nearest is taken.
const WINDOW: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_shipped_set_is_whole() {
        let puzzles = shipped().unwrap();
        let ids: BTreeSet<_> = puzzles.iter().map(|puzzle| puzzle.id).collect();
        assert_eq!(ids.len(), puzzles.len(), "a puzzle occurs twice");
        for puzzle in &puzzles {
            let found = crate::find_themes(&puzzle.position(), puzzle.solution());
            // The phase of the game depends on the move number, which is not part of the set.
            let phases = [Theme::Opening, Theme::Middlegame];
            let compared = Theme::ALL.iter().filter(|theme| !phases.contains(theme));
            for &theme in compared {
                assert_eq!(puzzle.themes.has(theme), found.has(theme), "{} {theme}", puzzle.id);
            }
            assert!(puzzle.rating > 0 && puzzle.deviation > 0, "{}", puzzle.id);
        }
        assert_eq!(compact::to_text(&puzzles), SHIPPED);
    }

    #[test]
    fn selections_meet_the_condition_and_follow_from_the_seed() {
        let select = |theme, rating, seed| {
            let mut selection = Selection::new(theme, rating, seed);
            shipped().unwrap().into_iter().for_each(|puzzle| selection.offer(puzzle));
            selection.into_puzzles()
        };
        let mates = select(Some(Theme::Mate), None, 1);
        assert!(!mates.is_empty() && mates.iter().all(|puzzle| puzzle.themes.has(Theme::Mate)));
        let near = select(None, Some(1000), 1);
        assert!(!near.is_empty() && near.iter().all(|puzzle| (900..=1100).contains(&puzzle.rating)));
        assert_eq!(mates, select(Some(Theme::Mate), None, 1));
        assert_ne!(mates, select(Some(Theme::Mate), None, 2));
    }

    #[test]
    fn the_next_puzzle_is_near_the_rating() {
        let mut puzzles = shipped().unwrap();
        let count = puzzles.len();
        let first: Vec<u16> = puzzles.iter().take(WINDOW).map(|puzzle| puzzle.rating).collect();
        let taken = take_near(&mut puzzles, 900).unwrap();
        assert_eq!(first.iter().map(|rating| rating.abs_diff(900)).min(), Some(taken.rating.abs_diff(900)));
        assert_eq!(puzzles.len(), count - 1);
        assert_eq!(take_near(&mut Vec::new(), 900), None);
    }
}
