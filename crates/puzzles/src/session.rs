//! A session: one puzzle after another in a mode, with score, mistakes and time.

use rules::{Move, Position};

use crate::{Answer, Attempt, Day, Puzzle, PuzzleMode, PuzzleRecord, PuzzleResult, WantedPuzzle};

/// Milliseconds of the mode with three minutes.
const TIME: u64 = 180_000;

/// Mistakes that end three minutes.
pub const MAX_MISTAKES: u32 = 3;

/// Rating of the first puzzle where the rating rises.
const FIRST_RATING: u16 = 500;

/// Rise of the rating with each solved puzzle of a streak, and of three minutes.
const STREAK_RISE: u16 = 40;
const THREE_MINUTES_RISE: u16 = 30;

/// Highest rating that is asked for where the rating rises.
const MAX_RATING: u16 = 2400;

/// Puzzles that are asked in a mode. Times are milliseconds of any clock that does not go back.
#[derive(Clone, Debug)]
pub struct Session {
    mode: PuzzleMode,
    current: Option<CurrentPuzzle>,
    score: u32,
    mistakes: u32,
    /// Time of the first answer in three minutes.
    started_at: Option<u64>,
    end: Option<SessionEnd>,
    /// Best result of the mode before this session.
    best_before: u32,
}

#[derive(Clone, Debug)]
struct CurrentPuzzle {
    puzzle: Puzzle,
    attempt: Attempt,
    day: Day,
    /// The result that counted, and the change of the rating.
    counted: Option<(PuzzleResult, i32)>,
    hint: Option<Hint>,
    is_solved: bool,
}

/// Hint for a move of the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// The piece that moves.
    Piece(Move),
    /// The square that it goes to.
    Square(Move),
}

/// Verdict on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Right; the opponent has replied.
    Continues {
        /// The reply.
        reply: Move,
    },
    /// Right, and the last move.
    Solved,
    /// Not the solution; the position is unchanged.
    Wrong,
    /// Nothing was asked, or the session is over.
    Ignored,
}

/// The reason why a session is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionEnd {
    /// A wrong move ended a streak, or the third one three minutes.
    Mistakes,
    /// Three minutes are over.
    Time,
}

impl Session {
    /// A session without a puzzle.
    #[must_use]
    pub fn new(mode: PuzzleMode, record: &PuzzleRecord) -> Session {
        let best_before = match mode {
            PuzzleMode::Streak => record.best_streak,
            PuzzleMode::ThreeMinutes => record.best_three_minutes,
            _ => 0,
        };
        Session { mode, current: None, score: 0, mistakes: 0, started_at: None, end: None, best_before }
    }

    /// The mode.
    #[must_use]
    pub fn mode(&self) -> PuzzleMode {
        self.mode
    }

    /// The condition for the next puzzle.
    #[must_use]
    pub fn wanted(&self, record: &PuzzleRecord) -> WantedPuzzle {
        let rising = |rise: u16| {
            let score = u16::try_from(self.score + self.mistakes).unwrap_or(u16::MAX);
            FIRST_RATING.saturating_add(score.saturating_mul(rise)).min(MAX_RATING)
        };
        let rating = match self.mode {
            PuzzleMode::Streak => rising(STREAK_RISE),
            PuzzleMode::ThreeMinutes => rising(THREE_MINUTES_RISE),
            _ => record.rating.points(),
        };
        WantedPuzzle { theme: self.mode.theme(), rating }
    }

    /// Asks a puzzle. The puzzle of a day counts for the rating once.
    pub fn ask(&mut self, puzzle: Puzzle, day: Day) {
        let attempt = Attempt::new(&puzzle);
        self.current =
            Some(CurrentPuzzle { puzzle, attempt, day, counted: None, hint: None, is_solved: false });
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.current.as_ref().map(|current| &current.puzzle)
    }

    /// The position, with the solver to move unless the puzzle is solved.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.current.as_ref().map(|current| current.attempt.position())
    }

    /// The moves that led to the position, beginning with the opponent's.
    #[must_use]
    pub fn played(&self) -> &[Move] {
        self.current.as_ref().map(|current| current.attempt.played()).unwrap_or_default()
    }

    /// Judges a move of the solver at a time.
    pub fn answer(&mut self, m: Move, record: &mut PuzzleRecord, now: u64) -> Verdict {
        self.check_time(now);
        let Some(current) = self.current.as_mut().filter(|current| !current.is_solved) else {
            return Verdict::Ignored;
        };
        if self.end.is_some() {
            return Verdict::Ignored;
        }
        if self.mode == PuzzleMode::ThreeMinutes {
            self.started_at.get_or_insert(now);
        }
        let answer = current.attempt.answer(m);
        match answer {
            Answer::Continues { reply } => {
                current.hint = None;
                Verdict::Continues { reply }
            }
            Answer::Solved => {
                current.is_solved = true;
                self.count(PuzzleResult::Solved, record);
                Verdict::Solved
            }
            Answer::Wrong => {
                self.count(PuzzleResult::Failed, record);
                Verdict::Wrong
            }
        }
    }

    /// The next hint, which counts as a failure; `None` in modes without hints.
    pub fn take_hint(&mut self, record: &mut PuzzleRecord) -> Option<Hint> {
        let current = self.current.as_mut().filter(|current| self.mode.is_rated() && !current.is_solved)?;
        let m = current.attempt.rest().first().copied()?;
        current.hint = Some(match current.hint {
            None => Hint::Piece(m),
            Some(Hint::Piece(_) | Hint::Square(_)) => Hint::Square(m),
        });
        let hint = current.hint;
        self.count(PuzzleResult::Failed, record);
        hint
    }

    /// Gives the puzzle up, which counts as a failure. Returns the rest of the solution.
    pub fn give_up(&mut self, record: &mut PuzzleRecord) -> Vec<Move> {
        let Some(current) = self.current.as_mut().filter(|current| !current.is_solved) else {
            return Vec::new();
        };
        current.is_solved = true;
        let rest = current.attempt.rest().to_vec();
        self.count_first(PuzzleResult::Failed, record);
        rest
    }

    /// Counts a result.
    fn count(&mut self, result: PuzzleResult, record: &mut PuzzleRecord) {
        self.count_first(result, record);
        let Some(current) = &self.current else { return };
        match (self.mode, result) {
            (PuzzleMode::Daily, PuzzleResult::Solved) => record.daily.solve(current.day),
            (PuzzleMode::Streak | PuzzleMode::ThreeMinutes, PuzzleResult::Solved) => {
                self.score += 1;
                let best = match self.mode {
                    PuzzleMode::Streak => &mut record.best_streak,
                    _ => &mut record.best_three_minutes,
                };
                *best = self.score.max(*best);
            }
            (PuzzleMode::Streak, PuzzleResult::Failed) => {
                self.mistakes += 1;
                self.end = Some(SessionEnd::Mistakes);
            }
            (PuzzleMode::ThreeMinutes, PuzzleResult::Failed) => {
                self.mistakes += 1;
                if self.mistakes >= MAX_MISTAKES {
                    self.end = Some(SessionEnd::Mistakes);
                }
            }
            _ => {}
        }
    }

    /// Counts the first result of a puzzle for the rating.
    fn count_first(&mut self, result: PuzzleResult, record: &mut PuzzleRecord) {
        let Some(current) = self.current.as_mut().filter(|current| current.counted.is_none()) else { return };
        record.add_tried(current.puzzle.id);
        let is_daily = self.mode == PuzzleMode::Daily;
        let is_repeated = is_daily && record.daily.is_rated(current.day);
        if !self.mode.is_rated() || is_repeated {
            return;
        }
        if is_daily {
            record.daily.rated = Some(current.day);
        }
        let before = record.rating.points();
        record.rating = record.rating.after(&current.puzzle, result);
        record.rated = record.rated.saturating_add(1);
        if result == PuzzleResult::Solved {
            record.solved = record.solved.saturating_add(1);
        }
        current.counted = Some((result, i32::from(record.rating.points()) - i32::from(before)));
    }

    /// Ends three minutes if they are over.
    pub fn check_time(&mut self, now: u64) {
        if self.end.is_none() && self.started_at.is_some() && self.remaining(now) == 0 {
            self.end = Some(SessionEnd::Time);
        }
    }

    /// Milliseconds left of three minutes, which begin with the first answer.
    #[must_use]
    pub fn remaining(&self, now: u64) -> u64 {
        self.started_at.map_or(TIME, |start| (start + TIME).saturating_sub(now))
    }

    /// The reason why the session is over; `None` while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<SessionEnd> {
        self.end
    }

    /// Number of solved puzzles of a streak or of three minutes.
    #[must_use]
    pub fn score(&self) -> u32 {
        self.score
    }

    /// Number of wrong moves of a streak or of three minutes.
    #[must_use]
    pub fn mistakes(&self) -> u32 {
        self.mistakes
    }

    /// True if the score is better than all earlier ones.
    #[must_use]
    pub fn is_record(&self) -> bool {
        self.score > self.best_before
    }

    /// True if the current puzzle is solved or given up.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.current.as_ref().is_some_and(|current| current.is_solved)
    }

    /// The change of the rating by the current puzzle, if it has counted.
    #[must_use]
    pub fn rating_change(&self) -> Option<i32> {
        self.current.as_ref()?.counted.map(|(_, change)| change)
    }
}

#[cfg(test)]
mod tests;
