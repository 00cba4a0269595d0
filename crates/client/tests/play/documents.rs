//! FEN and PGN, in and out.

use client::{Date, Document, Effect, Event, Field, Problem, Question, Screen, Table};
use game::pgn::Score;
use rules::Color;

use crate::script::Person;

fn text(person: &mut Person, event: Event) -> String {
    person.happen(event);
    match person.effects.as_slice() {
        [Effect::Copy(_, text) | Effect::Download(_, text)] => text.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_fen_is_that_of_the_moment_shown() {
    let mut person = Person::new();
    person.run("e2-e4 e7-e5 prev");
    let fen = text(&mut person, Event::Copy(Document::Fen));
    assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(Document::Fen.extension(), "fen");
}

#[test]
fn the_pgn_tells_it_all_and_is_read_again() {
    let mut person = Person::new();
    person.happen(Event::Today(Date::new(2025, 3, 9).unwrap()));
    person.happen(Event::Fill(Field::Name(Color::White, "Ada".to_owned())));
    person.happen(Event::Fill(Field::Clock(client::ClockChoice::Preset(client::Preset {
        minutes: 3,
        increment: 2,
    }))));
    person.happen(Event::Start { seed: 0 });
    person.run("e2-e4 @1500 e7-e5 resign-w yes");
    let pgn = text(&mut person, Event::Download(Document::Pgn));
    for part in [
        "[White \"Ada\"]",
        "[Black \"?\"]",
        "[Date \"2025.03.09\"]",
        "[TimeControl \"180+2\"]",
        "[Result \"0-1\"]",
        "1. e4 {[%clk 0:03:02]}",
        "{[%clk 0:03:00.5]} 0-1",
    ] {
        assert!(pgn.contains(part), "{part} in\n{pgn}");
    }
    person.happen(Event::Open(pgn));
    let view = person.view();
    assert_eq!((view.moves().shown, view.moves().list.len()), (0, 2));
    assert_eq!(view.table().recorded(), Some(Score::BlackWins));
    assert_eq!(view.side(Color::White).player.name(), "Ada");
    assert_eq!(person.run("last g1-f3").sans(), "e4 e5 Nf3");
    assert_eq!(person.view().table().recorded(), None, "played on");
}

#[test]
fn what_cannot_be_opened_is_a_problem_and_changes_nothing() {
    let mut person = Person::new();
    person.run("e2-e4");
    person.happen(Event::Open("1. e4 e5 2. Ke3 *".to_owned()));
    assert!(
        matches!(person.view().problem(), Some(Problem::Pgn(error)) if error.place.to_string() == "1:13")
    );
    person.happen(Event::Open("8/8/8/nonsense".to_owned()));
    assert!(matches!(person.view().problem(), Some(Problem::Fen(_))));
    assert_eq!(person.sans(), "e4");
    person.happen(Event::Open("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".to_owned()));
    assert_eq!(person.view().problem(), None);
    person.run("yes");
    assert_eq!(person.run("e1-c1").sans(), "O-O-O");
}

#[test]
fn a_game_that_ended_by_itself_stays_ended() {
    let table = Table::from_pgn("1. f3 e5 2. g4 Qh4# 0-1").unwrap();
    assert_eq!((table.recorded(), table.game().outcome().map(|o| o.result())), (None, Some("0-1")));
    assert_eq!(Table::from_pgn("").unwrap().game().plies(), 0);
}

#[test]
fn a_game_in_progress_makes_way_only_after_a_question() {
    let check = |person: &mut Person, text: &str, question: Option<Question>, sans: &str| {
        person.happen(Event::Open(text.to_owned()));
        assert_eq!((person.view().question(), person.sans().as_str()), (question, sans), "{text}");
    };
    let mut person = Person::new();
    check(&mut person, "1. d4 1-0", None, "d4");
    assert_eq!(person.heard(), "opened shown");
    check(&mut person, "1. c4 *", None, "c4");
    check(&mut person, "1. b4 *", Some(Question::Open), "c4");
    assert_eq!(person.run("no").sans(), "c4");
    assert_eq!(person.run("yes").sans(), "c4", "nothing is asked any more");
    check(&mut person, "1. Ke3", None, "c4");
    assert!(matches!(person.view().problem(), Some(Problem::Pgn(_))));
    check(&mut person, " ", None, "c4");
    assert_eq!(person.view().problem(), Some(&Problem::Nothing));
    check(&mut person, "1. b4 *\n\n1. a4 *", Some(Question::Open), "c4");
    assert_eq!(person.run("yes").sans(), "b4");
    assert_eq!(person.view().problem(), Some(&Problem::OnlyFirst));
}

#[test]
fn a_game_that_was_found_makes_way_only_after_a_question() {
    let mut person = Person::new();
    person.happen(Event::Go(Screen::Home));
    let saved = Table::from_pgn("1. e4 *").unwrap().saved(person.now);
    person.happen(Event::Found(saved));
    person.happen(Event::Open("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".to_owned()));
    assert_eq!((person.view().question(), person.view().screen()), (Some(Question::Open), Screen::Home));
    person.run("yes");
    assert_eq!((person.fen().as_str(), person.view().screen()), ("4k3/8/8/8/8/8/8/R3K3 w", Screen::Table));
}

/// What a file says beside the moves is there again when the game is written, also after a night's sleep.
#[test]
fn what_a_file_says_is_kept() {
    let file = "[Event \"Cup\"]\n[Site \"Seoul\"]\n[Date \"1999.??.??\"]\n[Round \"3\"]\n[White \"Ada\"]\n\
                [Black \"Bob\"]\n[Result \"1-0\"]\n[PlyCount \"3\"]\n[WhiteElo \"2000\"]\n\n\
                {A start.} 1. e4 $1 {good} 1... e5 (1... c5 2. Nf3 {sharp}) 2. Nf3 1-0\n";
    let table = Table::from_pgn(file).unwrap();
    assert_eq!(table.pgn().to_string(), file);
    let again = Table::from_saved(&table.saved(game::Timestamp(0))).unwrap();
    assert_eq!(again, table);
    let mut person = Person::new();
    person.happen(Event::Open(file.to_owned()));
    person.run("last b8-c6");
    let written = person.view().table().pgn().to_string();
    for part in
        ["[WhiteElo \"2000\"]", "{A start.} 1. e4 $1 {good} 1... e5 (1... c5 2. Nf3 {sharp}) 2. Nf3 Nc6 *"]
    {
        assert!(written.contains(part), "{part} in\n{written}");
    }
    assert!(!written.contains("PlyCount"), "{written}");
    // Beside other moves it would be wrong.
    person.run("undo undo undo");
    person.happen(Event::Type("d5".to_owned()));
    person.happen(Event::Submit);
    let written = person.view().table().pgn().to_string();
    assert!(written.ends_with("{A start.} 1. e4 $1 {good} 1... d5 *\n"), "{written}");
}
