//! Games survive a reload.

use client::{AutoFlip, Effect, Event, FormField, LocalGame, PlayerLocation, SaveFileErrorKind, Screen};
use game::{Game, Ruleset, Timestamp};
use rules::Color;

use crate::script::TestUser;

/// Saves, reads again and compares all that can be seen.
#[track_caller]
fn check(person: &TestUser) {
    let table = person.view().local_game();
    let text = table.to_save_text(person.now);
    let read = LocalGame::from_save_text(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.game().outcome(), table.game().outcome());
    assert_eq!(read.game().moves().collect::<Vec<_>>(), table.game().moves().collect::<Vec<_>>());
    assert_eq!((read.game().ruleset(), read.game().start()), (table.game().ruleset(), table.game().start()));
    assert_eq!(read.players(), table.players());
    assert_eq!((read.orientation(), read.auto_flip()), (table.orientation(), table.auto_flip()));
    assert_eq!(read.clock().presses(), table.clock().presses());
    for color in Color::ALL {
        let left = table.clock_view(color, person.now).map(|face| face.left);
        assert_eq!(read.clock_view(color, Timestamp(0)).map(|face| face.left), left);
        assert!(!read.clock().is_running());
    }
    assert_eq!(read.to_save_text(Timestamp(7)), text);
}

#[test]
fn every_game_round_trips() {
    for ruleset in Ruleset::ALL {
        let mut person = TestUser::new();
        let fen = "r3k2r/1P6/8/8/8/8/1p6/R3K2R w KQkq - 5 9";
        for field in [
            FormField::Ruleset(ruleset),
            FormField::First(Color::White),
            FormField::Fen(if ruleset == Ruleset::FromPosition { fen } else { "" }.to_owned()),
            FormField::Chess960Number("518".to_owned()),
            FormField::Name(Color::White, "한판 Ada".to_owned()),
            FormField::Location(Color::Black, PlayerLocation::Remote),
            FormField::AutoFlip(AutoFlip::AfterMove),
            FormField::Clock(client::ClockChoice::Custom),
        ] {
            person.send(Event::EditForm(field));
        }
        person.send(Event::StartGame { seed: 0 });
        check(&person);
        if ruleset == Ruleset::FromPosition {
            person.run("@100 e1-g1 @2000 <e8e7 @5000 b7-b8 =n @5001");
        } else {
            person.run("@100 e2-e4 @2000 <e7e5 @5000 g1-f3 @5001");
        }
        assert_eq!(person.view().moves().moves.len(), 3);
        check(&person);
        person.run("resign-w yes");
        check(&person);
    }
}

#[test]
fn clock_times_round_trip_exactly() {
    use client::BonusKind::*;
    for kind in client::BonusKind::ALL {
        let mut person = TestUser::new();
        person.send(Event::EditForm(FormField::Clock(client::ClockChoice::Custom)));
        person.send(Event::EditForm(FormField::BonusKind(Color::White, kind)));
        person.send(Event::EditForm(FormField::SameTimeAs(Color::White)));
        person.send(Event::StartGame { seed: 0 });
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
        assert!(person.view().local_game().game().outcome().is_some());
    }
}

#[test]
fn a_game_from_a_file_is_timed_from_where_it_is_played_on() {
    let mut person = TestUser::new();
    person.send(Event::OpenText("1. e4 e5 2. Nf3 *".to_owned()));
    check(&person);
    check(person.run("last @50 b8-c6 @70 f1-c4"));
    check(person.run("undo undo undo"));
    assert_eq!(person.run("b1-c3").sans(), "e4 e5 Nc3");
    check(&person);
    assert_eq!(person.view().local_game().pgn().moves().len(), 3);
}

#[test]
fn a_reload_resumes_the_saved_game() {
    let mut person = TestUser::new();
    person.run("e2-e4 e7-e5");
    let Some(Effect::SaveGame(text)) = person.effects.last().cloned() else { panic!("{:?}", person.effects) };
    let mut other = TestUser::new();
    other.send(Event::GoTo(Screen::Home));
    other.send(Event::SavedGameFound(text));
    assert_eq!(other.view().unfinished_game().unwrap().game().plies(), 2);
    other.send(Event::ResumeSavedGame);
    assert_eq!((other.view().screen(), other.run("g1-f3").sans().as_str()), (Screen::Game, "e4 e5 Nf3"));
}

#[test]
fn a_reload_shows_a_finished_game() {
    let mut person = TestUser::new();
    person.run("f2-f3 e7-e5 g2-g4 d8-h4");
    let text = person.view().local_game().to_save_text(person.now);
    let mut other = TestUser::new();
    other.send(Event::GoTo(Screen::Home));
    other.send(Event::SavedGameFound(text));
    assert!(other.view().unfinished_game().is_none() && other.view().screen() == Screen::Home);
    other.send(Event::GoTo(Screen::Game));
    assert_eq!(other.sans(), "f3 e5 g4 Qh4#");
    assert!(other.view().local_game().game().outcome().is_some());
}

#[test]
fn pending_offers_round_trip() {
    let mut person = TestUser::new();
    check(person.run("e2-e4 draw-w"));
    let text = person.view().local_game().to_save_text(person.now);
    let mut other = TestUser::new();
    other.send(Event::SavedGameFound(text));
    other.send(Event::ResumeSavedGame);
    assert_eq!(other.view().local_game().game().pending(game::Offer::Draw), Some(Color::White));
    other.run("accept");
    assert!(other.view().local_game().game().outcome().is_some());
    check(&other);
}

#[test]
fn the_low_time_warning_is_not_repeated_after_a_reload() {
    let mut person = TestUser::new();
    person.send(Event::EditForm(FormField::Clock(client::ClockChoice::Custom)));
    person.send(Event::StartGame { seed: 0 });
    person.run("@5 e2-e4 @6 e7-e5 @290000");
    let is_warning = |effect: &Effect| *effect == Effect::PlaySound(client::Sound::LowTime);
    assert!(person.effects.iter().any(is_warning), "{:?}", person.effects);
    check(&person);
    let mut other = TestUser::new();
    other.send(Event::SavedGameFound(person.view().local_game().to_save_text(person.now)));
    other.send(Event::ResumeSavedGame);
    other.effects.clear();
    other.run("resume @299000 @300500");
    assert!(!other.effects.iter().any(is_warning), "{:?}", other.effects);
}

#[test]
fn damaged_texts_report_line_and_reason() {
    let table = LocalGame::untimed(Game::standard());
    let text = table.to_save_text(Timestamp(0));
    let check = |from: &str, to: &str, line: usize, is_reason: fn(&SaveFileErrorKind) -> bool| {
        let damaged = text.replacen(from, to, 1);
        assert_ne!(damaged, text, "{from}");
        let error = LocalGame::from_save_text(&damaged).unwrap_err();
        assert!(error.line == line && is_reason(&error.reason), "{from} -> {to}: {error}");
    };
    check("hanpan-game 1", "hanpan-game 2", 1, |reason| *reason == SaveFileErrorKind::Version);
    check("ruleset standard", "ruleset draughts", 2, |reason| *reason == SaveFileErrorKind::InvalidValue);
    check("ruleset standard\n", "", 9, |reason| *reason == SaveFileErrorKind::MissingField("ruleset"));
    check("turning", "burning", 7, |reason| *reason == SaveFileErrorKind::UnknownField);
    check("turning fixed", "bottom white", 7, |reason| *reason == SaveFileErrorKind::DuplicateField);
    check("RNBQKBNR", "RNBQ1BNR", 3, |reason| matches!(reason, SaveFileErrorKind::InvalidStart(_)));
    check("moves", "moves e2e4 e2e4", 8, |reason| matches!(reason, SaveFileErrorKind::IllegalMove(1, _)));
    check("spent", "spent 5", 9, |reason| *reason == SaveFileErrorKind::ClockMismatch);
    check("thinking 0\n", "thinking 0\noutcome white checkmate-ish\n", 11, |r| {
        *r == SaveFileErrorKind::InvalidValue
    });
    check("thinking 0\n", "thinking 0\noutcome white stalemate\n", 11, |r| {
        *r == SaveFileErrorKind::InvalidValue
    });
    check("thinking 0\n", "thinking 0\nwarned green\n", 11, |r| *r == SaveFileErrorKind::InvalidValue);
    // Nothing can be offered before the first move.
    check("thinking 0\n", "thinking 0\ndraw-offer white\n", 11, |r| *r == SaveFileErrorKind::InvalidValue);
    let mut person = TestUser::new();
    person.send(Event::SavedGameFound("garbage".to_owned()));
    assert!(matches!(person.view().problem(), Some(client::Problem::SaveFile(_))));
}

/// Every byte of a text cut off, dropped or changed: an error or a table, never a panic.
#[test]
fn mutated_texts_never_panic() {
    let mut person = TestUser::new();
    person.send(Event::EditForm(FormField::Clock(client::ClockChoice::Custom)));
    person.send(Event::StartGame { seed: 0 });
    let text = person.run("e2-e4 @77 e7-e5 resign-b yes").view().local_game().to_save_text(Timestamp(80));
    for index in 0..text.len() {
        let (before, after) = text.split_at(index);
        let _cut = LocalGame::from_save_text(before);
        let _without = LocalGame::from_save_text(&format!("{before}{}", &after[1..]));
        for other in ["9", " ", "\n", "99999999999999999999", "\u{0}", "한", "-"] {
            if let Ok(table) = LocalGame::from_save_text(&format!("{before}{other}{}", &after[1..])) {
                let again = table.to_save_text(Timestamp(u64::MAX));
                assert_eq!(
                    LocalGame::from_save_text(&again).map(|table| table.to_save_text(Timestamp(0))),
                    Ok(again)
                );
            }
        }
    }
}
