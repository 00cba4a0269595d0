//! Game streams and actions.

use serde_json::{Value, json};

use super::ApiServer;
use super::program::Program;

/// Begins a game of Ann (White) and Bob; returns its id.
async fn begin(api: &ApiServer, ann: &Program, bob: &Program, terms: &str) -> String {
    let challenge = ann.post_json(api, "/api/challenge/bob", &format!("{terms}&color=white")).await;
    let id = challenge["id"].as_str().unwrap().to_owned();
    bob.post_ok(api, &format!("/api/challenge/{id}/accept"), "").await;
    id
}

async fn ann_and_bob() -> (ApiServer, Program, Program) {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    (api, ann, bob)
}

#[tokio::test]
async fn a_game_is_streamed_from_the_first_move_to_the_last() {
    let (api, ann, bob) = ann_and_bob().await;
    let id = begin(&api, &ann, &bob, "clock.limit=300&clock.increment=3&rated=true").await;
    let mut white = ann.lines(&api, &format!("/api/board/game/stream/{id}")).await;
    let mut black = bob.lines(&api, &format!("/api/board/game/stream/{id}")).await;
    let line = white.next_line().await.unwrap();
    let created = serde_json::from_str::<Value>(&line).unwrap()["createdAt"].as_u64().unwrap();
    let user =
        |id: &str, name: &str| format!(r#"{{"id":"{id}","name":"{name}","rating":1500,"provisional":true}}"#);
    let state = |moves: &str, more: &str| {
        format!(
            r#"{{"type":"gameState","moves":"{moves}","wtime":300000,"btime":300000,"winc":3000,"binc":3000,{more}}}"#
        )
    };
    let expected = format!(
        r#"{{"type":"gameFull","id":"{id}","variant":{{"key":"standard","name":"Standard","short":"Std"}},"clock":{{"initial":300000,"increment":3000}},"speed":"blitz","perf":{{"name":"Blitz"}},"rated":true,"createdAt":{created},"white":{},"black":{},"initialFen":"startpos","state":{}}}"#,
        user("ann", "Ann"),
        user("bob", "Bob"),
        state("", r#""status":"started""#)
    );
    assert_eq!(line, expected);
    black.until("gameFull").await;
    let play = async |program: &Program, uci: &str| {
        program.post_ok(&api, &format!("/api/board/game/{id}/move/{uci}"), "").await;
    };
    play(&ann, "f2f3").await;
    assert_eq!(
        white.until("gameState").await,
        serde_json::from_str::<Value>(&state("f2f3", r#""status":"started""#)).unwrap()
    );
    assert_eq!(black.until("gameState").await["moves"], "f2f3");
    play(&bob, "e7e5").await;
    play(&ann, "g2g4").await;
    play(&bob, "d8h4").await;
    for stream in [&mut white, &mut black] {
        let mut last = stream.until("gameState").await;
        let mut plies = 2;
        while last["status"] == "started" {
            // Some clients read only the last move of a line.
            assert_eq!(last["moves"].as_str().unwrap().split(' ').count(), plies, "a line for every move");
            plies += 1;
            last = stream.until("gameState").await;
        }
        assert_eq!((&last["status"], &last["winner"]), (&json!("mate"), &json!("black")));
        assert_eq!(last["moves"], "f2f3 e7e5 g2g4 d8h4");
        assert_eq!(stream.next().await, None, "the stream ends with the game");
    }
    assert_eq!(
        ann.post(&api, &format!("/api/board/game/{id}/move/e2e4"), "").await,
        (400, r#"{"error":"The game is over"}"#.to_owned())
    );
    let mut late = ann.lines(&api, &format!("/api/board/game/stream/{id}")).await;
    assert_eq!(late.next().await.unwrap()["state"]["status"], "mate");
    assert_eq!(late.next().await, None);
    ann.post_ok(&api, &format!("/api/board/game/{id}/chat"), r#"{"room":"player","text":"gg"}"#).await;
}

#[tokio::test]
async fn illegal_moves_are_explained() {
    let (api, ann, bob) = ann_and_bob().await;
    let id = begin(&api, &ann, &bob, "clock.limit=300&clock.increment=3").await;
    let check = async |program: &Program, uci: &str, words: &str| {
        let (status, text) = program.post(&api, &format!("/api/board/game/{id}/move/{uci}"), "").await;
        assert_eq!((status, text), (400, format!(r#"{{"error":"{words}"}}"#)));
    };
    check(&ann, "a1a5", "a1a5: the rook on a1 is blocked by the pawn on a2").await;
    check(&bob, "e7e5", "Not your turn").await;
    let (status, text) = ann.post(&api, &format!("/api/board/game/{id}/move/castle"), "").await;
    assert!(status == 400 && text.contains("castle is no move"), "{text}");
    let stranger = api.program(3, "Cal").await;
    assert_eq!(stranger.post(&api, &format!("/api/board/game/{id}/move/e2e4"), "").await.0, 400);
    assert_eq!(stranger.get(&api, "/api/board/game/stream/AAAAAAAAAAAAAAAAAAAAAA").await.0, 404);
    assert_eq!(stranger.get(&api, &format!("/api/board/game/stream/{id}")).await.0, 404, "not a player");
    assert_eq!(stranger.get(&api, &format!("/api/board/game/{id}/chat")).await.0, 404);
}

#[tokio::test]
async fn castling_is_accepted_in_both_forms_and_told_as_lichess_does() {
    let (api, ann, bob) = ann_and_bob().await;
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let id = begin(&api, &ann, &bob, &format!("fen={fen}")).await;
    let mut lines = ann.lines(&api, &format!("/api/board/game/stream/{id}")).await;
    let full = lines.until("gameFull").await;
    assert_eq!((&full["initialFen"], &full["variant"]["key"]), (&json!(fen), &json!("fromPosition")));
    assert_eq!((&full["speed"], &full["state"]["wtime"]), (&json!("correspondence"), &json!(2_147_483_647)));
    assert_eq!(full["clock"], Value::Null);
    ann.post_ok(&api, &format!("/api/board/game/{id}/move/e1h1"), "").await;
    bob.post_ok(&api, &format!("/api/board/game/{id}/move/e8c8"), "").await;
    assert_eq!(lines.until("gameState").await["moves"].as_str().unwrap().split(' ').next(), Some("e1g1"));
}

#[tokio::test]
async fn offers_are_made_answered_and_shown() {
    let (api, ann, bob) = ann_and_bob().await;
    let id = begin(&api, &ann, &bob, "clock.limit=300&clock.increment=0").await;
    let act = async |program: &Program, action: &str| {
        program.post_ok(&api, &format!("/api/board/game/{id}/{action}"), "").await;
    };
    let mut lines = bob.lines(&api, &format!("/api/board/game/stream/{id}")).await;
    lines.until("gameFull").await;
    act(&ann, "move/e2e4?offeringDraw=true").await;
    while lines.until("gameState").await["wdraw"] != true {}
    act(&bob, "draw/no").await;
    assert_eq!(lines.until("gameState").await["wdraw"], Value::Null);
    act(&bob, "move/e7e5").await;
    act(&bob, "takeback/1").await;
    while lines.until("gameState").await["btakeback"] != true {}
    act(&ann, "takeback/true").await;
    assert_eq!(lines.until("gameState").await["moves"], "e2e4");
    act(&bob, "takeback/0").await;
    act(&bob, "move/c7c5").await;
    act(&ann, "draw/yes").await;
    act(&bob, "draw/yes").await;
    let mut last = lines.until("gameState").await;
    while last["status"] == "started" {
        last = lines.until("gameState").await;
    }
    assert_eq!((&last["status"], &last["winner"]), (&json!("draw"), &Value::Null));
}

#[tokio::test]
async fn a_repetition_is_claimed_by_offering_a_draw() {
    let (api, ann, bob) = ann_and_bob().await;
    let id = begin(&api, &ann, &bob, "").await;
    for (program, uci) in [(&ann, "g1f3"), (&bob, "g8f6"), (&ann, "f3g1"), (&bob, "f6g8")].repeat(2) {
        program.post_ok(&api, &format!("/api/board/game/{id}/move/{uci}"), "").await;
    }
    ann.post_ok(&api, &format!("/api/board/game/{id}/draw/yes"), "").await;
    let (_, playing) = ann.get(&api, "/api/account/playing").await;
    assert_eq!(playing, r#"{"nowPlaying":[]}"#);
}

#[tokio::test]
async fn games_end_by_abort_resignation_and_claims() {
    let (api, ann, bob) = ann_and_bob().await;
    let act = async |program: &Program, id: &str, action: &str| {
        program.post(&api, &format!("/api/board/game/{id}/{action}"), "").await.0
    };
    let first = begin(&api, &ann, &bob, "").await;
    assert_eq!(act(&ann, &first, "abort").await, 200);
    assert_eq!(act(&ann, &first, "abort").await, 400);
    let second = begin(&api, &ann, &bob, "").await;
    for action in ["claim-victory", "claim-victory/", "claim-draw"] {
        assert_eq!(act(&ann, &second, action).await, 400, "{action}: Bob is not gone");
    }
    assert_eq!(act(&bob, &second, "resign").await, 200);
    assert_eq!(act(&bob, &second, "berserk").await, 404);
    let read = async |action: &str| bob.get(&api, &format!("/api/board/game/{second}/{action}")).await.0;
    assert_eq!(read("resign").await, 405);
    // chess-tui asks for it, and waits for its game to begin as long as the answer is 404.
    assert_eq!(read("stream").await, 404);
}

#[tokio::test]
async fn players_chat_and_spectators_do_not_hear_them() {
    let (api, ann, bob) = ann_and_bob().await;
    let id = begin(&api, &ann, &bob, "").await;
    let mut lines = bob.lines(&api, &format!("/api/board/game/stream/{id}")).await;
    lines.until("gameFull").await;
    let path = format!("/api/board/game/{id}/chat");
    ann.post_ok(&api, &path, "room=player&text=good+luck").await;
    assert_eq!(
        lines.until("chatLine").await,
        json!({ "type": "chatLine", "room": "player", "username": "Ann", "text": "good luck" })
    );
    ann.post_ok(&api, &path, r#"{"room":"spectator","text":"hi"}"#).await;
    assert_eq!(bob.get(&api, &path).await, (200, r#"[{"text":"good luck","user":"Ann"}]"#.to_owned()));
    assert_eq!(ann.post(&api, &path, "room=player").await.0, 400);
    assert_eq!(ann.post(&api, &path, &format!("room=player&text={}", "x".repeat(141))).await.0, 400);
}

#[tokio::test]
async fn the_computer_plays_with_and_without_a_clock() {
    let (api, ann, _bob) = ann_and_bob().await;
    for terms in ["level=1&clock.limit=300&clock.increment=0", "level=2", "level=3&days=2"] {
        let (status, text) = ann.post(&api, "/api/challenge/ai", &format!("{terms}&color=black")).await;
        assert_eq!(status, 201, "{text}");
        let game: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&game["player"], &game["status"]["name"]), (&json!("black"), &json!("started")));
        let id = game["id"].as_str().unwrap();
        let mut lines = ann.lines(&api, &format!("/api/board/game/stream/{id}")).await;
        let full = lines.until("gameFull").await;
        assert_eq!(full["white"], json!({ "aiLevel": terms[6..7].parse::<u8>().unwrap() }));
        if full["state"]["moves"] == "" {
            assert_ne!(lines.until("gameState").await["moves"], "");
        }
        ann.post_ok(&api, &format!("/api/board/game/{id}/resign"), "").await;
    }
    for bad in ["level=0", "level=9", "level=x", "level=1&variant=atomic"] {
        assert_eq!(ann.post(&api, "/api/challenge/ai", bad).await.0, 400, "{bad}");
    }
}

#[tokio::test]
async fn bots_play_with_the_bot_api_and_are_marked() {
    let api = ApiServer::start().await;
    let (one, two) = (api.bot(1, "One").await, api.bot(2, "Two").await);
    let mut events = two.lines(&api, "/api/stream/event").await;
    let body = r#"{"rated":false,"clock.limit":60,"clock.increment":1,"days":null,"color":"white","variant":"standard"}"#;
    let challenge = one.post_json(&api, "/api/challenge/two", body).await;
    let asked = events.until("challenge").await;
    assert_eq!(
        (&asked["challenge"]["id"], &asked["challenge"]["challenger"]["title"]),
        (&challenge["id"], &json!("BOT"))
    );
    let id = challenge["id"].as_str().unwrap();
    two.post_ok(&api, &format!("/api/challenge/{id}/accept"), "").await;
    let started = events.until("gameStart").await;
    assert_eq!((&started["game"]["id"], &started["game"]["color"]), (&json!(id), &json!("black")));
    let mut lines = two.lines(&api, &format!("/api/bot/game/stream/{id}")).await;
    let full = lines.until("gameFull").await;
    assert_eq!((&full["white"]["title"], &full["black"]["title"]), (&json!("BOT"), &json!("BOT")));
    one.post_ok(&api, &format!("/api/bot/game/{id}/move/e2e4?offeringDraw=false"), "").await;
    two.post_ok(&api, &format!("/api/bot/game/{id}/abort"), "").await;
    let finished = events.until("gameFinish").await;
    assert_eq!(finished["game"]["status"], json!({ "id": 25, "name": "aborted" }));
}

#[tokio::test]
async fn games_without_a_lichess_form_are_not_sent_as_standard() {
    let (api, ann, _bob) = ann_and_bob().await;
    let body =
        r#"{"terms":{"start":{"ruleset":"king-capture","first":"white"},"control":{"type":"unlimited"}}}"#;
    let response = api.server.send("POST /api/games", &[], body).await;
    let created: Value = serde_json::from_slice(&response.body).unwrap();
    let id = created["game"].as_str().unwrap();
    let refusal = (400, r#"{"error":"The Lichess API has no King capture"}"#.to_owned());
    assert_eq!(ann.post(&api, &format!("/api/challenge/{id}/accept"), "").await, refusal, "no seat");
    let stored = api.store.load(id.parse().unwrap()).await.unwrap().unwrap();
    assert!(stored.entries.iter().all(|entry| !entry.body.contains("Ann")), "{stored:?}");
    assert_eq!(ann.get(&api, "/api/account/playing").await, (200, r#"{"nowPlaying":[]}"#.to_owned()));
}
