//! Exports and streams for spectators.

use serde_json::{Value, json};

use super::ApiServer;
use super::program::Program;
use crate::common::HttpResponse;

/// Plays fool's mate of Ann and Bob; returns the id of the game.
async fn fools_mate(api: &ApiServer, ann: &Program, bob: &Program, terms: &str) -> String {
    let challenge = ann.post_json(api, "/api/challenge/bob", &format!("{terms}&color=white")).await;
    let id = challenge["id"].as_str().unwrap().to_owned();
    bob.post_ok(api, &format!("/api/challenge/{id}/accept"), "").await;
    for (program, uci) in [(ann, "f2f3"), (bob, "e7e5"), (ann, "g2g4"), (bob, "d8h4")] {
        program.post_ok(api, &format!("/api/board/game/{id}/move/{uci}"), "").await;
    }
    id
}

fn body(response: &HttpResponse) -> String {
    match response.header("transfer-encoding") {
        Some("chunked") => response.chunks().concat(),
        _ => String::from_utf8(response.body.clone()).unwrap(),
    }
}

#[tokio::test]
async fn a_game_is_exported_as_pgn_and_as_json() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let id = fools_mate(&api, &ann, &bob, "clock.limit=300&clock.increment=3").await;
    let pgn = api.server.request(&format!("GET /game/export/{id}"), &["accept: */*"]).await;
    assert_eq!(pgn.header("content-type"), Some("application/x-chess-pgn"));
    let text = body(&pgn);
    assert!(text.contains("[White \"Ann\"]") && text.contains("Qh4#") && text.contains("[%clk"), "{text}");
    let plain = body(&api.server.request(&format!("GET /game/export/{id}?clocks=false&tags=0"), &[]).await);
    assert_eq!(plain, "1. f3 e5 2. g4 Qh4# 0-1\n\n");
    let headers = ["accept: application/json"];
    let game: Value =
        serde_json::from_str(&body(&api.server.request(&format!("GET /game/export/{id}"), &headers).await))
            .unwrap();
    assert_eq!((&game["moves"], &game["status"]), (&json!("f3 e5 g4 Qh4#"), &json!("mate")));
    assert_eq!(game["players"]["white"]["user"], json!({ "id": "ann", "name": "Ann" }));
    assert_eq!(game["clock"], json!({ "initial": 300, "increment": 3, "totalTime": 420 }));
    assert_eq!((game["clocks"].as_array().unwrap().len(), &game["winner"]), (4, &json!("black")));
    assert_eq!(game["opening"], json!({ "eco": "A00", "name": "Barnes Opening: Fool's Mate", "ply": 4 }));
    let has_tags =
        text.contains("[ECO \"A00\"]") && text.contains("[Opening \"Barnes Opening: Fool's Mate\"]");
    assert!(has_tags, "{text}");
    let path = format!("GET /game/export/{id}?opening=false&pgnInJson=true");
    let game: Value = serde_json::from_str(&body(&api.server.request(&path, &headers).await)).unwrap();
    assert!(game.get("opening").is_none() && !game["pgn"].as_str().unwrap().contains("ECO"), "{game}");
    let missing = api.server.request("GET /game/export/AAAAAAAAAAAAAAAAAAAAAA", &[]).await;
    assert_eq!((missing.status, body(&missing)), (404, r#"{"error":"No such game"}"#.to_owned()));
}

/// Lines of moves are wrapped, also before the bracket of a command.
#[tokio::test]
async fn moves_without_tags_are_complete() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let challenge = ann.post_json(&api, "/api/challenge/bob", "clock.limit=300&color=white").await;
    let id = challenge["id"].as_str().unwrap().to_owned();
    bob.post_ok(&api, &format!("/api/challenge/{id}/accept"), "").await;
    let moves = "g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8 e2e4 e7e5 d1h5 b8c6 f1c4 g7g6 h5f3 d7d6";
    for (uci, program) in moves.split(' ').zip([&ann, &bob].into_iter().cycle()) {
        program.post_ok(&api, &format!("/api/board/game/{id}/move/{uci}"), "").await;
    }
    let text = body(&api.server.request(&format!("GET /game/export/{id}?tags=false"), &[]).await);
    assert!(text.starts_with("1. Nf3 {[%clk") && text.lines().any(|line| line.starts_with("[%")), "{text}");
    let read: Result<game::pgn::PgnGame, _> = text.parse();
    assert_eq!(read.map(|game| game.line.moves.len()).ok(), Some(16), "{text}");
}

#[tokio::test]
async fn finished_games_are_exported_with_evaluations_for_a_token() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let id = fools_mate(&api, &ann, &bob, "clock.limit=300&clock.increment=3").await;
    let running = ann.post_json(&api, "/api/challenge/ai", "level=1&color=white").await;
    let running = running["id"].as_str().unwrap();
    let authorization = format!("authorization: Bearer {}", ann.token);
    let ask = async |line: &str, text: &str| {
        let headers = ["accept: application/x-ndjson", &authorization];
        let lines = body(&api.server.send(line, &headers, text).await);
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let single = format!("GET /game/export/{id}?evals=true&pgnInJson=true");
    let game = &ask(&single, "").await[0];
    let analysis = game["analysis"].as_array().unwrap();
    assert_eq!((analysis.len(), &analysis[2]), (3, &json!({ "mate": -1 })), "nothing after mate");
    assert!(analysis[0]["eval"].is_i64(), "{game}");
    let pgn = game["pgn"].as_str().unwrap();
    assert!(pgn.contains("[%eval #-1]") && pgn.contains("[%clk"), "{pgn}");
    let list = ask("POST /api/games/export/_ids?evals=true", &format!("{id},{running}")).await;
    assert_eq!((&list[0]["analysis"], &list[1]["id"]), (&game["analysis"], &json!(running)));
    assert_eq!(list[1].get("analysis"), None, "a game in progress");
    let anonymous = body(&api.server.request(&single, &["accept: application/json"]).await);
    assert!(!anonymous.contains("analysis"), "evaluations need a token");
    let plain = ask(&format!("GET /game/export/{id}"), "").await;
    assert_eq!(plain[0].get("analysis"), None, "they are computed on request only");
}

#[tokio::test]
async fn games_of_a_user_are_selected() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let blitz = fools_mate(&api, &ann, &bob, "clock.limit=300&clock.increment=0&rated=true").await;
    let slow = fools_mate(&api, &ann, &bob, "days=2").await;
    let current = ann.post_json(&api, "/api/challenge/ai", "level=1&color=white").await;
    let current = current["id"].as_str().unwrap();
    let check = async |query: &str, expected: &[&str]| {
        let path = format!("GET /api/games/user/ann?{query}");
        let response = api.server.request(&path, &["accept: application/x-ndjson"]).await;
        assert_eq!(response.header("content-type"), Some("application/x-ndjson"));
        let text = body(&response);
        let ids: Vec<Value> =
            text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone()).collect();
        assert_eq!(ids, expected.iter().map(|id| json!(id)).collect::<Vec<_>>(), "{query}");
    };
    check("", &[&slow, &blitz]).await;
    check("max=1", &[&slow]).await;
    check("rated=true", &[&blitz]).await;
    check("perfType=correspondence,rapid", &[&slow]).await;
    check("color=black", &[]).await;
    check("vs=bob&color=white", &[&slow, &blitz]).await;
    check("ongoing=true", &[current, &slow, &blitz]).await;
    check("ongoing=true&finished=false", &[current]).await;
    check("ongoing=true&vs=bob", &[&slow, &blitz]).await;
    check("ongoing=true&finished=false&until=1000", &[]).await;
    check("ongoing=true&finished=false&since=9999999999999", &[]).await;
    check("until=1000", &[]).await;
    let by_id = api.server.send("POST /api/games/export/_ids", &[], &format!("{blitz},unknown,{slow}")).await;
    assert_eq!(body(&by_id).matches("Qh4#").count(), 2);
}

#[tokio::test]
async fn private_games_are_for_their_players() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let terms =
        r#"{"terms":{"start":{"ruleset":"standard"},"control":{"type":"unlimited"},"visibility":"private"}}"#;
    let created: Value =
        serde_json::from_slice(&api.server.send("POST /api/games", &[], terms).await.body).unwrap();
    let id = created["game"].as_str().unwrap();
    ann.post_ok(&api, &format!("/api/challenge/{id}/accept"), "").await;
    for path in [format!("/game/export/{id}"), format!("/api/stream/game/{id}")] {
        assert_eq!(bob.get(&api, &path).await.0, 404, "{path}");
        assert_eq!(api.server.request(&format!("GET {path}"), &[]).await.status, 404, "{path}");
    }
    assert_eq!(ann.get(&api, &format!("/game/export/{id}")).await.0, 200);
    let mut lines = ann.lines(&api, &format!("/api/stream/game/{id}")).await;
    assert_eq!(lines.next().await.unwrap()["id"], id);
}

#[tokio::test]
async fn spectators_see_the_moves_and_the_end() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let challenge =
        ann.post_json(&api, "/api/challenge/bob", "clock.limit=300&clock.increment=0&color=white").await;
    let id = challenge["id"].as_str().unwrap();
    bob.post_ok(&api, &format!("/api/challenge/{id}/accept"), "").await;
    let cal = api.program(3, "Cal").await;
    let mut lines = cal.lines(&api, &format!("/api/stream/game/{id}")).await;
    let first = lines.next().await.unwrap();
    assert_eq!((&first["turns"], &first["status"]["name"]), (&json!(0), &json!("started")));
    ann.post_ok(&api, &format!("/api/board/game/{id}/move/e2e4"), "").await;
    let line = lines.next().await.unwrap();
    assert_eq!(
        line,
        json!({ "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b", "lm": "e2e4", "wc": 300, "bc": 300 })
    );
    let mut tv = cal.lines(&api, "/api/tv/feed").await;
    let featured = tv.next().await.unwrap();
    assert_eq!((&featured["t"], &featured["d"]["id"]), (&json!("featured"), &json!(id)));
    bob.post_ok(&api, &format!("/api/board/game/{id}/move/e7e5"), "").await;
    assert_eq!(tv.next().await.unwrap()["d"]["lm"], "e7e5");
    bob.post_ok(&api, &format!("/api/board/game/{id}/resign"), "").await;
    assert_eq!(lines.next().await.unwrap()["lm"], "e7e5");
    let last = lines.next().await.unwrap();
    assert_eq!((&last["status"]["name"], &last["winner"]), (&json!("resign"), &json!("white")));
    assert_eq!(lines.next().await, None);
}

#[tokio::test]
async fn the_api_describes_itself() {
    let api = ApiServer::start().await;
    let response = api.server.request("GET /api/openapi.json", &[]).await;
    let document: Value = serde_json::from_slice(&response.body).unwrap();
    assert_eq!(
        (&document["openapi"], &document["servers"][0]["url"]),
        (&json!("3.1.0"), &json!("http://localhost"))
    );
    assert!(document["paths"]["/api/challenge/ai"]["post"]["responses"]["201"].is_object());
}

#[tokio::test]
async fn a_game_is_imported_once_and_exported_for_its_importer() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    // 1. f3 e5 2. g4 Qh4# 0-1, encoded as a form.
    let pgn = "%5BWhite+%22Carlsen%2C+Magnus%22%5D%0A%5BBlack+%22Ann%22%5D%0A%0A1.+f3+e5+2.+g4+Qh4%23+0-1";
    let created = ann.post_json(&api, "/api/import", &format!("pgn={pgn}")).await;
    let id = created["id"].as_str().unwrap();
    assert_eq!(created, json!({ "id": id, "url": format!("http://localhost/game/{id}") }));
    assert_eq!(ann.post_json(&api, "/api/import", &format!("pgn={pgn}")).await, created, "the same game");
    let (status, text) = ann.get(&api, &format!("/game/export/{id}")).await;
    assert_eq!(status, 200);
    assert!(text.contains("[White \"Carlsen, Magnus\"]") && text.contains("Qh4# 0-1"), "{text}");
    assert_eq!(bob.get(&api, &format!("/game/export/{id}")).await.0, 404, "it is private");
    // It is no game of an account, whatever its players are called.
    assert_eq!(ann.get(&api, "/api/games/user/ann").await, (200, String::new()));
    let json = r#"{"pgn":"1. e4 e5 2. Nf3"}"#;
    assert_ne!(bob.post_json(&api, "/api/import", json).await["id"], created["id"]);
    for (body, words) in [("pgn=1.+e4+e4", "Invalid PGN"), ("pgn=*", "no moves"), ("", "pgn is missing")] {
        let (status, text) = ann.post(&api, "/api/import", body).await;
        assert!(status == 400 && text.contains(words), "{body}: {status} {text}");
    }
    let comment = format!("pgn=1.+e4+%7B{}%7D+*", "x".repeat(40_000));
    assert_eq!(ann.post(&api, "/api/import", &comment).await.0, 200, "PGN may be longer than other bodies");
    assert_eq!(api.server.send("POST /api/import", &[], "pgn=1.+e4").await.status, 401);
    let (_, all) = ann.get(&api, "/api/games/export/imports?tags=false").await;
    assert!(all.contains("2. g4 Qh4# 0-1") && all.contains("1. e4 *") && !all.contains("Nf3"), "{all}");
}
