//! The stored record of a solver: rating, best results, and the puzzles tried last.

use std::collections::VecDeque;
use std::fmt;

use crate::{DailyRecord, Day, PlayerRating, PuzzleId};

/// Number of puzzles that are not asked again as long as there are others.
const MAX_TRIED: usize = 600;

/// Record of a solver.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PuzzleRecord {
    /// Rating.
    pub rating: PlayerRating,
    /// Number of rated puzzles.
    pub rated: u32,
    /// Number of these that the first answers solved.
    pub solved: u32,
    /// Longest streak.
    pub best_streak: u32,
    /// Most puzzles in three minutes.
    pub best_three_minutes: u32,
    /// Puzzles of the day.
    pub daily: DailyRecord,
    /// The puzzles tried last, the oldest first.
    tried: VecDeque<PuzzleId>,
}

impl PuzzleRecord {
    /// Parses what [`Display`](fmt::Display) writes. Lines that are damaged or of later versions are ignored.
    ///
    /// ```
    /// use puzzles::PuzzleRecord;
    /// let record = PuzzleRecord::parse("streak 12\nrating damaged\n");
    /// assert_eq!((record.best_streak, record.rating.points()), (12, 1000));
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> PuzzleRecord {
        let mut record = PuzzleRecord::default();
        for line in text.lines() {
            let Some((name, value)) = line.split_once(' ') else { continue };
            let mut words = value.split_whitespace();
            let number = words.next().and_then(|word| word.parse::<u32>().ok());
            match (name, number) {
                ("rating", _) => record.rating = value.parse().unwrap_or_default(),
                ("rated", Some(number)) => record.rated = number,
                ("solved", Some(number)) => record.solved = number,
                ("streak", Some(number)) => record.best_streak = number,
                ("three-minutes", Some(number)) => record.best_three_minutes = number,
                ("daily-rated", Some(number)) => record.daily.rated = Some(Day(number)),
                ("daily-solved", Some(number)) => {
                    record.daily.solved = Some(Day(number));
                    record.daily.row = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
                }
                ("tried", _) => {
                    let ids = value.split_whitespace().filter_map(|word| word.parse().ok());
                    ids.for_each(|id| record.add_tried(id));
                }
                _ => {}
            }
        }
        record
    }

    /// Adds a puzzle to those that were tried.
    pub fn add_tried(&mut self, id: PuzzleId) {
        self.tried.retain(|known| *known != id);
        self.tried.push_back(id);
        while self.tried.len() > MAX_TRIED {
            self.tried.pop_front();
        }
    }

    /// Place of a puzzle among those tried last, from the oldest on; `None` if it is new.
    #[must_use]
    pub fn tried_at(&self, id: PuzzleId) -> Option<usize> {
        self.tried.iter().position(|known| *known == id)
    }
}

impl fmt::Display for PuzzleRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PuzzleRecord { rating, rated, solved, best_streak, best_three_minutes, daily, tried } = self;
        writeln!(f, "rating {rating}\nrated {rated}\nsolved {solved}\nstreak {best_streak}")?;
        writeln!(f, "three-minutes {best_three_minutes}")?;
        if let Some(Day(day)) = daily.rated {
            writeln!(f, "daily-rated {day}")?;
        }
        if let Some(Day(day)) = daily.solved {
            writeln!(f, "daily-solved {day} {}", daily.row)?;
        }
        f.write_str("tried")?;
        tried.iter().try_for_each(|id| write!(f, " {id}"))?;
        f.write_str("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: usize) -> PuzzleId {
        format!("p{number}").parse().unwrap()
    }

    #[test]
    fn records_survive_a_round_trip() {
        let mut record = PuzzleRecord {
            rated: 12,
            solved: 9,
            best_streak: 7,
            best_three_minutes: 21,
            ..PuzzleRecord::default()
        };
        record.daily.solve(Day(20_000));
        record.daily.rated = Some(Day(20_001));
        (0..3).for_each(|number| record.add_tried(id(number)));
        assert_eq!(PuzzleRecord::parse(&record.to_string()), record);
        assert_eq!(PuzzleRecord::parse(&PuzzleRecord::default().to_string()), PuzzleRecord::default());
    }

    #[test]
    fn damaged_lines_are_ignored() {
        let text = "\u{0}\nrating 1e9 0 x\nrated -3\nstreak\nthree-minutes 5 9\ntried a ä b\ndaily-solved 9\nlater 1";
        let record = PuzzleRecord::parse(text);
        assert_eq!((record.rating, record.rated, record.best_streak), (PlayerRating::default(), 0, 0));
        assert_eq!((record.best_three_minutes, record.daily.row(Day(9))), (5, 1));
        assert_eq!(
            (record.tried_at("a".parse().unwrap()), record.tried_at("b".parse().unwrap())),
            (Some(0), Some(1))
        );
    }

    #[test]
    fn only_the_puzzles_tried_last_are_kept() {
        let mut record = PuzzleRecord::default();
        (0..MAX_TRIED + 2).for_each(|number| record.add_tried(id(number)));
        record.add_tried(id(2));
        assert_eq!(record.tried.len(), MAX_TRIED);
        assert_eq!((record.tried_at(id(1)), record.tried_at(id(3))), (None, Some(0)));
        assert_eq!(record.tried_at(id(2)), Some(MAX_TRIED - 1));
    }
}
