//! A bot with a hundred games at once, each with a stream of its own.

use futures_util::future::join_all;

use super::ApiServer;
use super::http2::Http2;
use super::program::Program;
use crate::tls::authority::Authority;

const GAMES: usize = 100;

/// A bot with White in all games against two people, who may have fifty each.
async fn games(api: &ApiServer) -> (Program, Vec<String>) {
    let (robot, people) =
        (api.bot(1, "Robot").await, [api.program(2, "Ann").await, api.program(3, "Bob").await]);
    let mut ids = Vec::new();
    for number in 0..GAMES {
        let person = &people[number % people.len()];
        let body = "clock.limit=600&clock.increment=5&color=black";
        let challenge = person.post_json(api, "/api/challenge/robot", body).await;
        let id = challenge["id"].as_str().unwrap().to_owned();
        robot.post_ok(api, &format!("/api/challenge/{id}/accept"), "").await;
        ids.push(id);
    }
    (robot, ids)
}

#[tokio::test]
async fn a_bot_reads_a_hundred_games_over_http1() {
    let api = ApiServer::start().await;
    let (robot, ids) = games(&api).await;
    let mut streams = Vec::new();
    for id in &ids {
        streams.push(robot.lines(&api, &format!("/api/bot/game/stream/{id}")).await);
    }
    let mut events = robot.lines(&api, "/api/stream/event").await;
    for _ in &ids {
        events.until("gameStart").await;
    }
    let moves =
        ids.iter().map(async |id| robot.post_ok(&api, &format!("/api/bot/game/{id}/move/e2e4"), "").await);
    join_all(moves).await;
    for stream in &mut streams {
        stream.until("gameFull").await;
        assert_eq!(stream.until("gameState").await["moves"], "e2e4");
    }
}

#[tokio::test]
async fn a_bot_reads_a_hundred_games_over_one_http2_connection() {
    let authority = Authority::new();
    let api = ApiServer::start_tls(&authority).await;
    let (robot, ids) = games(&api).await;
    let http2 = Http2::open(&authority, &api).await;
    let mut streams = Vec::new();
    for id in &ids {
        let mut stream = http2.lines(&robot, &format!("/api/bot/game/stream/{id}")).await;
        assert_eq!(stream.next().await["type"], "gameFull");
        streams.push(stream);
    }
    let mut events = http2.lines(&robot, "/api/stream/event").await;
    for _ in &ids {
        assert_eq!(events.next().await["type"], "gameStart");
    }
    // A move in every game at the same time.
    let moves = ids.iter().map(async |id| http2.post(&robot, &format!("/api/bot/game/{id}/move/e2e4")).await);
    for answer in join_all(moves).await {
        assert_eq!(answer, (200, r#"{"ok":true}"#.to_owned()));
    }
    for stream in &mut streams {
        assert_eq!(stream.next().await["moves"], "e2e4");
    }
}
