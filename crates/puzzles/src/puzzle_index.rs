//! An index over sets in compact form: a line is parsed when its puzzle is asked, so that thousands cost nothing at the start.

use crate::compact::{self, CompactError, HEADER};
use crate::{DAILY_RATINGS, Day, Puzzle, PuzzleRecord, Theme, Themes};

/// Puzzles by rating and theme.
#[derive(Clone, Debug, Default)]
pub struct PuzzleIndex {
    puzzles: Vec<IndexedPuzzle>,
    /// Number of puzzles of the first file, among which is the puzzle of the day.
    first: usize,
}

#[derive(Clone, Debug)]
struct IndexedPuzzle {
    line: Box<str>,
    rating: u16,
    themes: Themes,
}

/// Condition for a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WantedPuzzle {
    /// Theme that it must have.
    pub theme: Option<Theme>,
    /// Rating that it should have.
    pub rating: u16,
}

/// A puzzle from the index.
#[derive(Clone, PartialEq, Debug)]
pub struct ChosenPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// True if it is new to the player and near the wanted rating: another file could have nothing better.
    pub is_good: bool,
}

/// Distance from the wanted rating up to which a puzzle is near it.
const NEAR: u16 = 150;

/// Puzzles whose distances from the wanted rating are in the same step come in random order.
const STEP: u16 = 50;

impl PuzzleIndex {
    /// Adds a file of puzzles. Lines without rating and themes are left out.
    ///
    /// # Errors
    /// The first line is not that of the format.
    pub fn add(&mut self, text: &str) -> Result<(), CompactError> {
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Err(CompactError { line: 1 });
        }
        let is_first = self.puzzles.is_empty();
        self.puzzles.extend(lines.filter_map(IndexedPuzzle::new));
        if is_first {
            self.first = self.puzzles.len();
        }
        Ok(())
    }

    /// Number of puzzles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// True if there are no puzzles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Chooses a puzzle that is new to the player and near the rating; if there is none, the nearest new one; if there is none
    /// either, the one tried longest ago.
    #[must_use]
    pub fn choose(&self, wanted: WantedPuzzle, record: &PuzzleRecord, seed: u64) -> Option<ChosenPuzzle> {
        let mut candidates: Vec<(u16, u64, &IndexedPuzzle)> = self
            .puzzles
            .iter()
            .zip(0_u64..)
            .filter(|(puzzle, _)| wanted.theme.is_none_or(|theme| puzzle.themes.has(theme)))
            .map(|(puzzle, number)| {
                (puzzle.rating.abs_diff(wanted.rating) / STEP, rng::mix(seed ^ rng::mix(number)), puzzle)
            })
            .collect();
        candidates.sort_unstable_by_key(|(distance, rank, _)| (*distance, *rank));
        let mut oldest: Option<(usize, Puzzle)> = None;
        for (_, _, candidate) in candidates {
            let Some(puzzle) = compact::parse_line(&candidate.line) else { continue };
            let Some(age) = record.tried_at(puzzle.id) else {
                let is_good = puzzle.rating.abs_diff(wanted.rating) <= NEAR;
                return Some(ChosenPuzzle { puzzle, is_good });
            };
            if oldest.as_ref().is_none_or(|(known, _)| age < *known) {
                oldest = Some((age, puzzle));
            }
        }
        oldest.map(|(_, puzzle)| ChosenPuzzle { puzzle, is_good: false })
    }

    /// The puzzle of a day, the same for all players with the same first file.
    #[must_use]
    pub fn daily(&self, day: Day) -> Option<Puzzle> {
        let first = self.puzzles.get(..self.first).unwrap_or_default();
        let candidates: Vec<&IndexedPuzzle> =
            first.iter().filter(|puzzle| DAILY_RATINGS.contains(&puzzle.rating)).collect();
        // The files are in random order, so that the puzzles of successive days have nothing in common.
        let number = (day.0 as usize).checked_rem(candidates.len())?;
        let in_turn = candidates.iter().cycle().skip(number).take(candidates.len());
        in_turn.copied().find_map(|puzzle| compact::parse_line(&puzzle.line))
    }
}

impl IndexedPuzzle {
    fn new(line: &str) -> Option<IndexedPuzzle> {
        let mut fields = line.rsplit(' ');
        let themes = Themes::from_hex(fields.next()?)?;
        let (rating, _) = fields.next()?.split_once('/')?;
        Some(IndexedPuzzle { line: line.into(), rating: rating.parse().ok()?, themes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SHIPPED, shipped};

    fn index() -> PuzzleIndex {
        let mut index = PuzzleIndex::default();
        index.add(SHIPPED).unwrap();
        index
    }

    fn wanted(rating: u16) -> WantedPuzzle {
        WantedPuzzle { theme: None, rating }
    }

    #[test]
    fn every_shipped_puzzle_is_in_the_index() {
        assert_eq!(index().len(), shipped().unwrap().len());
    }

    #[test]
    fn chosen_puzzles_are_near_and_have_the_theme() {
        let (index, record) = (index(), PuzzleRecord::default());
        for seed in 0..50 {
            let chosen = index.choose(wanted(1200), &record, seed).unwrap();
            assert!(chosen.is_good && chosen.puzzle.rating.abs_diff(1200) < STEP, "{:?}", chosen.puzzle);
            let fork = WantedPuzzle { theme: Some(Theme::Fork), rating: 1200 };
            assert!(index.choose(fork, &record, seed).unwrap().puzzle.themes.has(Theme::Fork));
        }
        let of = |seed| index.choose(wanted(1200), &record, seed).unwrap().puzzle.id;
        assert!((1..50).any(|seed| of(seed) != of(0)), "the seed changes nothing");
        assert!(!index.choose(wanted(4000), &record, 0).unwrap().is_good);
    }

    #[test]
    fn unseen_puzzles_come_first_and_then_the_oldest() {
        let mut index = PuzzleIndex::default();
        let lines: Vec<&str> = SHIPPED.lines().take(4).collect();
        index.add(&lines.join("\n")).unwrap();
        assert_eq!(index.len(), 3);
        let mut record = PuzzleRecord::default();
        let mut order = Vec::new();
        for seed in 0..6 {
            let chosen = index.choose(wanted(1000), &record, seed).unwrap();
            assert!(seed < 3 || !chosen.is_good);
            record.add_tried(chosen.puzzle.id);
            order.push(chosen.puzzle.id);
        }
        assert_eq!(order[..3], order[3..]);
        assert!(order[0] != order[1] && order[1] != order[2] && order[0] != order[2]);
    }

    #[test]
    fn the_puzzle_of_the_day_depends_on_the_first_file_only() {
        let mut index = index();
        let days: Vec<_> = (20_000..20_010).map(|day| index.daily(Day(day)).unwrap()).collect();
        assert!(days.iter().all(|puzzle| DAILY_RATINGS.contains(&puzzle.rating)));
        assert!(days.windows(2).all(|pair| pair[0].id != pair[1].id));
        let second = SHIPPED.lines().take(100).collect::<Vec<_>>().join("\n");
        index.add(&second).unwrap();
        let again: Vec<_> = (20_000..20_010).map(|day| index.daily(Day(day)).unwrap()).collect();
        assert_eq!(days, again);
    }

    #[test]
    fn damaged_files_are_refused_and_damaged_lines_left_out() {
        let mut index = PuzzleIndex::default();
        assert_eq!(index.add("<html>"), Err(CompactError { line: 1 }));
        assert_eq!(
            (index.daily(Day(1)), index.choose(wanted(1000), &PuzzleRecord::default(), 1)),
            (None, None)
        );
        index.add(&format!("{HEADER}\nnonsense\n8/8 w - - e2e4 1200/80 1\n")).unwrap();
        assert_eq!(index.len(), 1);
        assert_eq!(
            (index.daily(Day(1)), index.choose(wanted(1000), &PuzzleRecord::default(), 1)),
            (None, None)
        );
    }
}
