//! Challenges between people, over the WebSocket.

use std::sync::Arc;

use game::Timestamp;
use protocol::{
    ActionError, ActionId, Challenge, ChallengeAnswer, ChallengeOutcome, ColorPreference, DeclineReason,
    GameId, GameSetup, PlayerName, Seat, StartPosition, ToClient, ToServer,
};
use server::store::{ChallengeState, ChallengeStore, ChallengeTerms, SqliteStore};

use crate::client::Client;
use crate::common::TestServer;
use crate::fixtures::{blitz, correspondence};

/// Creates an account and connects.
pub(crate) async fn join(server: &TestServer, name: &str) -> Client {
    let body = format!(r#"{{"name":"{name}","password":"correct horse"}}"#);
    let made = server.send("POST /api/account", &[], &body).await;
    let cookie = made.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    Client::with_cookie(server, Some(&cookie)).await
}

/// Challenges a player; returns the reply.
pub(crate) async fn challenge(
    client: &mut Client,
    id: u128,
    name: &str,
    terms: GameSetup,
) -> Result<GameId, ActionError> {
    let (id, player) = (ActionId::from_bits(id), PlayerName::new(name).unwrap());
    client.send(&ToServer::Challenge { id, player, terms, side: ColorPreference::White }).await;
    client
        .until(|message| match message {
            ToClient::Challenging { id: sent, challenge } if *sent == id => Some(Ok(*challenge)),
            ToClient::Refused { id: Some(refused), reason, .. } if *refused == id => Some(Err(*reason)),
            _ => None,
        })
        .await
}

/// Answers a challenge; returns the reply.
pub(crate) async fn answer(
    client: &mut Client,
    id: u128,
    challenge: GameId,
    answer: ChallengeAnswer,
) -> Result<(), ActionError> {
    let id = ActionId::from_bits(id);
    client.send(&ToServer::AnswerChallenge { id, challenge, answer }).await;
    client
        .until(|message| match message {
            ToClient::Accepted { id: done, .. } if *done == id => Some(Ok(())),
            ToClient::Refused { id: Some(refused), reason, .. } if *refused == id => Some(Err(*reason)),
            _ => None,
        })
        .await
}

/// Waits for a challenge.
pub(crate) async fn opened(client: &mut Client) -> Challenge {
    client
        .until(|message| match message {
            ToClient::Challenge { challenge } => Some((**challenge).clone()),
            _ => None,
        })
        .await
}

/// Waits for the end of a challenge.
pub(crate) async fn closed(client: &mut Client) -> (GameId, ChallengeOutcome) {
    client
        .until(|message| match message {
            ToClient::ChallengeClosed { challenge, outcome } => Some((*challenge, *outcome)),
            _ => None,
        })
        .await
}

/// The challenges that a new connection is told of.
async fn listed(client: &Client, server: &TestServer) -> Vec<Challenge> {
    let mut again = client.reconnect(server).await;
    match again.next().await {
        ToClient::Challenges { challenges } => challenges,
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn an_accepted_challenge_begins_a_game_for_both() {
    let server = TestServer::start().await;
    let (mut ann, mut ben) = (join(&server, "Ann").await, join(&server, "Ben").await);
    let mut other_window = ben.reconnect(&server).await;
    // Names are compared as at the log-in.
    let id = challenge(&mut ann, 1, "BEN", blitz()).await.unwrap();
    for client in [&mut ben, &mut other_window] {
        let told = opened(client).await;
        assert_eq!((told.id, &told.terms, told.side), (id, &blitz(), ColorPreference::White));
        assert_eq!((told.challenger.id, told.challenged.id), (ann.me.id, client.me.id));
        assert!(told.challenger.rating.is_some() && !told.challenger.bot);
    }
    answer(&mut ben, 2, id, ChallengeAnswer::Accept).await.unwrap();
    for client in [&mut ann, &mut other_window] {
        assert_eq!(closed(client).await, (id, ChallengeOutcome::Accepted));
    }
    assert_eq!(ann.enter(id).await.0, Some(Seat::White));
    assert_eq!(ben.enter(id).await.0, Some(Seat::Black));
    ann.play(id, 0, "e2e4").await.unwrap();
    assert_eq!(answer(&mut ben, 2, id, ChallengeAnswer::Accept).await, Ok(()), "a repetition");
    server.stop().await;
}

#[tokio::test]
async fn challenges_are_declined_and_withdrawn_once() {
    let server = TestServer::start().await;
    let (mut ann, mut ben) = (join(&server, "Ann").await, join(&server, "Ben").await);
    let first = challenge(&mut ann, 1, "Ben", blitz()).await.unwrap();
    for wrong in [ChallengeAnswer::Accept, ChallengeAnswer::Decline] {
        assert_eq!(
            answer(&mut ann, 2, first, wrong).await,
            Err(ActionError::NoChallenge),
            "Ann is not asked"
        );
    }
    assert_eq!(answer(&mut ben, 2, first, ChallengeAnswer::Cancel).await, Err(ActionError::NoChallenge));
    for _ in 0..2 {
        answer(&mut ben, 3, first, ChallengeAnswer::Decline).await.unwrap();
    }
    let reason = DeclineReason::Generic;
    assert_eq!(closed(&mut ann).await, (first, ChallengeOutcome::Declined { reason }));
    assert_eq!(answer(&mut ben, 4, first, ChallengeAnswer::Accept).await, Err(ActionError::NoChallenge));
    let second = challenge(&mut ann, 5, "Ben", correspondence()).await.unwrap();
    for _ in 0..2 {
        answer(&mut ann, 6, second, ChallengeAnswer::Cancel).await.unwrap();
    }
    ben.until(|message| match message {
        ToClient::ChallengeClosed { challenge, outcome: ChallengeOutcome::Canceled } => {
            (*challenge == second).then_some(())
        }
        _ => None,
    })
    .await;
    assert_eq!(listed(&ben, &server).await, []);
    server.stop().await;
}

#[tokio::test]
async fn a_repeated_request_makes_one_challenge() {
    let server = TestServer::start().await;
    let (mut ann, ben) = (join(&server, "Ann").await, join(&server, "Ben").await);
    let id = challenge(&mut ann, 1, "Ben", blitz()).await.unwrap();
    let mut again = ann.reconnect(&server).await;
    assert_eq!(challenge(&mut again, 1, "Ben", blitz()).await, Ok(id));
    assert_eq!(listed(&ben, &server).await.len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn open_challenges_are_told_after_a_restart() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let server = TestServer::on(store.clone()).await;
    let (mut ann, mut ben) = (join(&server, "Ann").await, join(&server, "Ben").await);
    let id = challenge(&mut ann, 1, "Ben", blitz()).await.unwrap();
    let shown = opened(&mut ben).await;
    server.stop().await;
    let server = TestServer::on(store).await;
    for client in [&ann, &ben] {
        assert_eq!(listed(client, &server).await, std::slice::from_ref(&shown));
    }
    let mut ben = ben.reconnect(&server).await;
    answer(&mut ben, 2, id, ChallengeAnswer::Accept).await.unwrap();
    assert_eq!(ben.enter(id).await.0, Some(Seat::Black));
    server.stop().await;
}

#[tokio::test]
async fn impossible_challenges_are_refused() {
    let server = TestServer::start().await;
    let (mut ann, _ben) = (join(&server, "Ann").await, join(&server, "Ben").await);
    let mut check = async |id: u128, name: &str, terms: GameSetup, expected: Result<(), ActionError>| {
        let reply = challenge(&mut ann, id, name, terms).await;
        assert_eq!(reply.map(drop), expected, "{id}");
    };
    check(1, "Ann", blitz(), Err(ActionError::SelfChallenge)).await;
    check(2, "Zoe", blitz(), Err(ActionError::NoPlayer)).await;
    check(3, "no name!", blitz(), Err(ActionError::NoPlayer)).await;
    let fen = protocol::FenText::try_from("nonsense".to_owned()).unwrap();
    let start = StartPosition::FromPosition { fen };
    check(4, "Ben", GameSetup { start, ..blitz() }, Err(ActionError::BadStart)).await;
    for id in 10..13 {
        check(id, "Ben", blitz(), Ok(())).await;
    }
    check(13, "Ben", blitz(), Err(ActionError::TooManyChallenges)).await;
    let mut guest = Client::new(&server).await;
    assert_eq!(challenge(&mut guest, 1, "Ann", blitz()).await, Err(ActionError::AccountNeeded));
    server.stop().await;
}

#[tokio::test]
async fn an_expired_challenge_is_neither_listed_nor_accepted() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let server = TestServer::on(store.clone()).await;
    let (ann, mut ben) = (join(&server, "Ann").await, join(&server, "Ben").await);
    let (id, now) = (GameId::from_bits(77), std::time::SystemTime::now());
    let now = Timestamp(now.duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64);
    let terms = ChallengeTerms { setup: blitz(), seat: Seat::White, is_random: false };
    let expired = server::store::Challenge {
        id,
        challenger: ann.me.id.unwrap(),
        challenged: ben.me.id.unwrap(),
        terms,
        state: ChallengeState::Open,
        at: Timestamp(now.0 - 600_000),
        expires: Timestamp(now.0 - 1),
    };
    let limits = server::store::ChallengeLimits { sent: 9, received: 9, per_pair: 9 };
    assert!(store.create_challenge(expired, limits).await.unwrap());
    assert_eq!(listed(&ben, &server).await, []);
    assert_eq!(answer(&mut ben, 1, id, ChallengeAnswer::Accept).await, Err(ActionError::NoChallenge));
    server.stop().await;
}
