use super::*;
use crate::commands::bot::wire::{Mode, OpponentKind, SpeedKey, Variant};

fn state(max_games: usize) -> BotState {
    let policy = ChallengePolicy {
        variants: vec![Variant::Standard],
        speeds: vec![SpeedKey::Blitz],
        modes: vec![Mode::Rated, Mode::Casual],
        opponents: vec![OpponentKind::People, OpponentKind::Bots],
        min_time: None,
        max_time: None,
    };
    BotState::new("bot".into(), policy, max_games)
}

fn challenge(id: &str, from: &str, speed: &str) -> StreamEvent {
    StreamEvent::parse(&format!(
        r#"{{"type":"challenge","challenge":{{"id":"{id}","challenger":{{"id":"{from}","name":"{from}"}},
            "variant":{{"key":"standard"}},"speed":"{speed}","timeControl":{{"limit":180,"show":"3+2"}}}}}}"#
    ))
    .unwrap()
}

fn started(id: &str) -> StreamEvent {
    StreamEvent::GameStart(StartedGame { key: key(id), opponent: "ann".into() })
}

fn key(id: &str) -> GameKey {
    id.parse().unwrap()
}

/// Short form of an action.
fn short(action: Option<BotAction>) -> String {
    match action {
        None => "nothing".into(),
        Some(BotAction::Accept { key, .. }) => format!("accept {key}"),
        Some(BotAction::Decline { key, reason, .. }) => format!("decline {key} {}", reason.key()),
        Some(BotAction::Play(started)) => format!("play {}", started.key),
        Some(BotAction::Declined { reason }) => format!("declined {reason}"),
    }
}

#[test]
fn accepted_challenges_count_as_games() {
    let (mut state, now) = (state(2), Instant::now());
    let mut on = |event| short(state.on_event(event, now));
    assert_eq!(on(challenge("a", "ann", "blitz")), "accept a");
    assert_eq!(on(challenge("b", "ben", "bullet")), "decline b timeControl");
    assert_eq!(on(challenge("c", "ben", "blitz")), "accept c");
    assert_eq!(on(challenge("d", "eve", "blitz")), "decline d later");
    assert_eq!(on(started("a")), "play a");
    assert_eq!(on(challenge("d", "eve", "blitz")), "decline d later");
    state.accept_failed(&key("c"));
    assert_eq!(short(state.on_event(challenge("d", "eve", "blitz"), now)), "accept d");
    state.on_event(StreamEvent::ChallengeCanceled(key("d")), now);
    state.game_ended(&key("a"));
    assert_eq!(short(state.on_event(challenge("e", "eve", "blitz"), now)), "accept e");
}

#[test]
fn events_that_come_again_have_no_second_consequence() {
    let (mut state, now) = (state(1), Instant::now());
    assert_eq!(short(state.on_event(challenge("a", "ann", "blitz"), now)), "accept a");
    assert_eq!(short(state.on_event(challenge("a", "ann", "blitz"), now)), "nothing");
    assert_eq!(short(state.on_event(started("a"), now)), "play a");
    assert_eq!(short(state.on_event(started("a"), now)), "nothing");
    assert_eq!(state.games(), 1);
}

#[test]
fn games_are_resumed_beyond_the_limit() {
    let (mut state, now) = (state(1), Instant::now());
    assert_eq!(short(state.on_event(started("a"), now)), "play a");
    assert_eq!(short(state.on_event(started("b"), now)), "play b");
}

#[test]
fn an_accepted_challenge_without_a_game_is_forgotten() {
    let (mut state, now) = (state(1), Instant::now());
    state.on_event(challenge("a", "ann", "blitz"), now);
    let later = now + ACCEPT_TIMEOUT;
    assert_eq!(short(state.on_event(challenge("b", "ann", "blitz"), later)), "accept b");
}

#[test]
fn own_challenges_are_not_answered() {
    let (mut state, now) = (state(1), Instant::now());
    state.challenge_sent(key("a"));
    assert_eq!(short(state.on_event(challenge("a", "bot", "blitz"), now)), "nothing");
    let declined = StreamEvent::ChallengeDeclined(key("a"), "Later.".into());
    assert_eq!(short(state.on_event(declined.clone(), now)), "declined Later.");
    assert_eq!(short(state.on_event(declined, now)), "nothing");
}

#[test]
fn a_stopping_bot_finishes_its_games_and_accepts_none() {
    let (mut state, now) = (state(9), Instant::now());
    state.on_event(started("a"), now);
    state.on_event(challenge("b", "ann", "blitz"), now);
    state.challenge_sent(key("c"));
    assert_eq!(state.stop(), [key("c")]);
    assert_eq!(short(state.on_event(challenge("d", "ann", "blitz"), now)), "decline d later");
    state.game_ended(&key("a"));
    assert!(!state.is_done(now), "the game of b is about to start");
    assert!(state.is_done(now + START_GRACE));
    state.on_event(started("b"), now);
    assert!(!state.is_done(now + START_GRACE));
    state.game_ended(&key("b"));
    assert!(state.is_done(now));
}
