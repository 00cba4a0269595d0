//! The clock of one engine. Elapsed time is an argument.

use std::time::Duration;

use crate::search_limit::MatchTimeControl;

/// Remaining time of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EngineClock {
    time_control: MatchTimeControl,
    remaining: Duration,
    moves: u32,
}

impl EngineClock {
    pub(crate) fn new(time_control: MatchTimeControl) -> EngineClock {
        EngineClock { time_control, remaining: time_control.base, moves: 0 }
    }

    pub(crate) fn remaining(&self) -> Duration {
        self.remaining
    }

    pub(crate) fn increment(&self) -> Duration {
        self.time_control.increment
    }

    /// Moves until the base time is added again.
    pub(crate) fn moves_to_go(&self) -> Option<u32> {
        self.time_control.moves.map(|moves| moves.get() - self.moves % moves.get())
    }

    /// The clock after a move. At least a millisecond is remaining, as the move was in time.
    pub(crate) fn after_move(self, elapsed: Duration) -> EngineClock {
        let remaining = self.remaining.saturating_sub(elapsed).max(Duration::from_millis(1))
            + self.time_control.increment;
        let moves = self.moves.saturating_add(1);
        let is_full = self.time_control.moves.is_some_and(|period| moves.is_multiple_of(period.get()));
        EngineClock {
            remaining: if is_full { remaining + self.time_control.base } else { remaining },
            moves,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_take_time_and_add_increment() {
        let mut clock = EngineClock::new("2/10+1".parse().unwrap());
        let mut check = |elapsed: u64, remaining: u64, to_go: u32| {
            clock = clock.after_move(Duration::from_secs(elapsed));
            assert_eq!(
                (clock.remaining(), clock.moves_to_go()),
                (Duration::from_secs(remaining), Some(to_go))
            );
        };
        check(3, 8, 1);
        check(4, 15, 2);
        check(0, 16, 1);
        let late = EngineClock::new("1".parse().unwrap()).after_move(Duration::from_secs(9));
        assert_eq!((late.remaining(), late.moves_to_go()), (Duration::from_millis(1), None));
    }
}
