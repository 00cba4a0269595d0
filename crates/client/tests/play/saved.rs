//! Games survive a reload.

use client::{Effect, Event, Field, SavedReason, Screen, Seat, Table, Turning};
use game::{Game, Ruleset, Timestamp};
use rules::Color;

use crate::script::Person;

/// Saves, reads again and compares all that can be seen.
#[track_caller]
fn check(person: &Person) {
    let table = person.view().table();
    let text = table.saved(person.now);
    let read = Table::from_saved(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.game().outcome(), table.game().outcome());
    assert_eq!(read.game().moves().collect::<Vec<_>>(), table.game().moves().collect::<Vec<_>>());
    assert_eq!((read.game().ruleset(), read.game().start()), (table.game().ruleset(), table.game().start()));
    assert_eq!(read.players(), table.players());
    assert_eq!((read.orientation(), read.turning()), (table.orientation(), table.turning()));
    assert_eq!(read.clock().presses(), table.clock().presses());
    for color in Color::ALL {
        let left = table.clock_face(color, person.now).map(|face| face.left);
        assert_eq!(read.clock_face(color, Timestamp(0)).map(|face| face.left), left);
        assert!(!read.clock().is_running());
    }
    assert_eq!(read.saved(Timestamp(7)), text);
}

#[test]
fn whatever_is_played() {
    for ruleset in Ruleset::ALL {
        let mut person = Person::new();
        let fen = "r3k2r/1P6/8/8/8/8/1p6/R3K2R w KQkq - 5 9";
        for field in [
            Field::Ruleset(ruleset),
            Field::First(Color::White),
            Field::Fen(if ruleset == Ruleset::FromPosition { fen } else { "" }.to_owned()),
            Field::Number("518".to_owned()),
            Field::Name(Color::White, "한판 Ada".to_owned()),
            Field::Seat(Color::Black, Seat::Elsewhere),
            Field::Turning(Turning::AfterMove),
            Field::Clock(client::ClockChoice::Own),
        ] {
            person.happen(Event::Fill(field));
        }
        person.happen(Event::Start { seed: 0 });
        check(&person);
        if ruleset == Ruleset::FromPosition {
            person.run("@100 e1-g1 @2000 <e8e7 @5000 b7-b8 =n @5001");
        } else {
            person.run("@100 e2-e4 @2000 <e7e5 @5000 g1-f3 @5001");
        }
        assert_eq!(person.view().moves().list.len(), 3);
        check(&person);
        person.run("resign-w yes");
        check(&person);
    }
}

#[test]
fn times_are_kept_to_the_millisecond() {
    use client::BonusKind::*;
    for kind in client::BonusKind::ALL {
        let mut person = Person::new();
        person.happen(Event::Fill(Field::Clock(client::ClockChoice::Own)));
        person.happen(Event::Fill(Field::BonusKind(Color::White, kind)));
        person.happen(Event::Fill(Field::SameTimeAs(Color::White)));
        person.happen(Event::Start { seed: 0 });
        for script in ["@5", "e2-e4", "@1000", "@3500", "e7-e5 @9999", "d2-d4 @10003 e5-d4", "@20000"] {
            person.run(script);
            check(&person);
        }
        let left = person.view().clock(Color::White).unwrap().left.0;
        let expected = match kind {
            None => 300_000 - 6_499 - 9_997,
            Increment => 300_000 + 6_000 - 6_499 - 9_997,
            Bronstein => 300_000 + 3_000 - 6_499 - 9_997,
            Delay => 300_000 - 3_499 - 6_997,
        };
        assert_eq!(left, expected, "{kind:?}");
        check(person.run("undo @20500"));
        check(person.run("pause @90500"));
        check(person.run("resume @999999"));
        assert!(person.view().table().game().outcome().is_some());
    }
}

#[test]
fn a_game_from_a_file_is_timed_from_where_it_is_played_on() {
    let mut person = Person::new();
    person.happen(Event::Open("1. e4 e5 2. Nf3 *".to_owned()));
    check(&person);
    check(person.run("last @50 b8-c6 @70 f1-c4"));
    check(person.run("undo undo undo"));
    assert_eq!(person.run("b1-c3").sans(), "e4 e5 Nc3");
    check(&person);
    assert_eq!(person.view().table().pgn().moves().len(), 3);
}

#[test]
fn a_reload_finds_the_game_and_goes_on() {
    let mut person = Person::new();
    person.run("e2-e4 e7-e5");
    let Some(Effect::Save(text)) = person.effects.last().cloned() else { panic!("{:?}", person.effects) };
    let mut other = Person::new();
    other.happen(Event::Go(Screen::Home));
    other.happen(Event::Found(text));
    assert_eq!(other.view().unfinished().unwrap().game().plies(), 2);
    other.happen(Event::Continue);
    assert_eq!((other.view().screen(), other.run("g1-f3").sans().as_str()), (Screen::Table, "e4 e5 Nf3"));
}

#[test]
fn a_reload_finds_a_game_that_is_over_on_the_table() {
    let mut person = Person::new();
    person.run("f2-f3 e7-e5 g2-g4 d8-h4");
    let text = person.view().table().saved(person.now);
    let mut other = Person::new();
    other.happen(Event::Go(Screen::Home));
    other.happen(Event::Found(text));
    assert!(other.view().unfinished().is_none() && other.view().screen() == Screen::Home);
    other.happen(Event::Go(Screen::Table));
    assert_eq!(other.sans(), "f3 e5 g4 Qh4#");
    assert!(other.view().table().game().outcome().is_some());
}

#[test]
fn an_offer_waits_for_its_answer() {
    let mut person = Person::new();
    check(person.run("e2-e4 draw-w"));
    let text = person.view().table().saved(person.now);
    let mut other = Person::new();
    other.happen(Event::Found(text));
    other.happen(Event::Continue);
    assert_eq!(other.view().table().game().pending(game::Offer::Draw), Some(Color::White));
    other.run("accept");
    assert!(other.view().table().game().outcome().is_some());
    check(&other);
}

#[test]
fn nobody_is_warned_twice_because_of_a_reload() {
    let mut person = Person::new();
    person.happen(Event::Fill(Field::Clock(client::ClockChoice::Own)));
    person.happen(Event::Start { seed: 0 });
    person.run("@5 e2-e4 @6 e7-e5 @290000");
    let is_warning = |effect: &Effect| *effect == Effect::Play(client::Sound::LowTime);
    assert!(person.effects.iter().any(is_warning), "{:?}", person.effects);
    check(&person);
    let mut other = Person::new();
    other.happen(Event::Found(person.view().table().saved(person.now)));
    other.happen(Event::Continue);
    other.effects.clear();
    other.run("resume @299000 @300500");
    assert!(!other.effects.iter().any(is_warning), "{:?}", other.effects);
}

#[test]
fn damaged_texts_say_where_and_why() {
    let table = Table::plain(Game::standard());
    let text = table.saved(Timestamp(0));
    let check = |from: &str, to: &str, line: usize, is_reason: fn(&SavedReason) -> bool| {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text, "{from}");
        let error = Table::from_saved(&damaged).unwrap_err();
        assert!(error.line == line && is_reason(&error.reason), "{from} -> {to}: {error}");
    };
    check("hanpan-game 1", "hanpan-game 2", 1, |reason| *reason == SavedReason::Version);
    check("ruleset standard", "ruleset draughts", 2, |reason| *reason == SavedReason::Value);
    check("ruleset standard\n", "", 9, |reason| *reason == SavedReason::Missing("ruleset"));
    check("turning", "burning", 7, |reason| *reason == SavedReason::UnknownName);
    check("turning fixed", "bottom white", 7, |reason| *reason == SavedReason::Twice);
    check("RNBQKBNR", "RNBQ1BNR", 3, |reason| matches!(reason, SavedReason::Start(_)));
    check("moves", "moves e2e4 e2e4", 8, |reason| matches!(reason, SavedReason::Move(1, _)));
    check("spent", "spent 5", 9, |reason| *reason == SavedReason::Times);
    check("thinking 0\n", "thinking 0\noutcome white checkmate-ish\n", 11, |r| *r == SavedReason::Value);
    check("thinking 0\n", "thinking 0\noutcome white stalemate\n", 11, |r| *r == SavedReason::Value);
    check("thinking 0\n", "thinking 0\nwarned green\n", 11, |r| *r == SavedReason::Value);
    // Nothing can be offered before the first move.
    check("thinking 0\n", "thinking 0\ndraw-offer white\n", 11, |r| *r == SavedReason::Value);
    let mut person = Person::new();
    person.happen(Event::Found("garbage".to_owned()));
    assert!(matches!(person.view().problem(), Some(client::Problem::Saved(_))));
}

/// Every byte of a text cut off, dropped or changed: an error or a table, never a panic.
#[test]
fn no_text_does_harm() {
    let mut person = Person::new();
    person.happen(Event::Fill(Field::Clock(client::ClockChoice::Own)));
    person.happen(Event::Start { seed: 0 });
    let text = person.run("e2-e4 @77 e7-e5 resign-b yes").view().table().saved(Timestamp(80));
    for index in 0..text.len() {
        let (before, after) = text.split_at(index);
        let _cut = Table::from_saved(before);
        let _without = Table::from_saved(&format!("{before}{}", &after[1..]));
        for other in ["9", " ", "\n", "99999999999999999999", "\u{0}", "한", "-"] {
            if let Ok(table) = Table::from_saved(&format!("{before}{other}{}", &after[1..])) {
                let again = table.saved(Timestamp(u64::MAX));
                assert_eq!(Table::from_saved(&again).map(|table| table.saved(Timestamp(0))), Ok(again));
            }
        }
    }
}
