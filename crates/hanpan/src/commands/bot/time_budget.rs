//! Time that an engine gets for a move.

use std::time::Duration;

use rules::Color;
use uci::Go;

use super::wire::GameState;

/// Least time that an engine is told to have.
const MIN_TIME: Duration = Duration::from_millis(10);

/// Time above `movetime` before a search without a clock is stopped.
const GRACE: Duration = Duration::from_secs(2);

/// Settings of the time per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimeSettings {
    /// Time that a move loses on its way to the server.
    pub(super) overhead: Duration,
    /// Time per move in games without a clock.
    pub(super) move_time: Duration,
}

/// Limits of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TimeBudget {
    pub(super) go: Go,
    /// Time after which an engine that still searches is stopped.
    pub(super) stop_after: Duration,
}

impl TimeSettings {
    /// The budget for the next move of `own`.
    pub(super) fn budget(&self, state: &GameState, own: Color) -> TimeBudget {
        let Some(mut times) = state.times else {
            return TimeBudget { go: Go::for_time(self.move_time), stop_after: self.move_time + GRACE };
        };
        times[own] = times[own].saturating_sub(self.overhead).max(MIN_TIME);
        TimeBudget { stop_after: times[own], go: Go::by_clock(times, state.increments) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::bot::wire::GameLine;

    #[test]
    fn the_overhead_is_taken_from_the_own_clock_only() {
        let settings =
            TimeSettings { overhead: Duration::from_millis(100), move_time: Duration::from_secs(3) };
        let check = |times: &str, own, expected: &str, stop_after| {
            let line = format!(r#"{{"type":"gameState","moves":"","status":"started",{times}}}"#);
            let Ok(GameLine::State(state)) = GameLine::parse(&line) else { panic!("{line}") };
            let budget = settings.budget(&state, own);
            let found = (budget.go.to_string(), budget.stop_after);
            assert_eq!(found, (expected.to_owned(), Duration::from_millis(stop_after)), "{times}");
        };
        let clock = r#""wtime":60000,"btime":50000,"winc":1000,"binc":2000"#;
        check(clock, Color::White, "go wtime 59900 btime 50000 winc 1000 binc 2000", 59_900);
        check(clock, Color::Black, "go wtime 60000 btime 49900 winc 1000 binc 2000", 49_900);
        let flag = r#""wtime":50,"btime":0,"winc":0,"binc":0"#;
        check(flag, Color::White, "go wtime 10 btime 0 winc 0 binc 0", 10);
        let unlimited = r#""wtime":2147483647,"btime":2147483647,"winc":0,"binc":0"#;
        check(unlimited, Color::White, "go movetime 3000", 5_000);
    }
}
