//! All kinds of clocks, exact to the millisecond.
#![allow(clippy::unwrap_used, reason = "a failing helper fails its test")]

extern crate hanpan_game as game;

use std::num::NonZeroU32;

use game::{Allowance, Bonus, Clock, ClockError, Millis, TimeControl, Timestamp};
use rules::Color::{Black, White};
use rules::{ByColor, Color};

fn clock(base: u64, bonus: Bonus) -> Clock {
    let mut clock = Clock::new(TimeControl::same(Allowance::new(Millis(base), bonus).unwrap()));
    clock.start(White, Timestamp(0));
    clock
}

/// Presses the clock at the given times, then compares the time left of both sides at `now`.
fn check(base: u64, bonus: Bonus, presses: &[u64], now: u64, white: u64, black: u64) {
    let mut clock = clock(base, bonus);
    for &at in presses {
        clock.press(Timestamp(at)).unwrap();
    }
    let left = |color| clock.left(color, Timestamp(now)).unwrap().0;
    assert_eq!((left(White), left(Black)), (white, black), "{bonus:?} {presses:?} at {now}");
}

/// The flag falls at this millisecond and not before, by every query.
fn check_flag(mut clock: Clock, color: Color, at: u64) {
    assert_eq!(clock.flags_at(), Some(Timestamp(at)));
    assert_eq!(clock.flagged(Timestamp(at - 1)), None);
    assert_eq!(clock.flagged(Timestamp(at)), Some(color));
    assert_eq!(clock.flagged(Timestamp(at + 1)), Some(color));
    let before = clock.clone();
    assert_eq!(clock.press(Timestamp(at)), Err(ClockError::Flagged(color)));
    assert_eq!(clock, before);
    assert!(clock.press(Timestamp(at - 1)).is_ok());
}

#[test]
fn sudden_death_has_no_bonus() {
    check(1_000, Bonus::None, &[], 0, 1_000, 1_000);
    check(1_000, Bonus::None, &[], 300, 700, 1_000);
    check(1_000, Bonus::None, &[300], 800, 700, 500);
    check(1_000, Bonus::None, &[300, 900, 1_500], 1_600, 100, 300);
    check(1_000, Bonus::None, &[], 5_000, 0, 1_000);
    check_flag(clock(1_000, Bonus::None), White, 1_000);
}

#[test]
fn fischer_adds_after_the_move() {
    let bonus = Bonus::Increment(Millis(200));
    check(1_000, bonus, &[], 100, 900, 1_000);
    check(1_000, bonus, &[100], 100, 1_100, 1_000);
    check(1_000, bonus, &[100, 500], 900, 700, 800);
    check_flag(clock(1_000, bonus), White, 1_000);
    check_flag(clock(0, bonus), White, 200);
}

#[test]
fn bronstein_gives_back_what_was_used() {
    let bonus = Bonus::Bronstein(Millis(200));
    check(1_000, bonus, &[], 100, 900, 1_000);
    check(1_000, bonus, &[100], 100, 1_000, 1_000);
    check(1_000, bonus, &[200], 200, 1_000, 1_000);
    check(1_000, bonus, &[500], 500, 700, 1_000);
    // Unlike with the simple delay, the flag can fall during the delay.
    check_flag(clock(100, bonus), White, 100);
    check_flag(clock(0, bonus), White, 200);
}

#[test]
fn simple_delay_waits_first() {
    let bonus = Bonus::Delay(Millis(200));
    check(1_000, bonus, &[], 200, 1_000, 1_000);
    check(1_000, bonus, &[], 201, 999, 1_000);
    check(1_000, bonus, &[150], 350, 1_000, 1_000);
    check(1_000, bonus, &[500], 500, 700, 1_000);
    check_flag(clock(1_000, bonus), White, 1_200);
    check_flag(clock(0, bonus), White, 200);
    assert_eq!(clock(1_000, bonus).delay_left(Timestamp(50)), Millis(150));
}

#[test]
fn sides_may_have_different_allowances() {
    let white = Allowance::new(Millis(1_000), Bonus::Increment(Millis(50))).unwrap();
    let black = Allowance::new(Millis(300), Bonus::None).unwrap();
    let mut clock = Clock::new(TimeControl::Clock(ByColor { white, black }));
    clock.start(White, Timestamp(0));
    clock.press(Timestamp(100)).unwrap();
    assert_eq!(clock.left(White, Timestamp(100)), Some(Millis(950)));
    check_flag(clock, Black, 400);
}

#[test]
fn correspondence_has_days_for_each_move() {
    let days = NonZeroU32::new(3).unwrap();
    let mut clock = Clock::new(TimeControl::Correspondence { days });
    clock.start(White, Timestamp(0));
    let day = Millis::days(1).0;
    clock.press(Timestamp(2 * day)).unwrap();
    assert_eq!(clock.left(White, Timestamp(2 * day)), Some(Millis::days(3)));
    assert_eq!(clock.left(Black, Timestamp(3 * day)), Some(Millis::days(2)));
    check_flag(clock, Black, 5 * day);
}

#[test]
fn without_a_limit_no_flag_falls() {
    let mut clock = Clock::new(TimeControl::Unlimited);
    clock.start(White, Timestamp(0));
    let late = Timestamp(u64::MAX);
    assert_eq!((clock.left(White, late), clock.flagged(late), clock.flags_at()), (None, None, None));
    assert_eq!(clock.press(Timestamp(70)).map(|press| press.spent), Ok(Millis(70)));
}

#[test]
fn a_stopped_clock_charges_no_time() {
    let allowance = Allowance::new(Millis(500), Bonus::None).unwrap();
    let mut clock = Clock::new(TimeControl::same(allowance));
    assert_eq!(clock.press(Timestamp(9)), Err(ClockError::Stopped));
    assert_eq!((clock.flagged(Timestamp(9_999)), clock.turn()), (None, None));
    clock.pause(Timestamp(10));
    assert!(!clock.is_running());
    clock.start(Black, Timestamp(1_000));
    clock.start(White, Timestamp(1_100));
    clock.start(Black, Timestamp(1_200));
    assert_eq!(clock.left(Black, Timestamp(1_300)), Some(Millis(200)));
}

#[test]
fn a_pause_charges_no_time_and_keeps_the_time_used() {
    let mut clock = clock(1_000, Bonus::Delay(Millis(200)));
    clock.pause(Timestamp(150));
    assert_eq!(clock.press(Timestamp(160)), Err(ClockError::Stopped));
    assert_eq!((clock.left(White, Timestamp(9_000)), clock.flags_at()), (Some(Millis(1_000)), None));
    clock.start(White, Timestamp(10_000));
    assert_eq!(clock.left(White, Timestamp(10_100)), Some(Millis(950)));
    check_flag(clock, White, 11_050);
}

#[test]
fn added_time_counts_at_once() {
    let mut clock = clock(1_000, Bonus::None);
    clock.add_time(White, Millis(500));
    clock.add_time(Black, Millis(250));
    assert_eq!(clock.left(Black, Timestamp(0)), Some(Millis(1_250)));
    check_flag(clock, White, 1_500);
}

#[test]
fn lag_is_not_charged() {
    let mut clock = clock(1_000, Bonus::Bronstein(Millis(100)));
    let press = clock.press_with_lag_compensation(Timestamp(1_050), Millis(100)).unwrap();
    assert_eq!((press.spent, press.after.white), (Millis(950), Millis(150)));
    assert_eq!(clock.left(Black, Timestamp(1_050)), Some(Millis(1_000)));
    let press = clock.press_with_lag_compensation(Timestamp(1_060), Millis(100)).unwrap();
    assert_eq!((press.spent, press.after.black), (Millis::ZERO, Millis(1_000)));
}

#[test]
fn taking_back_restores_the_time() {
    let mut clock = clock(1_000, Bonus::Increment(Millis(10)));
    for at in [100, 300, 600] {
        clock.press(Timestamp(at)).unwrap();
    }
    clock.take_back(2, Timestamp(800));
    assert_eq!((clock.turn(), clock.presses().len()), (Some(Black), 1));
    assert_eq!(clock.left(White, Timestamp(800)), Some(Millis(910)));
    assert_eq!(clock.left(Black, Timestamp(850)), Some(Millis(950)));
    clock.pause(Timestamp(850));
    clock.take_back(9, Timestamp(900));
    assert_eq!((clock.turn(), clock.is_running()), (Some(White), false));
    assert_eq!(clock.left(White, Timestamp(5_000)), Some(Millis(1_000)));
    let before = clock.clone();
    clock.take_back(1, Timestamp(900));
    assert_eq!(clock, before);
}

#[test]
fn a_clock_set_back_charges_no_time() {
    let mut clock = clock(1_000, Bonus::None);
    clock.press(Timestamp(500)).unwrap();
    assert_eq!(clock.left(Black, Timestamp(100)), Some(Millis(1_000)));
    assert_eq!(clock.press(Timestamp(100)).map(|press| press.spent), Ok(Millis::ZERO));
}
