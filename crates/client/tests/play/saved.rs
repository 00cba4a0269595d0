//! Save files.

use client::{AutoFlip, Effect, Event, FormField, LocalGame, PlayerLocation, SaveFileErrorKind, Screen};
use game::{Game, Ruleset, Timestamp};
use rules::Color;

use crate::script::TestUser;

/// Saves, loads and compares everything visible.
#[track_caller]
fn check(user: &TestUser) {
    let local_game = user.view().local_game();
    let text = local_game.to_save_text(user.now);
    let read = LocalGame::from_save_text(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.game().outcome(), local_game.game().outcome());
    assert_eq!(read.game().moves().collect::<Vec<_>>(), local_game.game().moves().collect::<Vec<_>>());
    assert_eq!(
        (read.game().ruleset(), read.game().start()),
        (local_game.game().ruleset(), local_game.game().start())
    );
    assert_eq!(read.players(), local_game.players());
    assert_eq!((read.orientation(), read.auto_flip()), (local_game.orientation(), local_game.auto_flip()));
    assert_eq!(read.clock().presses(), local_game.clock().presses());
    for color in Color::ALL {
        let left = local_game.clock_view(color, user.now).map(|face| face.left);
        assert_eq!(read.clock_view(color, Timestamp(0)).map(|face| face.left), left);
        assert!(!read.clock().is_running());
    }
    assert_eq!(read.to_save_text(Timestamp(7)), text);
}

#[test]
fn every_game_round_trips() {
    for ruleset in Ruleset::ALL {
        let mut user = TestUser::new();
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
            user.send(Event::EditForm(field));
        }
        user.send(Event::StartGame { seed: 0 });
        check(&user);
        if ruleset == Ruleset::FromPosition {
            user.run("@100 e1-g1 @2000 <e8e7 @5000 b7-b8 =n @5001");
        } else {
            user.run("@100 e2-e4 @2000 <e7e5 @5000 g1-f3 @5001");
        }
        assert_eq!(user.view().moves().moves.len(), 3);
        check(&user);
        user.run("resign-w yes");
        check(&user);
    }
}

#[test]
fn clock_times_round_trip_exactly() {
    use client::BonusKind::*;
    for kind in client::BonusKind::ALL {
        let mut user = TestUser::new();
        user.send(Event::EditForm(FormField::Clock(client::ClockChoice::Custom)));
        user.send(Event::EditForm(FormField::BonusKind(Color::White, kind)));
        user.send(Event::EditForm(FormField::SameTimeAs(Color::White)));
        user.send(Event::StartGame { seed: 0 });
        for script in ["@5", "e2-e4", "@1000", "@3500", "e7-e5 @9999", "d2-d4 @10003 e5-d4", "@20000"] {
            user.run(script);
            check(&user);
        }
        let left = user.view().clock(Color::White).unwrap().left.0;
        let expected = match kind {
            None => 300_000 - 6_499 - 9_997,
            Increment => 300_000 + 6_000 - 6_499 - 9_997,
            Bronstein => 300_000 + 3_000 - 6_499 - 9_997,
            Delay => 300_000 - 3_499 - 6_997,
        };
        assert_eq!(left, expected, "{kind:?}");
        check(user.run("undo @20500"));
        check(user.run("pause @90500"));
        check(user.run("resume @999999"));
        assert!(user.view().local_game().game().outcome().is_some());
    }
}

#[test]
fn a_game_from_a_file_is_timed_from_where_it_is_played_on() {
    let mut user = TestUser::new();
    user.send(Event::OpenText("1. e4 e5 2. Nf3 *".to_owned()));
    check(&user);
    check(user.run("last @50 b8-c6 @70 f1-c4"));
    check(user.run("undo undo undo"));
    assert_eq!(user.run("b1-c3").sans(), "e4 e5 Nc3");
    check(&user);
    assert_eq!(user.view().local_game().pgn().moves().count(), 3);
}

#[test]
fn a_reload_resumes_the_saved_game() {
    let mut user = TestUser::new();
    user.run("e2-e4 e7-e5");
    let Some(Effect::SaveGame(text)) = user.effects.last().cloned() else { panic!("{:?}", user.effects) };
    let mut other = TestUser::new();
    other.send(Event::GoTo(Screen::Home));
    other.send(Event::SavedGameFound(text));
    assert_eq!(other.view().unfinished_game().unwrap().game().plies(), 2);
    other.send(Event::ResumeSavedGame);
    assert_eq!((other.view().screen(), other.run("g1-f3").sans().as_str()), (Screen::Game, "e4 e5 Nf3"));
}

#[test]
fn a_reload_shows_a_finished_game() {
    let mut user = TestUser::new();
    user.run("f2-f3 e7-e5 g2-g4 d8-h4");
    let text = user.view().local_game().to_save_text(user.now);
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
    let mut user = TestUser::new();
    check(user.run("e2-e4 draw-w"));
    let text = user.view().local_game().to_save_text(user.now);
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
    let mut user = TestUser::new();
    user.send(Event::EditForm(FormField::Clock(client::ClockChoice::Custom)));
    user.send(Event::StartGame { seed: 0 });
    user.run("@5 e2-e4 @6 e7-e5 @290000");
    let is_warning = |effect: &Effect| *effect == Effect::PlaySound(client::Sound::LowTime);
    assert!(user.effects.iter().any(is_warning), "{:?}", user.effects);
    check(&user);
    let mut other = TestUser::new();
    other.send(Event::SavedGameFound(user.view().local_game().to_save_text(user.now)));
    other.send(Event::ResumeSavedGame);
    other.effects.clear();
    other.run("resume @299000 @300500");
    assert!(!other.effects.iter().any(is_warning), "{:?}", other.effects);
}

#[test]
fn damaged_texts_report_line_and_reason() {
    let local_game = LocalGame::untimed(Game::standard());
    let text = local_game.to_save_text(Timestamp(0));
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
    // Offers are not allowed before the first move.
    check("thinking 0\n", "thinking 0\ndraw-offer white\n", 11, |r| *r == SaveFileErrorKind::InvalidValue);
    let mut user = TestUser::new();
    user.send(Event::SavedGameFound("garbage".to_owned()));
    assert!(matches!(user.view().problem(), Some(client::Problem::SaveFile(_))));
}

/// Every truncation, deletion and change of a byte gives an error or a game, never a panic.
#[test]
fn mutated_texts_never_panic() {
    let mut user = TestUser::new();
    user.send(Event::EditForm(FormField::Clock(client::ClockChoice::Custom)));
    user.send(Event::StartGame { seed: 0 });
    let text = user.run("e2-e4 @77 e7-e5 resign-b yes").view().local_game().to_save_text(Timestamp(80));
    for index in 0..text.len() {
        let (before, after) = text.split_at(index);
        let _cut = LocalGame::from_save_text(before);
        let _without = LocalGame::from_save_text(&format!("{before}{}", &after[1..]));
        for other in ["9", " ", "\n", "99999999999999999999", "\u{0}", "한", "-"] {
            if let Ok(local_game) = LocalGame::from_save_text(&format!("{before}{other}{}", &after[1..])) {
                let again = local_game.to_save_text(Timestamp(u64::MAX));
                assert_eq!(
                    LocalGame::from_save_text(&again).map(|local_game| local_game.to_save_text(Timestamp(0))),
                    Ok(again)
                );
            }
        }
    }
}
