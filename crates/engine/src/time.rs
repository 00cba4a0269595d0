//! How much of the clock a move may cost. Pure arithmetic: what time it is comes from outside.

use std::time::Duration;

use crate::limits::Time;

/// What a move may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    /// No new round is begun after this, if all is calm.
    pub(crate) soft: Option<Duration>,
    /// The search is broken off at this.
    pub(crate) hard: Option<Duration>,
}

impl Budget {
    pub(crate) fn new(time: Time) -> Budget {
        match time {
            Time::Unlimited => Budget { soft: None, hard: None },
            Time::Move(time) => Budget { soft: None, hard: Some(time) },
            Time::Clock { left, increment, moves_to_go, overhead } => {
                let usable = left.saturating_sub(overhead).max(Duration::from_millis(1));
                // All that will come until the clock is set anew, spread over the moves until then.
                let moves = moves_to_go.unwrap_or(30).clamp(1, 40);
                let share = usable / moves + increment.saturating_sub(overhead) * 3 / 4;
                // A machine that is busy with other things may let a search wait: something has to be left for that.
                let most = if moves == 1 { usable * 4 / 5 } else { usable * 3 / 10 };
                let soft = (share * 65 / 100).min(most);
                let hard = (share * 7 / 2).min(most);
                Budget { soft: Some(soft), hard: Some(hard) }
            }
        }
    }

    /// Whether the next round should not begin any more.
    pub(crate) fn is_spent(&self, elapsed: Option<Duration>, calm: Calm) -> bool {
        let Some((soft, elapsed)) = self.soft.zip(elapsed) else { return false };
        let percent = calm.percent();
        elapsed * 100 >= soft * percent
    }
}

/// How sure the search is of its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Calm {
    /// For how many rounds the best move has stayed.
    pub(crate) rounds: u32,
    /// The share of all positions that were spent on the best move, in hundredths.
    pub(crate) share: u32,
    /// By how much the value has fallen since the last round, in hundredths of a pawn.
    pub(crate) fall: i32,
}

impl Calm {
    /// How much of the soft limit to use, in hundredths.
    fn percent(self) -> u32 {
        let stability = [190, 140, 115, 100, 92, 86, 82][self.rounds.min(6) as usize];
        let doubt = 170 - self.share.min(100) * 95 / 100;
        let alarm = (100 + self.fall.clamp(-15, 60)) as u32;
        stability * doubt / 100 * alarm / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_never_overrun() {
        let lefts = [1, 5, 20, 49, 50, 51, 100, 1000, 5000, 60_000, 7_200_000];
        for left in lefts {
            for increment in [0, 10, 50, 1000, 30_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    let [left, increment] = [left, increment].map(Duration::from_millis);
                    let overhead = Duration::from_millis(20);
                    let budget = Budget::new(Time::Clock { left, increment, moves_to_go, overhead });
                    let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                    assert!(soft <= hard);
                    assert!(hard <= left, "{hard:?} of {left:?}");
                    assert!(hard + overhead <= left.max(overhead + Duration::from_millis(1)));
                }
            }
        }
    }

    #[test]
    fn doubt_costs_time() {
        let calm = Calm { rounds: 8, share: 90, fall: 0 };
        assert!(Calm { rounds: 0, ..calm }.percent() > calm.percent());
        assert!(Calm { share: 30, ..calm }.percent() > calm.percent());
        assert!(Calm { fall: 40, ..calm }.percent() > calm.percent());
        assert!(calm.percent() < 100);
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let time = Duration::from_millis(100);
        let budget = Budget::new(Time::Move(time));
        assert_eq!(budget, Budget { soft: None, hard: Some(time) });
        assert!(!budget.is_spent(Some(time), Calm { rounds: 9, share: 100, fall: 0 }));
    }
}
