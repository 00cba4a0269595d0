//! Clocks: they begin with the first move, warn once, fall, pause.

use client::{Announcement, BonusKind, ClockChoice, Effect, Event, Field, Preset, Screen};
use game::{Ending, Millis};
use rules::Color;

use crate::script::Person;

/// A game with a clock of the players' own: minutes, seconds, kind of bonus and its seconds for each side.
fn timed(white: [&str; 3], black: [&str; 3], kind: BonusKind) -> Person {
    let mut person = Person::new();
    person.happen(Event::Fill(Field::Clock(ClockChoice::Own)));
    for (color, [minutes, seconds, bonus]) in [(Color::White, white), (Color::Black, black)] {
        person.happen(Event::Fill(Field::Minutes(color, minutes.to_owned())));
        person.happen(Event::Fill(Field::Seconds(color, seconds.to_owned())));
        person.happen(Event::Fill(Field::BonusKind(color, kind)));
        person.happen(Event::Fill(Field::Bonus(color, bonus.to_owned())));
    }
    person.happen(Event::Start { seed: 0 });
    person
}

#[track_caller]
fn check(person: &mut Person, script: &str, white: u64, black: u64) {
    person.run(script);
    let left = |color| person.view().clock(color).unwrap().left;
    assert_eq!((left(Color::White), left(Color::Black)), (Millis(white), Millis(black)), "{script}");
}

#[test]
fn it_begins_with_the_first_move_and_runs_for_the_other_side() {
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
fn delays_hold_the_clock() {
    let mut person = timed(["1", "", "5"], ["1", "", "5"], BonusKind::Delay);
    check(&mut person, "e2-e4 @4000", 60_000, 60_000);
    assert_eq!(person.view().clock(Color::Black).unwrap().delay, Millis(1_000));
    check(&mut person, "@7000 e7-e5", 60_000, 58_000);
    let mut person = timed(["1", "", "5"], ["1", "", "5"], BonusKind::Bronstein);
    check(&mut person, "e2-e4 @4000 e7-e5", 60_000, 60_000);
    check(&mut person, "@14000 d2-d4", 55_000, 60_000);
}

#[test]
fn a_side_is_warned_once() {
    let mut person = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    assert_eq!(person.run("e2-e4 @49999").heard(), "");
    assert_eq!(person.run("@50000").heard(), "LowTime lowtime");
    assert!(person.view().clock(Color::Black).unwrap().is_low);
    assert_eq!(person.run("@50100").heard(), "");
    assert_eq!(person.run("e7-e5 @60000").heard(), "");
    assert_eq!(person.run("d2-d4 @60100").heard(), "", "Black knows");
    person.run("d7-d5 @101000");
    assert!(person.effects.contains(&Effect::Announce(Announcement::LowTime(Color::White))));
}

#[test]
fn a_flag_falls_before_anything_else_happens() {
    let mut person = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    person.run("e2-e4");
    assert_eq!(person.view().flags_at(), Some(game::Timestamp(60_000)));
    person.now = game::Timestamp(60_000);
    person.run("e7-e5");
    assert_eq!(person.sans(), "e4", "too late");
    let outcome = person.view().table().game().outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.ending()), (Some(Color::White), Ending::Timeout));
    assert_eq!(person.view().clock(Color::Black).unwrap().left, Millis::ZERO);
    assert_eq!(person.view().flags_at(), None);
    assert_eq!(person.run("@99000").heard(), "");
}

#[test]
fn pausing() {
    let mut person = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    assert!(!person.view().actions().pause && !person.view().actions().resume, "not begun");
    check(&mut person, "e2-e4 @5000 pause @50000", 60_000, 55_000);
    assert!(person.view().actions().resume);
    check(&mut person, "resume @51000", 60_000, 54_000);
    check(&mut person, "pause @90000 e7-e5", 60_000, 54_000);
    check(&mut person, "@91000", 59_000, 54_000);
    person.happen(Event::Go(Screen::Home));
    check(&mut person, "@99000", 59_000, 54_000);
    assert!(person.view().unfinished().is_some());
    person.happen(Event::Continue);
    assert_eq!(person.view().screen(), Screen::Table);
}

#[test]
fn a_running_clock_is_saved_now_and_then() {
    let mut person = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    person.run("e2-e4");
    let saves =
        |person: &Person| person.effects.iter().filter(|effect| matches!(effect, Effect::Save(_))).count();
    assert_eq!((saves(&person), saves(person.run("@4000")), saves(person.run("@5000"))), (1, 0, 1));
    assert_eq!(saves(person.run("@6000")), 0);
}

#[test]
fn presets() {
    for preset in Preset::ALL {
        let mut person = Person::new();
        person.happen(Event::Fill(Field::Clock(ClockChoice::Preset(preset))));
        person.happen(Event::Start { seed: 0 });
        let left = person.view().clock(Color::Black).unwrap().left;
        assert_eq!(left, Millis::minutes(preset.minutes.into()), "{preset}");
    }
}

#[test]
fn no_time_is_given_back_to_who_leaves() {
    let mut person = timed(["1", "", "0"], ["1", "", "0"], BonusKind::None);
    person.happen(Event::Hide);
    assert_eq!(person.effects, [], "no clock runs yet");
    person.run("e2-e4 @3000");
    assert_eq!(person.effects, []);
    person.happen(Event::Hide);
    let [Effect::Save(text)] = person.effects.as_slice() else { panic!("{:?}", person.effects) };
    assert!(text.contains("thinking 3000"), "{text}");
}
