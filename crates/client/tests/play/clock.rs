//! Clocks: they begin with the first move, warn once, fall, pause.

use client::{Announcement, BonusKind, ClockChoice, ClockPreset, Effect, Event, FormField, Screen};
use game::{Ending, Millis};
use rules::Color;

use crate::script::TestUser;

/// A game with a clock of the players' own: minutes, seconds, kind of bonus and its seconds for each side.
fn timed(white: [&str; 3], black: [&str; 3], kind: BonusKind) -> TestUser {
    let mut person = TestUser::new();
    person.send(Event::EditForm(FormField::Clock(ClockChoice::Custom)));
    for (color, [minutes, seconds, bonus]) in [(Color::White, white), (Color::Black, black)] {
        person.send(Event::EditForm(FormField::Minutes(color, minutes.to_owned())));
        person.send(Event::EditForm(FormField::Seconds(color, seconds.to_owned())));
        person.send(Event::EditForm(FormField::BonusKind(color, kind)));
        person.send(Event::EditForm(FormField::Bonus(color, bonus.to_owned())));
    }
    person.send(Event::StartGame { seed: 0 });
    person
}

#[track_caller]
fn check(person: &mut TestUser, script: &str, white: u64, black: u64) {
    person.run(script);
    let left = |color| person.view().clock(color).unwrap().left;
    assert_eq!((left(Color::White), left(Color::Black)), (Millis(white), Millis(black)), "{script}");
}

#[test]
fn the_clock_starts_with_the_first_move() {
    let mut person = timed(["1", "0", "2"], ["3", "30", "0"], BonusKind::Increment);
    check(&mut person, "@9000", 60_000, 210_000);
    check(&mut person, "e2-e4", 62_000, 210_000);
    check(&mut person, "@19000 e7-e5", 62_000, 200_000);
    check(&mut person, "@24000 g1-f3", 59_000, 200_000);
    check(&mut person, "undo", 62_000, 200_000);
    check(&mut person, "@25000", 61_000, 200_000);
    check(&mut person, "undo undo @90000", 60_000, 210_000);
}

#[test]
fn delays_postpone_the_countdown() {
    let mut person = timed(["1", "", "5"], ["1", "", "5"], BonusKind::Delay);
    check(&mut person, "e2-e4 @4000", 60_000, 60_000);
    assert_eq!(person.view().clock(Color::Black).unwrap().delay, Millis(1_000));
    check(&mut person, "@7000 e7-e5", 60_000, 58_000);
    let mut person = timed(["1", "", "5"], ["1", "", "5"], BonusKind::Bronstein);
    check(&mut person, "e2-e4 @4000 e7-e5", 60_000, 60_000);
    check(&mut person, "@14000 d2-d4", 55_000, 60_000);
}

#[test]
fn low_time_is_announced_once() {
    let mut person = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    assert_eq!(person.run("e2-e4 @49999").sounds(), "");
    assert_eq!(person.run("@50000").sounds(), "LowTime lowtime");
    assert!(person.view().clock(Color::Black).unwrap().is_low);
    assert_eq!(person.run("@50100").sounds(), "");
    assert_eq!(person.run("e7-e5 @60000").sounds(), "");
    assert_eq!(person.run("d2-d4 @60100").sounds(), "", "Black knows");
    person.run("d7-d5 @101000");
    assert!(person.effects.contains(&Effect::Announce(Announcement::LowTime(Color::White))));
}

#[test]
fn flags_are_checked_before_every_event() {
    let mut person = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    person.run("e2-e4");
    assert_eq!(person.view().next_flag_at(), Some(game::Timestamp(60_000)));
    person.now = game::Timestamp(60_000);
    person.run("e7-e5");
    assert_eq!(person.sans(), "e4", "too late");
    let outcome = person.view().local_game().game().outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.ending()), (Some(Color::White), Ending::Timeout));
    assert_eq!(person.view().clock(Color::Black).unwrap().left, Millis::ZERO);
    assert_eq!(person.view().next_flag_at(), None);
    assert_eq!(person.run("@99000").sounds(), "");
}

#[test]
fn the_clock_can_be_paused_and_resumed() {
    let mut person = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    assert!(!person.view().actions().pause && !person.view().actions().resume, "not begun");
    check(&mut person, "e2-e4 @5000 pause @50000", 60_000, 55_000);
    assert!(person.view().actions().resume);
    check(&mut person, "resume @51000", 60_000, 54_000);
    check(&mut person, "pause @90000 e7-e5", 60_000, 54_000);
    check(&mut person, "@91000", 59_000, 54_000);
    person.send(Event::GoTo(Screen::Home));
    check(&mut person, "@99000", 59_000, 54_000);
    assert!(person.view().unfinished_game().is_some());
    person.send(Event::ResumeSavedGame);
    assert_eq!(person.view().screen(), Screen::Game);
}

#[test]
fn a_running_clock_is_autosaved() {
    let mut person = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    person.run("e2-e4");
    let saves = |person: &TestUser| {
        person.effects.iter().filter(|effect| matches!(effect, Effect::SaveGame(_))).count()
    };
    assert_eq!((saves(&person), saves(person.run("@4000")), saves(person.run("@5000"))), (1, 0, 1));
    assert_eq!(saves(person.run("@6000")), 0);
}

#[test]
fn presets_set_the_clock() {
    for preset in ClockPreset::ALL {
        let mut person = TestUser::new();
        person.send(Event::EditForm(FormField::Clock(ClockChoice::Preset(preset))));
        person.send(Event::StartGame { seed: 0 });
        let left = person.view().clock(Color::Black).unwrap().left;
        assert_eq!(left, Millis::minutes(preset.minutes.into()), "{preset}");
    }
}

#[test]
fn leaving_does_not_restore_time() {
    let mut person = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    person.send(Event::Hide);
    assert_eq!(person.effects, [], "no clock runs yet");
    person.run("e2-e4 @3000");
    assert_eq!(person.effects, []);
    person.send(Event::Hide);
    let [Effect::SaveGame(text)] = person.effects.as_slice() else { panic!("{:?}", person.effects) };
    assert!(text.contains("thinking 3000"), "{text}");
}
