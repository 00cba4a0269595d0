//! Think time of a level: the time a person would take for a move.

use std::time::Duration;

use super::Level;
use crate::SearchPosition;
use crate::limits::TimeLimit;
use rng::{hash, unit_f64};

/// Effort of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// Only one legal move.
    Forced,
    /// Book move, recapture or mate in one.
    Obvious,
    /// Number of moves of about the same value.
    Considered(usize),
    /// The search has used the time already.
    Searched,
}

/// Longest think time without a clock, in seconds.
const MAX_SECONDS: f64 = 7.0;

/// Think time of a move, the search included.
pub(crate) fn think_time(
    level: Level,
    seed: u64,
    search_position: &SearchPosition,
    effort: Effort,
    time: TimeLimit,
) -> Duration {
    let ply = search_position.position().ply();
    let chance = unit_f64(hash(seed ^ 0x7061_6365, ply));
    let typical_seconds = match effort {
        Effort::Searched => return Duration::ZERO,
        Effort::Forced => 0.5,
        Effort::Obvious => 0.7,
        Effort::Considered(similar_moves) => {
            base_seconds(ply / 2) * (0.7 + 0.12 * similar_moves.min(6) as f64)
        }
    };
    // Weak players move quickly, average players take the most time.
    let rating = f64::from(level.rating().unwrap_or(2400));
    let level_factor = 0.6 + 0.5 * ((rating - 600.0) / 900.0).min(1.0);
    let seconds = typical_seconds * level_factor * (0.5 + 1.2 * chance);
    Duration::from_secs_f64(seconds.min(clock_limit_seconds(time)).clamp(0.15, MAX_SECONDS))
}

/// Seconds by move number: rising through the opening, then falling.
fn base_seconds(number: u64) -> f64 {
    let number = number.min(60) as f64;
    if number < 14.0 { 1.0 + 0.2 * number } else { (3.8 - 0.05 * (number - 14.0)).max(1.4) }
}

/// Longest think time the clock allows, in seconds.
fn clock_limit_seconds(time: TimeLimit) -> f64 {
    match time {
        TimeLimit::Unlimited => MAX_SECONDS,
        TimeLimit::MoveTime(time) => time.as_secs_f64() * 0.8,
        TimeLimit::Clock { remaining: left, increment, overhead, .. } => {
            let left = left.saturating_sub(overhead).as_secs_f64();
            left / 35.0 + increment.as_secs_f64() * 0.7
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    fn seconds_at_start(level: Level, seed: u64, effort: Effort, time: TimeLimit) -> f64 {
        think_time(level, seed, &SearchPosition::new(Position::start()), effort, time).as_secs_f64()
    }

    #[test]
    fn forced_and_obvious_moves_are_faster() {
        for seed in 0..50 {
            let pause = |effort| seconds_at_start(Level::Otto, seed, effort, TimeLimit::Unlimited);
            assert!(pause(Effort::Forced) < pause(Effort::Considered(4)));
            assert!(pause(Effort::Obvious) < pause(Effort::Considered(6)));
            assert!(pause(Effort::Considered(6)) <= MAX_SECONDS);
            assert_eq!(pause(Effort::Searched), 0.0);
        }
    }

    #[test]
    fn think_time_stays_within_the_clock() {
        let seconds = Duration::from_secs;
        for left in [seconds(1), seconds(5), seconds(60), seconds(3600)] {
            let (increment, overhead) = (Duration::ZERO, Duration::ZERO);
            let time = TimeLimit::Clock { remaining: left, increment, moves_to_go: None, overhead };
            for seed in 0..50 {
                let pause = seconds_at_start(Level::Otto, seed, Effort::Considered(6), time);
                assert!(pause <= (left.as_secs_f64() / 35.0).max(0.15), "{left:?} {pause}");
            }
        }
    }
}
