//! Time management: soft and hard limits from the clock. Pure arithmetic; elapsed time is an argument.

use std::time::Duration;

use crate::limits::TimeLimit;

/// Time limits of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeBudget {
    /// No new iteration starts after this, scaled by [`Stability`].
    pub(crate) soft: Option<Duration>,
    /// The search is stopped at this.
    pub(crate) hard: Option<Duration>,
}

impl TimeBudget {
    pub(crate) fn new(time: TimeLimit) -> TimeBudget {
        match time {
            TimeLimit::Unlimited => TimeBudget { soft: None, hard: None },
            TimeLimit::MoveTime(time) => TimeBudget { soft: None, hard: Some(time) },
            TimeLimit::Clock { remaining: left, increment, moves_to_go, overhead } => {
                let usable = left.saturating_sub(overhead).max(Duration::from_millis(1));
                // Time until the next time control, spread over the moves until then.
                let moves = moves_to_go.unwrap_or(30).clamp(1, 40);
                let share = usable / moves + increment.saturating_sub(overhead) * 3 / 4;
                // Reserve: a busy machine may delay the search.
                let limit = if moves == 1 { usable * 4 / 5 } else { usable * 3 / 10 };
                let soft = (share * 65 / 100).min(limit);
                let hard = (share * 7 / 2).min(limit);
                TimeBudget { soft: Some(soft), hard: Some(hard) }
            }
        }
    }

    /// True if no further iteration should start.
    pub(crate) fn soft_limit_reached(&self, elapsed: Option<Duration>, stability: Stability) -> bool {
        let Some((soft, elapsed)) = self.soft.zip(elapsed) else { return false };
        let percent = stability.soft_limit_percent();
        elapsed * 100 >= soft * percent
    }
}

/// Stability of the search, which scales the soft limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stability {
    /// Iterations since the best move last changed.
    pub(crate) stable_iterations: u32,
    /// Share of nodes spent on the best move, in percent.
    pub(crate) best_move_node_share: u32,
    /// Drop of the score since the last iteration, in centipawns.
    pub(crate) score_drop: i32,
}

impl Stability {
    /// Percentage of the soft limit to use.
    fn soft_limit_percent(self) -> u32 {
        let stability = [190, 140, 115, 100, 92, 86, 82][self.stable_iterations.min(6) as usize];
        let node_share_factor = 170 - self.best_move_node_share.min(100) * 95 / 100;
        let score_drop_factor = (100 + self.score_drop.clamp(-15, 60)) as u32;
        stability * node_share_factor / 100 * score_drop_factor / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_fit_the_clock() {
        let lefts = [1, 5, 20, 49, 50, 51, 100, 1000, 5000, 60_000, 7_200_000];
        for left in lefts {
            for increment in [0, 10, 50, 1000, 30_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    let [left, increment] = [left, increment].map(Duration::from_millis);
                    let overhead = Duration::from_millis(20);
                    let budget = TimeBudget::new(TimeLimit::Clock {
                        remaining: left,
                        increment,
                        moves_to_go,
                        overhead,
                    });
                    let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                    assert!(soft <= hard);
                    assert!(hard <= left, "{hard:?} of {left:?}");
                    assert!(hard + overhead <= left.max(overhead + Duration::from_millis(1)));
                }
            }
        }
    }

    #[test]
    fn instability_raises_the_soft_limit() {
        let stability = Stability { stable_iterations: 8, best_move_node_share: 90, score_drop: 0 };
        assert!(
            Stability { stable_iterations: 0, ..stability }.soft_limit_percent()
                > stability.soft_limit_percent()
        );
        assert!(
            Stability { best_move_node_share: 30, ..stability }.soft_limit_percent()
                > stability.soft_limit_percent()
        );
        assert!(
            Stability { score_drop: 40, ..stability }.soft_limit_percent() > stability.soft_limit_percent()
        );
        assert!(stability.soft_limit_percent() < 100);
    }

    #[test]
    fn move_time_has_no_soft_limit() {
        let time = Duration::from_millis(100);
        let budget = TimeBudget::new(TimeLimit::MoveTime(time));
        assert_eq!(budget, TimeBudget { soft: None, hard: Some(time) });
        assert!(!budget.soft_limit_reached(
            Some(time),
            Stability { stable_iterations: 9, best_move_node_share: 100, score_drop: 0 }
        ));
    }
}
