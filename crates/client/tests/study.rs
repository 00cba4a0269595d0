//! The client with a game that is looked at freely.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use client::study::StudyAct;
use client::{Document, Effect, Event, Moment, Screen, State, update};
use game::Timestamp;
use rules::Square;

const NOW: Timestamp = Timestamp(0);

fn opened(text: &str) -> State {
    let mut state = State::default();
    update(&mut state, Event::Study(StudyAct::Open(text.to_owned())), NOW);
    state
}

fn moves(state: &State) -> String {
    state.view(NOW).table().game().sans().collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_are_made_at_any_moment_and_kept() {
    let mut state = opened("1. e4 e5 2. Nf3 1-0");
    assert_eq!(state.view(NOW).screen(), Screen::Table);
    assert_eq!(moves(&state), "");
    update(&mut state, Event::Show(Moment::Next), NOW);
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
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Save(_) | Effect::Forget)), "{effects:?}");
    let copied = update(&mut state, Event::Copy(Document::Pgn), NOW);
    assert!(
        matches!(&copied[..], [Effect::Copy(Document::Pgn, text)] if text.contains("(1... c5)")),
        "{copied:?}"
    );
}

#[test]
fn the_end_of_a_game_is_no_end_for_its_study() {
    let mut state = opened("1. f3 e5 2. g4 Qh4# 0-1");
    update(&mut state, Event::Show(Moment::Last), NOW);
    assert!(state.view(NOW).table().game().outcome().is_some());
    update(&mut state, Event::Show(Moment::Previous), NOW);
    update(&mut state, Event::Click(Square::D7), NOW);
    update(&mut state, Event::Click(Square::D5), NOW);
    assert_eq!(moves(&state), "f3 e5 g4 d5");
    let line: Vec<_> = state.view(NOW).table().game().legal_moves().iter().copied().take(1).collect();
    update(&mut state, Event::Study(StudyAct::Play(line)), NOW);
    assert_eq!(state.view(NOW).study().unwrap().shown().len(), 5);
    // Leaving it does not touch the game that somebody plays elsewhere.
    let effects = update(&mut state, Event::Go(Screen::Home), NOW);
    assert!(effects.is_empty(), "{effects:?}");
    update(&mut state, Event::Study(StudyAct::Close), NOW);
    assert!(state.view(NOW).study().is_none());
}

#[test]
fn what_cannot_be_read_changes_nothing() {
    let mut state = opened("1. e4 *");
    update(&mut state, Event::Show(Moment::Last), NOW);
    update(&mut state, Event::Study(StudyAct::Open("1. Ke3".to_owned())), NOW);
    assert!(state.view(NOW).problem().is_some());
    assert_eq!(moves(&state), "e4");
    // Another game at the table ends the study.
    update(&mut state, Event::Start { seed: 1 }, NOW);
    assert!(state.view(NOW).study().is_none());
}
