//! The puzzle of the day, and the days in a row on which it was solved.

use std::ops::RangeInclusive;

/// Ratings of puzzles of the day.
pub const DAILY_RATINGS: RangeInclusive<u16> = 900..=1700;

/// A UTC day, counted from 1 January 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day(pub u32);

const MILLIS_PER_DAY: u64 = 86_400_000;

impl Day {
    /// The day of a time in milliseconds since 1 January 1970.
    #[must_use]
    pub fn of_millis(millis: u64) -> Day {
        Day(u32::try_from(millis / MILLIS_PER_DAY).unwrap_or(u32::MAX))
    }
}

/// The puzzles of the day that a player has tried and solved.
///
/// ```
/// use puzzles::{DailyRecord, Day};
/// let mut record = DailyRecord::default();
/// record.solve(Day(7));
/// record.solve(Day(8));
/// assert_eq!((record.row(Day(8)), record.row(Day(9)), record.row(Day(10))), (2, 2, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DailyRecord {
    /// The last day whose puzzle counted for the rating.
    pub(crate) rated: Option<Day>,
    /// The last day whose puzzle was solved.
    pub(crate) solved: Option<Day>,
    /// Days in a row up to that day.
    pub(crate) row: u32,
}

impl DailyRecord {
    /// True if the puzzle of the day was solved.
    #[must_use]
    pub fn is_solved(&self, day: Day) -> bool {
        self.solved == Some(day)
    }

    /// True if the puzzle of the day has counted for the rating.
    #[must_use]
    pub fn is_rated(&self, day: Day) -> bool {
        self.rated == Some(day)
    }

    /// Number of days in a row; today's puzzle may still be unsolved.
    #[must_use]
    pub fn row(&self, today: Day) -> u32 {
        let is_unbroken = self.solved.is_some_and(|last| last.0 <= today.0 && last.0 + 1 >= today.0);
        if is_unbroken { self.row } else { 0 }
    }

    /// Counts the puzzle of a day as solved, once.
    pub fn solve(&mut self, day: Day) {
        if !self.is_solved(day) {
            *self = DailyRecord { solved: Some(day), row: self.row(day).saturating_add(1), ..*self };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_begin_at_midnight_utc() {
        assert_eq!(Day::of_millis(0), Day(0));
        assert_eq!(Day::of_millis(MILLIS_PER_DAY - 1), Day(0));
        assert_eq!(Day::of_millis(20_000 * MILLIS_PER_DAY), Day(20_000));
        assert_eq!(Day::of_millis(u64::MAX), Day(u32::MAX));
    }

    #[test]
    fn days_in_a_row_are_counted_once_and_end_with_a_gap() {
        let mut record = DailyRecord::default();
        let mut check = |day: u32, row: u32| {
            record.solve(Day(day));
            assert_eq!(record.row(Day(day)), row, "{day}");
        };
        check(10, 1);
        check(10, 1);
        check(11, 2);
        check(12, 3);
        check(14, 1);
        check(15, 2);
        // The clock of the computer was put back.
        check(3, 1);
        assert!(record.is_solved(Day(3)) && !record.is_solved(Day(4)));
    }
}
