//! Challenges between programs with the Lichess API and people with our clients.

use protocol::{
    ActionError, ChallengeAnswer, ChallengeOutcome, DeclineReason, GameSetup, Seat, StartPosition,
};
use serde_json::{Value, json};
use server::{BotPolicy, Config};

use super::ApiServer;
use crate::challenges::{answer, challenge, closed, join, opened};
use crate::fixtures::blitz;

#[tokio::test]
async fn a_bot_challenges_a_person_who_accepts() {
    let api = ApiServer::start().await;
    let (bot, mut ann) = (api.bot(1, "Robo").await, join(&api.server, "Ann").await);
    let mut events = bot.lines(&api, "/api/stream/event").await;
    let body = "clock.limit=180&clock.increment=2&color=black";
    let sent = bot.post_json(&api, "/api/challenge/ann", body).await;
    let told = opened(&mut ann).await;
    assert_eq!((json!(told.id), &told.terms), (sent["id"].clone(), &blitz()));
    assert!(told.challenger.bot && !told.challenged.bot, "bots are marked");
    answer(&mut ann, 1, told.id, ChallengeAnswer::Accept).await.unwrap();
    assert_eq!(events.until("gameStart").await["game"]["id"], sent["id"]);
    let (seat, state) = ann.enter(told.id).await;
    assert_eq!(seat, Some(Seat::White));
    assert!(state.seats.black.unwrap().bot && !state.seats.white.unwrap().bot);
    let profile = api.server.request("GET /api/players/Robo", &[]).await;
    let profile: Value = serde_json::from_slice(&profile.body).unwrap();
    assert_eq!(profile["player"]["bot"], true);
}

#[tokio::test]
async fn a_bot_answers_the_challenge_of_a_person() {
    let api = ApiServer::start().await;
    let (bot, mut ann) = (api.bot(1, "Robo").await, join(&api.server, "Ann").await);
    let mut events = bot.lines(&api, "/api/stream/event").await;
    let id = challenge(&mut ann, 1, "robo", blitz()).await.unwrap();
    assert!(opened(&mut ann).await.challenged.bot);
    assert_eq!(events.until("challenge").await["challenge"]["id"], json!(id));
    bot.post_ok(&api, &format!("/api/challenge/{id}/decline"), "reason=tooFast").await;
    let reason = DeclineReason::TooFast;
    assert_eq!(closed(&mut ann).await, (id, ChallengeOutcome::Declined { reason }));
    let id = challenge(&mut ann, 2, "robo", blitz()).await.unwrap();
    bot.post_ok(&api, &format!("/api/challenge/{id}/accept"), "").await;
    assert_eq!(closed(&mut ann).await, (id, ChallengeOutcome::Accepted));
    let id = challenge(&mut ann, 3, "robo", blitz()).await.unwrap();
    answer(&mut ann, 4, id, ChallengeAnswer::Cancel).await.unwrap();
    let canceled = events.until("challengeCanceled").await;
    assert_eq!(canceled["challenge"]["id"], json!(id));
}

#[tokio::test]
async fn programs_are_not_told_of_games_without_a_lichess_form() {
    let api = ApiServer::start().await;
    let (bob, bot) = (api.program(1, "Bob").await, api.bot(2, "Robo").await);
    let mut ann = join(&api.server, "Ann").await;
    let king_capture = || GameSetup { start: StartPosition::KingCapture { first: Seat::White }, ..blitz() };
    assert_eq!(challenge(&mut ann, 1, "Robo", king_capture()).await, Err(ActionError::NotWithBot));
    let mut events = bob.lines(&api, "/api/stream/event").await;
    let hidden = challenge(&mut ann, 2, "Bob", king_capture()).await.unwrap();
    assert_eq!(bob.get(&api, "/api/challenge").await, (200, r#"{"in":[],"out":[]}"#.to_owned()));
    for (method, path) in [("GET", "show"), ("POST", "accept")] {
        let response = bob.send(&api, &format!("{method} /api/challenge/{hidden}/{path}"), "").await;
        assert_eq!(response.status, 400, "{path}");
        assert_eq!(response.body, br#"{"error":"The Lichess API has no King capture"}"#);
    }
    let shown = challenge(&mut ann, 3, "Bob", blitz()).await.unwrap();
    assert_eq!(events.until("challenge").await["challenge"]["id"], json!(shown), "the first one is not sent");
    drop(bot);
}

#[tokio::test]
async fn bots_are_not_challenged_where_the_operator_forbids_them() {
    let api = ApiServer::start().await;
    api.bot(1, "Robo").await;
    let config = Config { bots: BotPolicy::Forbidden, ..Config::default() };
    let api = api.restarted(config).await;
    let mut ann = join(&api.server, "Ann").await;
    assert_eq!(challenge(&mut ann, 1, "Robo", blitz()).await, Err(ActionError::BotsForbidden));
}
