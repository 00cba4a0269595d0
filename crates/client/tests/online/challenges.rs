//! Challenges from and to the user.

use client::Problem;
use client::online::{ChallengeNewsKind, OnlineCommand};
use protocol::*;

use crate::player::TestPlayer;
use crate::server::{ANN, BEN, FakeServer, GAME, player};

const CHALLENGE: GameId = GameId::from_bits(40);

/// Server time at which the challenges of these tests expire.
const EXPIRES: u64 = 300_000;

fn connected() -> TestPlayer {
    let mut ann = TestPlayer::new(ANN, 1);
    ann.coming.push_back(ToClient::Welcome { you: player(ANN), now: UnixMillis(0) });
    ann.receive();
    ann
}

fn deliver(user: &mut TestPlayer, message: ToClient) {
    user.coming.push_back(message);
    user.receive();
}

fn terms() -> GameSetup {
    GameSetup {
        start: StartPosition::Standard,
        control: OnlineTimeControl::new(game::TimeControl::Unlimited).unwrap(),
        stakes: RatingMode::Casual,
        visibility: Visibility::Public,
    }
}

fn challenge(from: PlayerId, to: PlayerId) -> Challenge {
    Challenge {
        id: CHALLENGE,
        challenger: player(from),
        challenged: player(to),
        terms: terms(),
        side: ColorPreference::Random,
        expires: UnixMillis(EXPIRES),
    }
}

fn open(from: PlayerId, to: PlayerId) -> ToClient {
    ToClient::Challenge { challenge: Box::new(challenge(from, to)) }
}

fn close(outcome: ChallengeOutcome) -> ToClient {
    ToClient::ChallengeClosed { challenge: CHALLENGE, outcome }
}

fn command(answer: ChallengeAnswer) -> OnlineCommand {
    OnlineCommand::AnswerChallenge { challenge: CHALLENGE, answer }
}

/// Numbers of received and sent challenges.
fn counts(user: &TestPlayer) -> (usize, usize) {
    let view = user.view();
    (view.online().received_challenges().count(), view.online().sent_challenges().count())
}

fn news(user: &TestPlayer) -> Option<ChallengeNewsKind> {
    user.view().online().challenges().news().map(|news| news.kind)
}

/// Sends a challenge to Ben that the server opens.
fn send(ann: &mut TestPlayer) {
    let player = PlayerName::new("Ben").unwrap();
    ann.online_command(OnlineCommand::Challenge { player, terms: terms(), side: ColorPreference::Random });
    let Some(ToServer::Challenge { id, .. }) = ann.sent.pop_front() else { panic!("no challenge") };
    assert!(ann.view().online().challenges().is_sending());
    deliver(ann, ToClient::Challenging { id, challenge: CHALLENGE });
    deliver(ann, open(ANN, BEN));
    assert!(!ann.view().online().challenges().is_sending());
}

#[test]
fn a_received_challenge_is_announced_once_and_listed_until_it_ends() {
    let mut ann = connected();
    deliver(&mut ann, open(BEN, ANN));
    assert_eq!((counts(&ann), ann.heard.len()), ((1, 0), 1));
    deliver(&mut ann, open(BEN, ANN));
    assert_eq!((counts(&ann), ann.heard.len()), ((1, 0), 1), "prolonged");
    deliver(&mut ann, close(ChallengeOutcome::Canceled));
    assert_eq!((counts(&ann), news(&ann)), ((0, 0), Some(ChallengeNewsKind::Canceled)));
    ann.online_command(OnlineCommand::DismissChallengeNews);
    assert_eq!(news(&ann), None);
}

#[test]
fn a_sent_challenge_may_be_found_in_the_list_that_follows_a_loss() {
    let mut ann = connected();
    let player = PlayerName::new("Ben").unwrap();
    ann.online_command(OnlineCommand::Challenge { player, terms: terms(), side: ColorPreference::Random });
    let Some(ToServer::Challenge { id, .. }) = ann.sent.pop_front() else { panic!("no challenge") };
    deliver(&mut ann, ToClient::Challenging { id, challenge: CHALLENGE });
    deliver(&mut ann, ToClient::Challenges { challenges: vec![challenge(ANN, BEN)] });
    assert_eq!((counts(&ann), ann.view().online().challenges().is_sending()), ((0, 1), false));
    deliver(&mut ann, ToClient::Challenges { challenges: Vec::new() });
    assert_eq!(counts(&ann), (0, 0), "ended meanwhile");
}

#[test]
fn accepting_leads_to_the_game() {
    let mut ann = connected();
    deliver(&mut ann, open(BEN, ANN));
    ann.online_command(command(ChallengeAnswer::Accept));
    assert_eq!(counts(&ann), (0, 0), "not offered twice");
    let Some(ToServer::AnswerChallenge { id, .. }) = ann.sent.pop_front() else { panic!("no answer") };
    deliver(&mut ann, close(ChallengeOutcome::Accepted));
    deliver(&mut ann, ToClient::Accepted { id, number: None });
    assert_eq!((ann.moved_to, news(&ann)), (Some(CHALLENGE), None));
    assert_eq!(ann.sent.pop_front(), Some(ToServer::Enter { game: CHALLENGE, since: None }));
}

#[test]
fn another_window_of_the_challenged_player_stays_where_it_is() {
    let mut ann = connected();
    deliver(&mut ann, open(BEN, ANN));
    deliver(&mut ann, close(ChallengeOutcome::Accepted));
    assert_eq!((ann.moved_to, counts(&ann), news(&ann)), (None, (0, 0), None));
}

#[test]
fn the_window_that_sent_a_challenge_goes_to_the_game_and_others_are_told() {
    let mut ann = connected();
    send(&mut ann);
    assert_eq!((counts(&ann), ann.heard.len()), ((0, 1), 0), "the own challenge is no news");
    deliver(&mut ann, close(ChallengeOutcome::Accepted));
    assert_eq!(ann.moved_to, Some(CHALLENGE));
    let mut window = connected();
    deliver(&mut window, open(ANN, BEN));
    deliver(&mut window, close(ChallengeOutcome::Accepted));
    assert_eq!((window.moved_to, news(&window)), (None, Some(ChallengeNewsKind::Accepted)));
}

#[test]
fn a_player_is_not_taken_away_from_a_game_in_progress() {
    let mut ann = connected();
    send(&mut ann);
    ann.online_command(OnlineCommand::EnterGame { game: GAME, intent: client::online::JoinIntent::Watch });
    let mut server = FakeServer::new();
    server.now = UnixMillis(0);
    server.seat(Seat::Black, BEN);
    deliver(&mut ann, server.state(ANN));
    deliver(&mut ann, close(ChallengeOutcome::Accepted));
    assert_eq!((ann.moved_to, news(&ann)), (None, Some(ChallengeNewsKind::Accepted)));
}

#[test]
fn the_reason_of_a_refusal_is_told() {
    let mut ann = connected();
    send(&mut ann);
    let reason = DeclineReason::TooFast;
    deliver(&mut ann, close(ChallengeOutcome::Declined { reason }));
    assert_eq!((counts(&ann), news(&ann)), ((0, 0), Some(ChallengeNewsKind::Declined(reason))));
}

#[test]
fn challenges_expire_by_the_clock_of_the_server() {
    let mut ann = connected();
    deliver(&mut ann, open(BEN, ANN));
    assert!(ann.view().next_connection_deadline().is_some_and(|at| at.0 <= EXPIRES));
    let deliver_beats = |ann: &mut TestPlayer, until: u64| {
        while ann.now.0 < until {
            ann.advance(10_000.min(until - ann.now.0));
            let now = UnixMillis(ann.now.0);
            deliver(ann, ToClient::Beat { now, lag: None });
        }
    };
    deliver_beats(&mut ann, EXPIRES - 1);
    assert_eq!(counts(&ann), (1, 0));
    deliver_beats(&mut ann, EXPIRES + 1);
    assert_eq!((counts(&ann), news(&ann)), ((0, 0), Some(ChallengeNewsKind::ReceivedExpired)));
}

#[test]
fn requests_are_repeated_after_reconnecting_and_the_list_is_the_servers() {
    let mut ann = connected();
    deliver(&mut ann, open(BEN, ANN));
    ann.online_command(command(ChallengeAnswer::Accept));
    let sent = ann.sent.pop_front();
    ann.disconnect();
    ann.advance(60_000);
    deliver(&mut ann, ToClient::Welcome { you: player(ANN), now: UnixMillis(60_000) });
    assert_eq!(ann.sent.pop_front(), sent, "the answer may be lost");
    assert_eq!(counts(&ann), (0, 0), "it may be over");
    let mut other = challenge(BEN, ANN);
    other.id = GameId::from_bits(41);
    deliver(&mut ann, ToClient::Challenges { challenges: vec![other, challenge(BEN, ANN)] });
    assert_eq!(counts(&ann), (1, 0), "the one that is being accepted is not offered");
}

#[test]
fn a_challenge_that_is_gone_is_removed_with_the_reason() {
    let mut ann = connected();
    deliver(&mut ann, open(BEN, ANN));
    ann.online_command(command(ChallengeAnswer::Decline));
    let Some(ToServer::AnswerChallenge { id, .. }) = ann.sent.pop_front() else { panic!("no answer") };
    let reason = ActionError::NoChallenge;
    deliver(&mut ann, ToClient::Refused { id: Some(id), game: None, reason });
    assert_eq!(counts(&ann), (0, 0));
    assert_eq!(ann.view().problem(), Some(&Problem::RejectedByServer(reason)));
}

#[test]
fn nothing_is_sent_without_a_connection() {
    let mut ann = connected();
    ann.disconnect();
    ann.online_command(command(ChallengeAnswer::Accept));
    assert_eq!((ann.sent.len(), ann.view().problem()), (0, Some(&Problem::NotConnected)));
}
