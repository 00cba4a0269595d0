//! Progress of a learner: the most stars in each stage, as text that a browser or a file keeps.

use std::fmt;

use crate::{Stage, Stars, stage, stages};

/// The most stars that a learner has had in each stage.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress(Vec<(&'static str, Stars)>);

impl Progress {
    /// Parses what [`Display`](fmt::Display) writes: a line with name and number for each stage. Other lines are ignored, so
    /// that progress survives damage and stages of later versions.
    #[must_use]
    pub fn parse(text: &str) -> Progress {
        let mut progress = Progress::default();
        for line in text.lines() {
            let known = line.trim().split_once(' ').and_then(|(name, count)| {
                Some((stage(name)?, Stars::from_count(count.trim().parse().ok()?)?))
            });
            if let Some((stage, stars)) = known {
                progress.record(stage, stars);
            }
        }
        progress
    }

    /// The stars of a stage; `None` if it has not been finished.
    #[must_use]
    pub fn stars(&self, stage: &Stage) -> Option<Stars> {
        self.0.iter().find(|(name, _)| *name == stage.name).map(|(_, stars)| *stars)
    }

    /// Records a finished stage; fewer stars than before change nothing.
    pub fn record(&mut self, stage: &Stage, stars: Stars) {
        match self.0.iter_mut().find(|(name, _)| *name == stage.name) {
            Some((_, best)) => *best = (*best).max(stars),
            None => self.0.push((stage.name, stars)),
        }
    }

    /// The first stage that has not been finished.
    #[must_use]
    pub fn next_stage(&self) -> Option<&'static Stage> {
        stages().iter().find(|stage| self.stars(stage).is_none())
    }

    /// Number of all stars.
    #[must_use]
    pub fn star_count(&self) -> u32 {
        self.0.iter().map(|(_, stars)| u32::from(stars.count())).sum()
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(name, stars)| writeln!(f, "{name} {}", stars.count()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_round_trips_and_keeps_the_best() {
        let mut progress = Progress::default();
        progress.record(&stages()[0], Stars::Two);
        progress.record(&stages()[1], Stars::Three);
        progress.record(&stages()[0], Stars::One);
        assert_eq!(progress.to_string(), "rook 2\nbishop 3\n");
        assert_eq!(Progress::parse(&progress.to_string()), progress);
        assert_eq!(
            (progress.star_count(), progress.next_stage().map(|stage| stage.name)),
            (5, Some("queen"))
        );
    }

    #[test]
    fn damaged_lines_are_ignored() {
        let check =
            |text: &str, expected: &str| assert_eq!(Progress::parse(text).to_string(), expected, "{text:?}");
        check("", "");
        check("rook", "");
        check("rook 4\nrook -1\nunicorn 3\n", "");
        check("\u{0}\nrook 1\r\nrook 3", "rook 3\n");
    }
}
