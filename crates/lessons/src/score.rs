//! Stars for a stage.

use crate::Stage;

/// One to three stars.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Stars {
    One,
    Two,
    Three,
}

impl Stars {
    /// The number of stars.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Stars::One => 1,
            Stars::Two => 2,
            Stars::Three => 3,
        }
    }

    /// The stars with this number.
    #[must_use]
    pub const fn from_count(count: u8) -> Option<Stars> {
        match count {
            1 => Some(Stars::One),
            2 => Some(Stars::Two),
            3 => Some(Stars::Three),
            _ => None,
        }
    }
}

/// Faults of a learner in a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Moves beyond the smallest number.
    pub detours: u32,
    /// Illegal and wrong moves, wrong answers, and hints that were asked for.
    pub slips: u32,
}

impl Score {
    /// The score with the moves of a finished step.
    #[must_use]
    pub fn with_moves(self, made: u8, smallest: u8) -> Score {
        Score { detours: self.detours + u32::from(made.saturating_sub(smallest)), ..self }
    }

    /// The score with one slip more.
    #[must_use]
    pub const fn with_slip(self) -> Score {
        Score { slips: self.slips + 1, ..self }
    }

    /// Three stars without a fault, two with at most one for each step.
    #[must_use]
    pub fn stars(self, stage: &Stage) -> Stars {
        let faults = self.detours + self.slips;
        match u32::try_from(stage.steps.len()) {
            _ if faults == 0 => Stars::Three,
            Ok(steps) if faults <= steps => Stars::Two,
            _ => Stars::One,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages;

    #[test]
    fn faults_cost_stars() {
        let stage = &stages()[0];
        let steps = u32::try_from(stage.steps.len()).unwrap();
        let check = |detours, slips, expected| {
            assert_eq!(Score { detours, slips }.stars(stage), expected, "{detours} {slips}");
        };
        check(0, 0, Stars::Three);
        check(1, 0, Stars::Two);
        check(0, 1, Stars::Two);
        check(1, steps - 1, Stars::Two);
        check(1, steps, Stars::One);
        assert_eq!(Score::default().with_moves(5, 3).with_slip(), Score { detours: 2, slips: 1 });
        assert_eq!(Score::default().with_moves(2, 3), Score::default());
    }

    #[test]
    fn stars_are_counted() {
        for stars in [Stars::One, Stars::Two, Stars::Three] {
            assert_eq!(Stars::from_count(stars.count()), Some(stars));
        }
        assert_eq!((Stars::from_count(0), Stars::from_count(4)), (None, None));
    }
}
