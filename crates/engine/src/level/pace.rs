//! How long a person would think about a move.

use std::time::Duration;

use super::Level;
use super::chance::{mix, share};
use crate::Situation;
use crate::limits::Time;

/// What a move took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// There was nothing to choose.
    Forced,
    /// It was played as a matter of course.
    Known,
    /// Several moves looked about as good.
    Weighed(usize),
    /// The time has been used for thinking already.
    Spent,
}

/// The longest that anybody is kept waiting where no clock is running.
const PATIENCE: f64 = 7.0;

/// What it seems to take, the search included.
pub(crate) fn pause(level: Level, seed: u64, situation: &Situation, effort: Effort, time: Time) -> Duration {
    let ply = situation.position().ply();
    let chance = share(mix(seed ^ 0x7061_6365, ply));
    let usual = match effort {
        Effort::Spent => return Duration::ZERO,
        Effort::Forced => 0.5,
        Effort::Known => 0.7,
        Effort::Weighed(rivals) => middle(ply / 2) * (0.7 + 0.12 * rivals.min(6) as f64),
    };
    // Weak players move quickly, middling ones take the most time.
    let rating = f64::from(level.rating().unwrap_or(2400));
    let care = 0.6 + 0.5 * ((rating - 600.0) / 900.0).min(1.0);
    let seconds = usual * care * (0.5 + 1.2 * chance);
    Duration::from_secs_f64(seconds.min(allowance(time)).clamp(0.15, PATIENCE))
}

/// Seconds by the number of the move: quick at first, longest after the opening, quicker again towards the end.
fn middle(number: u64) -> f64 {
    let number = number.min(60) as f64;
    if number < 14.0 { 1.0 + 0.2 * number } else { (3.8 - 0.05 * (number - 14.0)).max(1.4) }
}

/// What the clock lets anybody think, in seconds.
fn allowance(time: Time) -> f64 {
    match time {
        Time::Unlimited => PATIENCE,
        Time::Move(time) => time.as_secs_f64() * 0.8,
        Time::Clock { left, increment, overhead, .. } => {
            let left = left.saturating_sub(overhead).as_secs_f64();
            left / 35.0 + increment.as_secs_f64() * 0.7
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    fn of(level: Level, seed: u64, effort: Effort, time: Time) -> f64 {
        pause(level, seed, &Situation::new(Position::start()), effort, time).as_secs_f64()
    }

    #[test]
    fn what_is_clear_is_played_at_once() {
        for seed in 0..50 {
            let pause = |effort| of(Level::Otto, seed, effort, Time::Unlimited);
            assert!(pause(Effort::Forced) < pause(Effort::Weighed(4)));
            assert!(pause(Effort::Known) < pause(Effort::Weighed(6)));
            assert!(pause(Effort::Weighed(6)) <= PATIENCE);
            assert_eq!(pause(Effort::Spent), 0.0);
        }
    }

    #[test]
    fn nobody_thinks_until_the_flag_falls() {
        let seconds = Duration::from_secs;
        for left in [seconds(1), seconds(5), seconds(60), seconds(3600)] {
            let (increment, overhead) = (Duration::ZERO, Duration::ZERO);
            let time = Time::Clock { left, increment, moves_to_go: None, overhead };
            for seed in 0..50 {
                let pause = of(Level::Otto, seed, Effort::Weighed(6), time);
                assert!(pause <= (left.as_secs_f64() / 35.0).max(0.15), "{left:?} {pause}");
            }
        }
    }
}
