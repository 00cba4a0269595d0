//! Challenges, seeks and the event stream.

use protocol::{ToClient, ToServer};
use serde_json::{Value, json};

use super::ApiServer;
use crate::challenges::join;
use crate::common::TestServer;
use crate::lobby::seeks;

#[tokio::test]
async fn a_challenge_is_as_lichess_has_it() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let (status, text) = ann
        .post(
            &api,
            "/api/challenge/BOB",
            r#"{"rated":true,"clock.limit":300,"clock.increment":3,"color":"black"}"#,
        )
        .await;
    let sent: Value = serde_json::from_str(&text).unwrap();
    let id = sent["id"].as_str().unwrap();
    let json = |direction: &str| {
        format!(
            r#"{{"id":"{id}","url":"http://localhost/game/{id}","status":"created","challenger":{{"id":"ann","name":"Ann","title":null,"rating":1500,"provisional":true,"online":true}},"destUser":{{"id":"bob","name":"Bob","title":null,"rating":1500,"provisional":true{}}},"variant":{{"key":"standard","name":"Standard","short":"Std"}},"rated":true,"speed":"blitz","timeControl":{{"type":"clock","limit":300,"increment":3,"show":"5+3"}},"color":"black","finalColor":"black","perf":{{"icon":"","name":"Blitz"}},"direction":"{direction}"}}"#,
            if direction == "in" { r#","online":true"# } else { "" }
        )
    };
    assert_eq!((status, text.as_str()), (200, json("out").as_str()));
    assert_eq!(
        bob.get(&api, "/api/challenge").await,
        (200, format!(r#"{{"in":[{}],"out":[]}}"#, json("in")))
    );
    assert_eq!(bob.get(&api, &format!("/api/challenge/{id}/show")).await, (200, json("in")));
    let cal = api.program(3, "Cal").await;
    for (method, path) in [("GET", "show"), ("POST", "accept"), ("POST", "decline"), ("POST", "cancel")] {
        let response = cal.send(&api, &format!("{method} /api/challenge/{id}/{path}"), "").await;
        assert_eq!(response.body, br#"{"error":"No such challenge"}"#, "{path}: not Cal's");
    }
    assert_eq!(ann.post(&api, &format!("/api/challenge/{id}/accept"), "").await.0, 404, "Ann is not asked");
}

#[tokio::test]
async fn a_body_that_claims_to_be_json_must_be_an_object() {
    let api = ApiServer::start().await;
    let (ann, _bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let token = format!("authorization: Bearer {}", ann.token);
    for (body, status) in [("[[[[", 400), ("[1]", 400), ("\"x\"", 400), ("null", 200), (r#"{"days":2}"#, 200)]
    {
        let headers = [token.as_str(), "content-type: application/json; charset=utf-8"];
        let answer = api.server.send("POST /api/challenge/bob", &headers, body).await;
        assert_eq!(answer.status, status, "{body}: {answer:?}");
    }
}

#[tokio::test]
async fn challenges_are_told_answered_and_withdrawn() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let early = ann.post_json(&api, "/api/challenge/bob", "days=2").await;
    let mut events = bob.lines(&api, "/api/stream/event").await;
    assert_eq!(events.until("challenge").await["challenge"]["id"], early["id"], "told on connecting");
    let path = format!("/api/challenge/{}/cancel", early["id"].as_str().unwrap());
    ann.post_ok(&api, &path, "").await;
    let canceled = events.until("challengeCanceled").await;
    assert_eq!(
        (&canceled["challenge"]["id"], &canceled["challenge"]["status"]),
        (&early["id"], &json!("canceled"))
    );
    assert_eq!(ann.post(&api, &path, "").await.0, 404);
    let mut own = ann.lines(&api, "/api/stream/event").await;
    let second = ann.post_json(&api, "/api/challenge/bob", "clock.limit=60&clock.increment=0").await;
    assert_eq!(own.until("challenge").await["challenge"]["direction"], "out");
    let id = second["id"].as_str().unwrap();
    bob.post_ok(&api, &format!("/api/challenge/{id}/decline"), "reason=tooFast").await;
    let declined = own.until("challengeDeclined").await;
    assert_eq!(declined["challenge"]["declineReasonKey"], "toofast");
    assert_eq!(declined["challenge"]["declineReason"], "The clock is too fast for me.");
    assert_eq!(bob.post(&api, &format!("/api/challenge/{id}/accept"), "").await.0, 404);
}

#[tokio::test]
async fn an_accepted_challenge_becomes_a_game_once() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let mut events = ann.lines(&api, "/api/stream/event").await;
    let challenge = ann.post_json(&api, "/api/challenge/bob", "variant=chess960&rated=true&days=3").await;
    let id = challenge["id"].as_str().unwrap();
    for _ in 0..2 {
        bob.post_ok(&api, &format!("/api/challenge/{id}/accept"), "").await;
    }
    let started = events.until("gameStart").await["game"].clone();
    assert_eq!(
        (&started["id"], &started["gameId"], &started["fullId"]),
        (&json!(id), &json!(id), &json!(id))
    );
    assert_eq!((&started["color"], &started["hasMoved"]), (&challenge["finalColor"], &json!(false)));
    assert_eq!(started["fen"], challenge["initialFen"]);
    assert_eq!((&started["speed"], &started["perf"]), (&json!("correspondence"), &json!("chess960")));
    assert_eq!(started["compat"], json!({ "bot": true, "board": true }));
    assert_eq!(started["opponent"], json!({ "id": "bob", "username": "Bob", "rating": 1500 }));
    let (_, playing) = ann.get(&api, "/api/account/playing?nb=9").await;
    let mut playing = serde_json::from_str::<Value>(&playing).unwrap()["nowPlaying"][0].clone();
    assert!(playing["secondsLeft"].as_u64().unwrap().abs_diff(259_200) < 60);
    playing["secondsLeft"] = started["secondsLeft"].clone();
    assert_eq!(playing, started);
    ann.post_ok(&api, &format!("/api/challenge/{id}/cancel"), "").await;
    assert_eq!(events.until("gameFinish").await["game"]["status"]["name"], "aborted");
}

#[tokio::test]
async fn challenges_survive_a_restart() {
    let mut api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let challenge = ann.post_json(&api, "/api/challenge/bob", "").await;
    let server = std::mem::replace(&mut api.server, TestServer::start().await);
    server.stop().await;
    api.server = TestServer::on(api.store.clone()).await;
    let mut events = bob.lines(&api, "/api/stream/event").await;
    let id = challenge["id"].as_str().unwrap();
    assert_eq!(events.until("challenge").await["challenge"]["id"], challenge["id"]);
    bob.post_ok(&api, &format!("/api/challenge/{id}/accept"), "").await;
    assert_eq!(events.until("gameStart").await["game"]["id"], challenge["id"]);
}

#[tokio::test]
async fn a_kept_challenge_lives_as_long_as_its_stream() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let terms = "clock.limit=300&clock.increment=0&keepAliveStream=true";
    let mut kept = ann.open(&api, "POST", "/api/challenge/bob", terms).await;
    let challenge = kept.next().await.unwrap();
    let id = challenge["id"].as_str().unwrap();
    bob.post_ok(&api, &format!("/api/challenge/{id}/accept"), "").await;
    assert_eq!(kept.next().await, Some(json!({ "done": "accepted" })));
    assert_eq!(kept.next().await, None);
    let mut events = bob.lines(&api, "/api/stream/event").await;
    let kept = ann.open(&api, "POST", "/api/challenge/bob", terms).await;
    events.until("challenge").await;
    drop(kept);
    events.until("challengeCanceled").await;
}

#[tokio::test]
async fn unplayable_challenges_are_refused() {
    let api = ApiServer::start().await;
    let (ann, _bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let check = async |name: &str, body: &str, status: u16, words: &str| {
        let (found, text) = ann.post(&api, &format!("/api/challenge/{name}"), body).await;
        assert!(found == status && text.contains(words), "{name} {body}: {found} {text}");
    };
    check("nobody", "", 404, "No such user").await;
    check("ann", "", 400, "yourself").await;
    check("bob", "variant=atomic", 400, "does not play atomic").await;
    check("bob", "rated=true", 400, "can be rated").await;
    check("bob", "clock.limit=0&clock.increment=0", 400, "no time").await;
    check("bob", "color=green", 400, "No such color").await;
    check("bob", "fen=8/8/8/8/8/8/8/8 w - - 0 1", 400, "cannot start").await;
}

#[tokio::test]
async fn an_open_challenge_is_taken_by_two_players() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let open = ann
        .post_json(&api, "/api/challenge/open", r#"{"clock.limit":300,"clock.increment":0,"name":null}"#)
        .await;
    let id = open["id"].as_str().unwrap();
    assert_eq!(open["url"], format!("http://localhost/game/{id}"));
    let mut events = bob.lines(&api, "/api/stream/event").await;
    ann.post_ok(&api, &format!("/api/challenge/{id}/accept"), "").await;
    bob.post_ok(&api, &format!("/api/challenge/{id}/accept"), "").await;
    assert_eq!(events.until("gameStart").await["game"]["opponent"]["username"], "Ann");
    let cal = api.program(3, "Cal").await;
    assert_eq!(cal.post(&api, &format!("/api/challenge/{id}/accept"), "").await.0, 404);
}

#[tokio::test]
async fn seeks_wait_for_each_other_and_end_with_their_response() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let mut events = ann.lines(&api, "/api/stream/event").await;
    let terms = "time=10&increment=0&rated=false&variant=standard&color=random&ratingRange=";
    let given_up = ann.open(&api, "POST", "/api/board/seek", terms).await;
    drop(given_up);
    let mut seek = ann.open(&api, "POST", "/api/board/seek", terms).await;
    assert_eq!(seek.next_line().await.as_deref(), Some(""));
    let (status, _) = bob.post(&api, "/api/board/seek", terms).await;
    assert_eq!(status, 200);
    assert_eq!(seek.next().await, None, "paired");
    let game = events.until("gameStart").await;
    assert_eq!(game["game"]["opponent"]["username"], "Bob");
}

#[tokio::test]
async fn a_seek_in_days_outlives_its_request() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let mut events = ann.lines(&api, "/api/stream/event").await;
    let terms = "days=3&rated=true&ratingRange=";
    assert!(ann.post_json(&api, "/api/board/seek", terms).await["id"].is_string());
    assert!(bob.post_json(&api, "/api/board/seek", terms).await["id"].is_string());
    assert_eq!(events.until("gameStart").await["game"]["speed"], "correspondence");
}

#[tokio::test]
async fn programs_withdraw_their_seeks() {
    let api = ApiServer::start().await;
    let (ann, mut window) = (api.program(1, "Ann").await, join(&api.server, "Bob").await);
    let other = api.token(1, server::accounts::Scopes::all()).await;
    ann.post_json(&api, "/api/board/seek", "days=3").await;
    other.post_json(&api, "/api/board/seek", "days=2").await;
    let mut held = ann.open(&api, "POST", "/api/board/seek", "time=10&increment=0").await;
    assert_eq!(held.next_line().await.as_deref(), Some(""));
    let lasting: Vec<bool> = seeks(&mut window).await.iter().map(|seek| seek.lasting).collect();
    assert_eq!(lasting, [true, true, false]);
    for _ in 0..2 {
        let response = ann.send(&api, "DELETE /api/board/seek", "").await;
        assert_eq!((response.status, response.body.as_slice()), (200, &br#"{"ok":true}"#[..]));
    }
    assert_eq!(held.next().await, None);
    assert!(seeks(&mut window).await.is_empty());
}

#[tokio::test]
async fn the_owner_withdraws_a_lasting_seek_in_the_browser_and_nobody_else() {
    let api = ApiServer::start().await;
    let (mut ann, mut bob) = (join(&api.server, "Ann").await, join(&api.server, "Bob").await);
    let program = api.token(ann.me.id.unwrap().bits(), server::accounts::Scopes::all()).await;
    program.post_json(&api, "/api/board/seek", "days=3").await;
    let [seek] = &seeks(&mut ann).await[..] else { panic!("not listed") };
    let id = seek.id;
    bob.send(&ToServer::Cancel { seek: id }).await;
    assert_eq!(seeks(&mut bob).await.len(), 1);
    ann.send(&ToServer::Cancel { seek: id }).await;
    let closed = |message: &ToClient| (*message == ToClient::SeekClosed { seek: id }).then_some(());
    bob.until(closed).await;
    assert!(seeks(&mut ann).await.is_empty());
}

#[tokio::test]
async fn a_seek_is_for_its_range_of_ratings() {
    let api = ApiServer::start().await;
    let (ann, bob, cal) =
        (api.program(1, "Ann").await, api.program(2, "Bob").await, api.program(3, "Cal").await);
    for (range, status) in [("1500", 400), ("2000-1000", 400), ("a-b", 400)] {
        let (found, text) = ann.post(&api, "/api/board/seek", &format!("days=2&ratingRange={range}")).await;
        assert!(found == status && text.contains("ratingRange"), "{range}: {found} {text}");
    }
    let mut events = ann.lines(&api, "/api/stream/event").await;
    // Every new player has 1500.
    ann.post_json(&api, "/api/board/seek", "days=2&rated=true&ratingRange=1400-1600").await;
    bob.post_json(&api, "/api/board/seek", "days=2&rated=true&ratingRange=1800-2000").await;
    cal.post_json(&api, "/api/board/seek", "days=2&rated=true&ratingRange=").await;
    let game = events.until("gameStart").await;
    assert_eq!(game["game"]["opponent"]["username"], "Cal", "Bob wants stronger opponents");
}
