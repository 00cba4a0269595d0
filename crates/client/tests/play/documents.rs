//! Import and export of FEN and PGN.

use client::{
    BoardCommand, Confirmation, Date, Document, Effect, Event, FormField, Language, LocalGame, Locale,
    PlayerAction, Problem, Screen,
};
use game::pgn::PgnResult;
use rules::Color;

use crate::script::TestUser;

fn text(user: &mut TestUser, event: Event) -> String {
    user.send(event);
    match user.effects.as_slice() {
        [Effect::CopyText(_, text) | Effect::Download(_, text)] => text.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_copied_fen_is_the_shown_position() {
    let mut user = TestUser::new();
    user.run("e2-e4 e7-e5 prev");
    let fen = text(&mut user, Event::CopyText(Document::Fen));
    assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(Document::Fen.extension(), "fen");
}

#[test]
fn the_pgn_round_trips() {
    let mut user = TestUser::new();
    user.send(Event::SetDate(Date::new(2025, 3, 9).unwrap()));
    user.send(Event::EditForm(FormField::Name(Color::White, "Ada".to_owned())));
    user.send(Event::EditForm(FormField::Clock(client::ClockChoice::Preset(client::ClockPreset {
        minutes: 3,
        increment: 2,
    }))));
    user.send(Event::StartGame { seed: 0 });
    user.run("e2-e4 @1500 e7-e5 resign-w yes");
    let pgn = text(&mut user, Event::Download(Document::Pgn));
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
    user.send(Event::OpenText(pgn));
    let view = user.view();
    assert_eq!((view.moves().shown_ply.0, view.moves().moves.len()), (0, 2));
    assert_eq!(view.local_game().recorded_result(), Some(PgnResult::BlackWins));
    assert_eq!(view.side(Color::White).player.name(), "Ada");
    assert_eq!(user.run("last g1-f3").sans(), "e4 e5 Nf3");
    assert_eq!(user.view().local_game().recorded_result(), None, "played on");
}

#[test]
fn unreadable_texts_are_reported_and_change_nothing() {
    let mut user = TestUser::new();
    user.run("e2-e4");
    user.send(Event::OpenText("1. e4 e5 2. Ke3 *".to_owned()));
    assert!(
        matches!(user.view().problem(), Some(Problem::Pgn(error)) if error.location.to_string() == "1:13")
    );
    user.send(Event::OpenText("8/8/8/nonsense".to_owned()));
    assert!(matches!(user.view().problem(), Some(Problem::Fen(_))));
    assert_eq!(user.sans(), "e4");
    user.send(Event::OpenText("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".to_owned()));
    assert_eq!(user.view().problem(), None);
    user.run("yes");
    assert_eq!(user.run("e1-c1").sans(), "O-O-O");
}

#[test]
fn an_opened_finished_game_shows_its_result_and_has_no_rematch() {
    let english = Locale::new(Language::English);
    for (text, expected) in
        [("1. f3 e5 2. g4 Qh4# 0-1", "BLACK WINS! | CHECKMATE"), ("1. e4 e5 1-0", "Result in the file: 1-0")]
    {
        let mut user = TestUser::new();
        user.send(Event::OpenText(text.to_owned()));
        assert_eq!(user.view().moves().shown_ply.0, 0);
        assert_eq!(english.game_status(user.view()), expected);
        let actions = user.view().actions();
        assert_eq!((actions.rematch, actions.new_game), (false, true));
        let moves = user.sans();
        user.send(Event::Rematch);
        assert_eq!(user.sans(), moves, "the game stays");
    }
    // A game that was continued here has a rematch.
    let mut user = TestUser::new();
    user.send(Event::OpenText("1. f3 e5 2. g4 *".to_owned()));
    user.run("last d8-h4");
    assert_eq!(english.game_status(user.view()), "WHITE'S TURN | CHECKMATE");
    assert!(user.view().actions().rematch);
    let mut user = TestUser::new();
    user.send(Event::OpenText("1. f3 e5 2. g4 *".to_owned()));
    user.send(Event::LocalAction(PlayerAction::Resign));
    assert!(user.view().actions().new_game && user.view().actions().rematch, "resigned here");
}

#[test]
fn a_finished_pgn_stays_finished() {
    let local_game = LocalGame::from_pgn("1. f3 e5 2. g4 Qh4# 0-1").unwrap();
    assert_eq!(
        (local_game.recorded_result(), local_game.game().outcome().map(|o| o.result())),
        (None, Some("0-1"))
    );
    assert_eq!(LocalGame::from_pgn("").unwrap().game().plies(), 0);
}

#[test]
fn a_pgn_with_a_result_is_shown_as_a_finished_game() {
    let mut user = TestUser::new();
    user.send(Event::GoTo(Screen::Home));
    user.send(Event::OpenText("[White \"Ada\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Nf3 1-0".to_owned()));
    user.run("last");
    let view = user.view();
    assert!(view.local_game().is_finished() && view.unfinished_game().is_none());
    let actions = view.actions();
    assert!(
        !actions.resign.white && !actions.resign.black && !actions.offer_draw.white && !actions.take_back
    );
    assert!(actions.new_game && !actions.rematch);
    assert!(Color::ALL.into_iter().all(|color| !view.side(color).is_to_move));
    // It is not offered to be continued after a reload.
    let saved = view.local_game().to_save_text(user.now);
    let mut again = TestUser::new();
    again.send(Event::SavedGameFound(saved));
    assert!(again.view().unfinished_game().is_none());
    // A move goes on from its end.
    assert_eq!(user.run("b8-c6").sans(), "e4 e5 Nf3 Nc6");
    assert!(user.view().actions().resign.white && user.view().unfinished_game().is_some());
}

#[test]
fn files_are_named_after_the_game() {
    let check = |text: &str, expected: &str| {
        let mut user = TestUser::new();
        user.send(Event::OpenText(text.to_owned()));
        user.send(Event::Download(Document::Pgn));
        let names: Vec<&str> = user
            .effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::Download(name, _) => Some(name.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(names, [expected], "{text}");
    };
    check(
        "[White \"Ada L.\"]\n[Black \"한별\"]\n[Date \"2025.03.09\"]\n\n1. e4 *",
        "Ada_L.-한별-2025.03.09.pgn",
    );
    check("[White \"../a/b\"]\n\n1. e4 *", ".._a_b.pgn");
    check("1. e4 *", "hanpan.pgn");
}

#[test]
fn replacing_a_game_in_progress_needs_confirmation() {
    let check = |user: &mut TestUser, text: &str, question: Option<Confirmation>, sans: &str| {
        user.send(Event::OpenText(text.to_owned()));
        assert_eq!((user.view().confirmation(), user.sans().as_str()), (question, sans), "{text}");
    };
    let mut user = TestUser::new();
    check(&mut user, "1. d4 1-0", None, "d4");
    assert_eq!(user.sounds(), "gameopened positionshown");
    check(&mut user, "1. c4 *", None, "c4");
    check(&mut user, "1. b4 *", Some(Confirmation::ReplaceGame), "c4");
    assert_eq!(user.run("no").sans(), "c4");
    assert_eq!(user.run("yes").sans(), "c4", "nothing is asked any more");
    check(&mut user, "1. Ke3", None, "c4");
    assert!(matches!(user.view().problem(), Some(Problem::Pgn(_))));
    check(&mut user, " ", None, "c4");
    assert_eq!(user.view().problem(), Some(&Problem::EmptyText));
    check(&mut user, "1. b4 *\n\n1. a4 *", Some(Confirmation::ReplaceGame), "c4");
    assert_eq!(user.run("yes").sans(), "b4");
    assert_eq!(user.view().problem(), Some(&Problem::OnlyFirstGame));
}

#[test]
fn replacing_a_saved_game_needs_confirmation() {
    let mut user = TestUser::new();
    user.send(Event::GoTo(Screen::Home));
    let saved = LocalGame::from_pgn("1. e4 *").unwrap().to_save_text(user.now);
    user.send(Event::SavedGameFound(saved));
    user.send(Event::OpenText("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".to_owned()));
    assert_eq!(
        (user.view().confirmation(), user.view().screen()),
        (Some(Confirmation::ReplaceGame), Screen::Home)
    );
    user.run("yes");
    assert_eq!((user.fen().as_str(), user.view().screen()), ("4k3/8/8/8/8/8/8/R3K3 w", Screen::Game));
}

/// Tags and comments of an imported PGN survive export and saving.
#[test]
fn tags_and_comments_of_a_pgn_are_kept() {
    let file = "[Event \"Cup\"]\n[Site \"Seoul\"]\n[Date \"1999.??.??\"]\n[Round \"3\"]\n[White \"Ada\"]\n\
                [Black \"Bob\"]\n[Result \"1-0\"]\n[PlyCount \"3\"]\n[WhiteElo \"2000\"]\n\n\
                {A start.} 1. e4 $1 {good} 1... e5 (1... c5 2. Nf3 {sharp}) 2. Nf3 1-0\n";
    let local_game = LocalGame::from_pgn(file).unwrap();
    assert_eq!(local_game.pgn().to_string(), file);
    let again = LocalGame::from_save_text(&local_game.to_save_text(game::Timestamp(0))).unwrap();
    assert_eq!(again, local_game);
    let mut user = TestUser::new();
    user.send(Event::OpenText(file.to_owned()));
    user.run("last b8-c6");
    let written = user.view().local_game().pgn().to_string();
    for part in
        ["[WhiteElo \"2000\"]", "{A start.} 1. e4 $1 {good} 1... e5 (1... c5 2. Nf3 {sharp}) 2. Nf3 Nc6 *"]
    {
        assert!(written.contains(part), "{part} in\n{written}");
    }
    assert!(!written.contains("PlyCount"), "{written}");
    // Comments of other moves are dropped.
    user.run("undo undo undo");
    user.send(Event::TypeMove("d5".to_owned()));
    user.send(Event::SubmitMove);
    let written = user.view().local_game().pgn().to_string();
    assert!(written.ends_with("{A start.} 1. e4 $1 {good} 1... d5 *\n"), "{written}");
}

#[test]
fn a_takeback_goes_on_with_an_opened_game_that_had_a_result() {
    let mut user = TestUser::new();
    user.send(Event::OpenText("1. e4 e5 2. Nf3 1-0".to_owned()));
    assert!(user.view().local_game().is_finished());
    user.send(Event::Command(BoardCommand::TakeBack));
    assert_eq!(user.view().local_game().recorded_result(), None);
    assert!(!user.view().local_game().is_finished());
}
