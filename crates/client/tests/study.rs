//! Studies.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use client::study::StudyCommand;
use client::{Document, Effect, Event, Navigation, Screen, State, update};
use game::Timestamp;
use rules::Square;

const NOW: Timestamp = Timestamp(0);

fn opened(text: &str) -> State {
    let mut state = State::default();
    update(&mut state, Event::Study(StudyCommand::Open(text.to_owned())), NOW);
    state
}

fn moves(state: &State) -> String {
    state.view(NOW).local_game().game().sans().collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_at_any_position_become_variations() {
    let mut state = opened("1. e4 e5 2. Nf3 1-0");
    assert_eq!(state.view(NOW).screen(), Screen::Game);
    assert_eq!(moves(&state), "");
    update(&mut state, Event::Navigate(Navigation::Next), NOW);
    assert_eq!(moves(&state), "e4");
    update(&mut state, Event::Click(Square::C7), NOW);
    let effects = update(&mut state, Event::Click(Square::C5), NOW);
    assert_eq!(moves(&state), "e4 c5");
    let kept = effects.iter().find_map(|effect| match effect {
        Effect::SaveStudy(text) => Some(text.as_str()),
        _ => None,
    });
    let kept = kept.unwrap();
    assert!(
        kept.starts_with("%hanpan-shown 0 1\n") && kept.ends_with("1. e4 e5 (1... c5) 2. Nf3 1-0\n"),
        "{kept}"
    );
    assert_eq!(moves(&opened(kept)), "e4 c5");
    assert!(
        !effects.iter().any(|effect| matches!(effect, Effect::SaveGame(_) | Effect::DeleteSavedGame)),
        "{effects:?}"
    );
    let copied = update(&mut state, Event::CopyText(Document::Pgn), NOW);
    assert!(
        matches!(&copied[..], [Effect::CopyText(Document::Pgn, text)] if text.contains("(1... c5)")),
        "{copied:?}"
    );
}

#[test]
fn a_finished_game_can_be_continued_in_a_study() {
    let mut state = opened("1. f3 e5 2. g4 Qh4# 0-1");
    update(&mut state, Event::Navigate(Navigation::Last), NOW);
    assert!(state.view(NOW).local_game().game().outcome().is_some());
    update(&mut state, Event::Navigate(Navigation::Previous), NOW);
    update(&mut state, Event::Click(Square::D7), NOW);
    update(&mut state, Event::Click(Square::D5), NOW);
    assert_eq!(moves(&state), "f3 e5 g4 d5");
    let line: Vec<_> = state.view(NOW).local_game().game().legal_moves().iter().copied().take(1).collect();
    update(&mut state, Event::Study(StudyCommand::Play(line)), NOW);
    assert_eq!(state.view(NOW).study().unwrap().shown().len(), 5);
    // Leaving the study does not delete the saved game.
    let effects = update(&mut state, Event::GoTo(Screen::Home), NOW);
    assert!(effects.is_empty(), "{effects:?}");
    update(&mut state, Event::Study(StudyCommand::Close), NOW);
    assert!(state.view(NOW).study().is_none());
}

#[test]
fn unreadable_texts_change_nothing() {
    let mut state = opened("1. e4 *");
    update(&mut state, Event::Navigate(Navigation::Last), NOW);
    update(&mut state, Event::Study(StudyCommand::Open("1. Ke3".to_owned())), NOW);
    assert!(state.view(NOW).problem().is_some());
    assert_eq!(moves(&state), "e4");
    // A new game closes the study.
    update(&mut state, Event::StartGame { seed: 1 }, NOW);
    assert!(state.view(NOW).study().is_none());
}

#[test]
fn an_empty_board_is_not_announced_as_a_game() {
    let announces = |text: &str| {
        let mut state = State::default();
        let effects = update(&mut state, Event::Study(StudyCommand::Open(text.to_owned())), NOW);
        effects.iter().any(|effect| matches!(effect, Effect::Announce(client::Announcement::GameOpened(_))))
    };
    assert!(announces("1. e4 e5 *"));
    assert!(!announces("*") && !announces("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"));
}
