//! Abilities of a state that are added later.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use client::online::{JoinIntent, OnlineCommand};
use client::study::StudyCommand;
use client::{Event, Extensions, LocalGame, Screen, Settings, State, update};
use game::{Game, Timestamp};
use rules::Square;

const NOW: Timestamp = Timestamp(0);

fn local_state() -> State {
    State::with_extensions(Settings::default(), Extensions::none())
}

fn is_studying(state: &State) -> bool {
    state.view(NOW).study().is_some()
}

#[test]
fn a_state_ignores_events_of_abilities_that_it_lacks() {
    let mut state = local_state();
    let game = "LR-K5QxbTA6fRw96ZdE7kA".parse().unwrap();
    let events = [
        Event::Study(StudyCommand::Open("1. e4".to_owned())),
        Event::OpenText("1. e4".to_owned()),
        Event::Online(OnlineCommand::Connect { seed: 1 }),
        Event::Online(OnlineCommand::EnterGame { game, intent: JoinIntent::Watch }),
    ];
    for event in events {
        assert_eq!(update(&mut state, event, NOW), []);
    }
    let view = state.view(NOW);
    assert_eq!(view.screen(), Screen::Home);
    assert!(view.problem().is_none() && view.study().is_none() && view.online().game().is_none());
}

#[test]
fn abilities_add_up() {
    let mut state = local_state();
    state.extend(Extensions::study());
    state.extend(Extensions::import());
    update(&mut state, Event::Study(StudyCommand::Open("1. e4".to_owned())), NOW);
    assert!(is_studying(&state));
    update(&mut state, Event::Study(StudyCommand::Close), NOW);
    update(&mut state, Event::OpenText("1. d4 d5".to_owned()), NOW);
    assert_eq!(state.view(NOW).local_game().game().plies(), 2);
}

#[test]
fn only_the_save_of_an_annotated_import_needs_the_import() {
    let plain = LocalGame::untimed(game::Game::standard()).to_save_text(NOW);
    let annotated = LocalGame::from_pgn("1. e4 {best} e5 (1... c5) *").unwrap().to_save_text(NOW);
    for (text, has_pgn) in [(plain, false), (annotated, true)] {
        assert_eq!(LocalGame::is_saved_with_pgn(&text), has_pgn, "{text}");
        let mut state = local_state();
        update(&mut state, Event::SavedGameFound(text.clone()), NOW);
        assert_eq!(state.view(NOW).problem().is_some(), has_pgn, "{text}");
        let mut state = local_state();
        state.extend(Extensions::import());
        update(&mut state, Event::SavedGameFound(text.clone()), NOW);
        assert!(state.view(NOW).problem().is_none(), "{text}");
    }
}

/// A page puts the next position of a lesson on the board: a keyboard user stays where she is.
#[test]
fn a_game_of_a_page_replaces_the_board_and_keeps_the_cursor() {
    let mut state = local_state();
    update(&mut state, Event::FocusSquare(Some(Square::C4)), NOW);
    let game = Game::without_kings(&"8/8/8/8/8/8/8/R7 w - - 0 1".parse().unwrap());
    let effects = update(&mut state, Event::ShowGame(Box::new(LocalGame::untimed(game))), NOW);
    assert_eq!(effects, []);
    let view = state.view(NOW);
    assert_eq!((view.screen(), view.cursor()), (Screen::Game, Square::C4));
    assert_eq!(view.board().pieces.len(), 1);
}
