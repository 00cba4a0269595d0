//! The stored progress: a line per exercise.

use std::collections::BTreeMap;
use std::fmt;

use super::Exercise;

/// Number of solutions of each exercise.
///
/// ```
/// use client::practice::{Exercise, Progress, Solution};
///
/// let mut progress = Progress::parse("queen 2 1\nno exercise\n");
/// let queen = Exercise::from_id("queen").unwrap();
/// progress.add_solution(&queen, Solution::Clean);
/// assert_eq!(progress.to_string(), "queen 3 2\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress(BTreeMap<&'static str, ExerciseProgress>);

/// Solutions of an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ExerciseProgress {
    /// Positions solved.
    pub solved: u32,
    /// Those of them without taking a move back.
    pub clean: u32,
}

/// Kind of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Solution {
    /// Without taking a move back.
    Clean,
    /// After a move was taken back.
    Corrected,
}

impl Progress {
    /// Reads the stored text; lines that cannot be read are dropped.
    #[must_use]
    pub fn parse(text: &str) -> Progress {
        let line = |line: &str| {
            let mut words = line.split(' ');
            let exercise = Exercise::from_id(words.next()?)?;
            let (solved, clean): (u32, u32) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            (words.next().is_none() && clean <= solved)
                .then_some((exercise.id, ExerciseProgress { solved, clean }))
        };
        Progress(text.lines().filter_map(line).collect())
    }

    /// The solutions of an exercise.
    #[must_use]
    pub fn of(&self, exercise: &Exercise) -> ExerciseProgress {
        self.0.get(exercise.id).copied().unwrap_or_default()
    }

    /// Number of exercises with a solution.
    #[must_use]
    pub fn solved_exercises(&self) -> usize {
        self.0.values().filter(|progress| progress.solved > 0).count()
    }

    /// Adds a solution.
    pub fn add_solution(&mut self, exercise: &Exercise, solution: Solution) {
        let progress = self.0.entry(exercise.id).or_default();
        progress.solved = progress.solved.saturating_add(1);
        if solution == Solution::Clean {
            progress.clean = progress.clean.saturating_add(1);
        }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, ExerciseProgress { solved, clean }) in &self.0 {
            writeln!(f, "{id} {solved} {clean}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_survives_a_round_trip_and_bad_lines_are_dropped() {
        let check = |text: &str, expected: &str| {
            assert_eq!(Progress::parse(text).to_string(), expected, "{text:?}");
        };
        check("queen 3 2\nrook 1 0\n", "queen 3 2\nrook 1 0\n");
        check("", "");
        for bad in ["queen", "queen 1", "queen 1 2", "queen 1 1 1", "queen x 1", "dragon 1 1", "queen -1 0"] {
            check(&format!("{bad}\nrook 1 1\n"), "rook 1 1\n");
        }
    }
}
