//! Clocks: start, low-time warning, flag, pause.

use client::{Announcement, BonusKind, ClockChoice, ClockPreset, Effect, Event, FormField, Screen};
use game::{Ending, Millis};
use rules::Color;

use crate::script::TestUser;

/// A game with a custom clock: minutes, seconds and bonus seconds of each side.
fn timed(white: [&str; 3], black: [&str; 3], kind: BonusKind) -> TestUser {
    let mut user = TestUser::new();
    user.send(Event::EditForm(FormField::Clock(ClockChoice::Custom)));
    for (color, [minutes, seconds, bonus]) in [(Color::White, white), (Color::Black, black)] {
        user.send(Event::EditForm(FormField::Minutes(color, minutes.to_owned())));
        user.send(Event::EditForm(FormField::Seconds(color, seconds.to_owned())));
        user.send(Event::EditForm(FormField::BonusKind(color, kind)));
        user.send(Event::EditForm(FormField::Bonus(color, bonus.to_owned())));
    }
    user.send(Event::StartGame { seed: 0 });
    user
}

#[track_caller]
fn check(user: &mut TestUser, script: &str, white: u64, black: u64) {
    user.run(script);
    let left = |color| user.view().clock(color).unwrap().left;
    assert_eq!((left(Color::White), left(Color::Black)), (Millis(white), Millis(black)), "{script}");
}

#[test]
fn the_clock_starts_with_the_first_move() {
    let mut user = timed(["1", "0", "2"], ["3", "30", "0"], BonusKind::Increment);
    check(&mut user, "@9000", 60_000, 210_000);
    check(&mut user, "e2-e4", 62_000, 210_000);
    check(&mut user, "@19000 e7-e5", 62_000, 200_000);
    check(&mut user, "@24000 g1-f3", 59_000, 200_000);
    check(&mut user, "undo", 62_000, 200_000);
    check(&mut user, "@25000", 61_000, 200_000);
    check(&mut user, "undo undo @90000", 60_000, 210_000);
}

#[test]
fn delays_postpone_the_countdown() {
    let mut user = timed(["1", "", "5"], ["1", "", "5"], BonusKind::Delay);
    check(&mut user, "e2-e4 @4000", 60_000, 60_000);
    assert_eq!(user.view().clock(Color::Black).unwrap().delay, Millis(1_000));
    check(&mut user, "@7000 e7-e5", 60_000, 58_000);
    let mut user = timed(["1", "", "5"], ["1", "", "5"], BonusKind::Bronstein);
    check(&mut user, "e2-e4 @4000 e7-e5", 60_000, 60_000);
    check(&mut user, "@14000 d2-d4", 55_000, 60_000);
}

#[test]
fn low_time_is_announced_once() {
    let mut user = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    assert_eq!(user.run("e2-e4 @49999").sounds(), "");
    assert_eq!(user.run("@50000").sounds(), "LowTime lowtime");
    assert!(user.view().clock(Color::Black).unwrap().is_low);
    assert_eq!(user.run("@50100").sounds(), "");
    assert_eq!(user.run("e7-e5 @60000").sounds(), "");
    assert_eq!(user.run("d2-d4 @60100").sounds(), "", "Black knows");
    user.run("d7-d5 @101000");
    assert!(user.effects.contains(&Effect::Announce(Announcement::LowTime(Color::White))));
}

#[test]
fn flags_are_checked_before_every_event() {
    let mut user = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    user.run("e2-e4");
    assert_eq!(user.view().next_flag_at(), Some(game::Timestamp(60_000)));
    user.now = game::Timestamp(60_000);
    user.run("e7-e5");
    assert_eq!(user.sans(), "e4", "too late");
    let outcome = user.view().local_game().game().outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.ending()), (Some(Color::White), Ending::Timeout));
    assert_eq!(user.view().clock(Color::Black).unwrap().left, Millis::ZERO);
    assert_eq!(user.view().next_flag_at(), None);
    assert_eq!(user.run("@99000").sounds(), "");
}

#[test]
fn the_clock_can_be_paused_and_resumed() {
    let mut user = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    assert!(!user.view().actions().pause && !user.view().actions().resume, "not begun");
    check(&mut user, "e2-e4 @5000 pause @50000", 60_000, 55_000);
    assert!(user.view().actions().resume);
    check(&mut user, "resume @51000", 60_000, 54_000);
    // A move during a pause is played and ends it; the pause costs no time.
    check(&mut user, "pause @90000 e7-e5", 60_000, 54_000);
    assert!(user.effects.contains(&Effect::Announce(Announcement::Resumed)));
    assert!(user.view().actions().pause && !user.view().actions().resume);
    check(&mut user, "@91000", 59_000, 54_000);
    user.send(Event::GoTo(Screen::Home));
    check(&mut user, "@99000", 59_000, 54_000);
    assert!(user.view().unfinished_game().is_some());
    user.send(Event::ResumeSavedGame);
    assert_eq!(user.view().screen(), Screen::Game);
}

#[test]
fn a_running_clock_is_autosaved() {
    let mut user = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    user.run("e2-e4");
    let saves =
        |user: &TestUser| user.effects.iter().filter(|effect| matches!(effect, Effect::SaveGame(_))).count();
    assert_eq!((saves(&user), saves(user.run("@4000")), saves(user.run("@5000"))), (1, 0, 1));
    assert_eq!(saves(user.run("@6000")), 0);
}

#[test]
fn presets_set_the_clock() {
    for preset in ClockPreset::ALL {
        let mut user = TestUser::new();
        user.send(Event::EditForm(FormField::Clock(ClockChoice::Preset(preset))));
        user.send(Event::StartGame { seed: 0 });
        let left = user.view().clock(Color::Black).unwrap().left;
        assert_eq!(left, Millis::minutes(preset.minutes.into()), "{preset}");
    }
}

#[test]
fn leaving_does_not_restore_time() {
    let mut user = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    user.send(Event::Hide);
    assert_eq!(user.effects, [], "no clock runs yet");
    user.run("e2-e4 @3000");
    assert_eq!(user.effects, []);
    user.send(Event::Hide);
    let [Effect::SaveGame(text)] = user.effects.as_slice() else { panic!("{:?}", user.effects) };
    assert!(text.contains("thinking 3000"), "{text}");
}
