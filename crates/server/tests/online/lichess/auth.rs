//! Tokens, scopes and CORS.

use serde_json::{Value, json};
use server::accounts::{Scope, Scopes};

use super::ApiServer;
use super::program::Program;
use crate::accounts::{cookie, credentials, send};

#[tokio::test]
async fn a_wrong_token_is_refused_and_a_missing_scope_forbidden() {
    let api = ApiServer::start().await;
    let ann = api.program_with(1, "Ann", Scopes::default()).await;
    let wrong = Program { token: format!("hpt_{}", "0".repeat(64)) };
    let check = async |program: &Program, line: &str, status: u16, body: &str| {
        let response = program.send(&api, line, "").await;
        assert_eq!(response.status, status, "{line}");
        assert_eq!(String::from_utf8(response.body.clone()).unwrap(), body, "{line}");
        assert_eq!(response.header("set-cookie"), None, "{line}");
        assert_eq!(response.header("access-control-allow-origin"), Some("*"), "{line}");
    };
    check(&wrong, "GET /api/account", 401, r#"{"error":"No such token"}"#).await;
    check(&wrong, "GET /api/user/ann", 401, r#"{"error":"No such token"}"#).await;
    let game = "AAAAAAAAAAAAAAAAAAAAAA";
    for (line, scope) in [
        ("GET /api/account/email".to_owned(), "email:read"),
        ("GET /api/account/preferences".to_owned(), "preference:read"),
        ("GET /api/challenge".to_owned(), "challenge:read"),
        ("GET /api/stream/event".to_owned(), "challenge:read or board:play or bot:play"),
        ("POST /api/challenge/bob".to_owned(), "challenge:write or board:play or bot:play"),
        ("POST /api/challenge/ai".to_owned(), "challenge:write or board:play or bot:play"),
        (format!("POST /api/challenge/{game}/accept"), "challenge:write or board:play or bot:play"),
        ("POST /api/board/seek".to_owned(), "board:play"),
        (format!("GET /api/board/game/stream/{game}"), "board:play"),
        (format!("POST /api/board/game/{game}/move/e2e4"), "board:play"),
        (format!("POST /api/bot/game/{game}/resign"), "bot:play"),
        ("POST /api/bot/account/upgrade".to_owned(), "bot:play"),
    ] {
        check(&ann, &line, 403, &format!(r#"{{"error":"Missing scope: {scope}"}}"#)).await;
    }
    let response = api.server.request("GET /api/account", &[]).await;
    assert_eq!(response.status, 401, "no token at all");
    assert_eq!(response.header("set-cookie"), None);
}

#[tokio::test]
async fn cookies_are_not_read_and_other_endpoints_take_no_token() {
    let api = ApiServer::start().await;
    let ann = api.program(1, "Ann").await;
    for (path, words) in
        [("/api/me", "No such endpoint for API tokens"), ("/api/puzzle/daily", "No such endpoint")]
    {
        let response = ann.send(&api, &format!("GET {path}"), "").await;
        assert_eq!((response.status, response.header("set-cookie")), (404, None), "{path}");
        assert_eq!(response.body, format!(r#"{{"error":"{words}"}}"#).as_bytes());
    }
    let me = api.server.request("GET /api/me", &["authorization: Basic cHJveHk="]).await;
    let cookie = me.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let response = api.server.request("GET /api/account", &[&format!("cookie: {cookie}")]).await;
    assert_eq!(response.status, 401);
    let bearer = format!("authorization: Bearer {}", ann.token);
    let response = api.server.request("GET /api/account", &[&bearer, &format!("cookie: {cookie}")]).await;
    assert_eq!((response.status, response.header("set-cookie")), (200, None));
}

#[tokio::test]
async fn errors_have_the_form_of_lichess_without_a_token_too() {
    let api = ApiServer::start().await;
    let long = "x".repeat(100_000);
    for (line, body, status, words) in [
        ("PUT /api/challenge/ai", "", 405, "Method not allowed"),
        ("DELETE /api/users", "", 405, "Method not allowed"),
        ("POST /api/token/test", long.as_str(), 413, "The body is too large"),
        ("POST /api/board/seek", "", 401, "Missing authorization header"),
        ("GET /api/user/nobody", "", 404, "No such user"),
    ] {
        let response = api.server.send(line, &[], body).await;
        let found = (response.status, String::from_utf8(response.body.clone()).unwrap());
        assert_eq!(found, (status, format!(r#"{{"error":"{words}"}}"#)), "{line}");
        assert_eq!(response.header("content-type"), Some("application/json"), "{line}");
        assert_eq!(response.header("access-control-allow-origin"), Some("*"), "{line}");
    }
}

#[tokio::test]
async fn tokens_are_tested_and_revoked() {
    let api = ApiServer::start().await;
    let scopes: Scopes = [Scope::BotPlay, Scope::ChallengeRead].into_iter().collect();
    let ann = api.program_with(1, "한판Ann", scopes).await;
    let test = async || {
        let body = format!("{},lip_unknown", ann.token);
        String::from_utf8(api.server.send("POST /api/token/test", &[], &body).await.body).unwrap()
    };
    let info = r#"{"userId":"~d55c~d310ann","scopes":"challenge:read,bot:play","expires":null}"#;
    assert_eq!(test().await, format!(r#"{{"{}":{info},"lip_unknown":null}}"#, ann.token));
    let mut events = ann.lines(&api, "/api/stream/event").await;
    assert_eq!(events.next_line().await.as_deref(), Some(""));
    let response = ann.send(&api, "DELETE /api/token", "").await;
    assert_eq!(response.body, br#"{"ok":true}"#);
    assert_eq!(events.next().await, None, "the stream ends with its token");
    assert_eq!(test().await, format!(r#"{{"{}":null,"lip_unknown":null}}"#, ann.token));
    assert_eq!(ann.get(&api, "/api/account").await.0, 401);
}

#[tokio::test]
async fn pages_of_other_sites_may_use_tokens_but_no_cookies() {
    let api = ApiServer::start().await;
    let origin = "origin: https://other.example";
    let preflight = async |method: &str, path: &str| {
        let method = format!("access-control-request-method: {method}");
        let asked = "access-control-request-headers: authorization";
        let cookie = format!("cookie: hanpan={}", "0".repeat(64));
        let headers = [origin, &method, asked, &cookie];
        let response = api.server.request(&format!("OPTIONS {path}"), &headers).await;
        assert_eq!(response.header("access-control-allow-credentials"), None, "{path}");
        assert_eq!(response.header("set-cookie").filter(|_| response.status == 204), None, "{path}");
        response
    };
    for (method, path) in [
        ("POST", "/api/challenge/ai"),
        ("GET", "/api/account"),
        ("POST", "/api/token"),
        ("DELETE", "/api/token"),
        ("GET", "/api/stream/event"),
        ("GET", "/game/export/x"),
        ("GET", "/api/puzzle/daily"),
    ] {
        let response = preflight(method, path).await;
        assert_eq!(
            (response.status, response.header("access-control-allow-origin")),
            (204, Some("*")),
            "{path}"
        );
        assert_eq!(response.header("access-control-allow-methods"), Some("GET, POST, DELETE"));
        assert_eq!(response.header("access-control-allow-headers"), Some("authorization, content-type"));
        assert_eq!(response.header("access-control-max-age"), Some("1728000"));
    }
    // What cookies are for is not offered to other origins.
    for (method, path) in [
        ("GET", "/api/me"),
        ("POST", "/api/account"),
        ("POST", "/api/games"),
        ("DELETE", "/api/session"),
        ("POST", "/api/tokens"),
        ("POST", "/oauth"),
        ("POST", "/account/oauth/token/create"),
    ] {
        let response = preflight(method, path).await;
        assert_eq!((response.status, response.header("access-control-allow-origin")), (405, None), "{path}");
        let response = api.server.request(&format!("GET {path}"), &[origin]).await;
        assert_eq!(response.header("access-control-allow-origin").filter(|_| path != "/api/account"), None);
    }
    let ann = api.program(1, "Ann").await;
    let bearer = format!("authorization: Bearer {}", ann.token);
    let response = api.server.request("GET /api/account", &[&bearer, origin]).await;
    assert_eq!((response.status, response.header("access-control-allow-origin")), (200, Some("*")));
    assert_eq!(response.header("access-control-allow-credentials"), None);
    let response = api.server.send("POST /api/games", &[origin], "{}").await;
    assert_eq!(response.status, 403, "our own endpoints refuse foreign origins");
}

#[tokio::test]
async fn requests_are_limited_per_token() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    let mut refused = None;
    for _ in 0..1_500 {
        let response = ann.send(&api, "GET /api/account/email", "").await;
        if response.status == 429 {
            refused = Some(response);
            break;
        }
    }
    let refused = refused.expect("the limit was not reached");
    assert_eq!(refused.header("retry-after"), Some("10"));
    assert_eq!(bob.get(&api, "/api/account/email").await, (200, r#"{"email":null}"#.to_owned()));
}

#[tokio::test]
async fn the_owner_lists_creates_and_ends_tokens_in_a_session() {
    let api = ApiServer::start().await;
    let made = api.server.send("POST /api/account", &[], &credentials("Ann", "correct horse")).await;
    let cookie = cookie(&made);
    let body = r#"{"description":"my board","scopes":["board:play","challenge:read"]}"#;
    let created = send(&api.server, "POST /api/tokens", &cookie, body).await;
    let created: Value = serde_json::from_slice(&created.body).unwrap();
    let program = Program { token: created["token"].as_str().unwrap().to_owned() };
    assert_eq!(program.get(&api, "/api/account").await.0, 200);
    let listed = send(&api.server, "GET /api/tokens", &cookie, "").await;
    let listed: Value = serde_json::from_slice(&listed.body).unwrap();
    assert_eq!((&listed[0]["id"], &listed[0]["description"]), (&created["id"], &json!("my board")));
    assert_eq!(listed[0]["scopes"], json!(["challenge:read", "board:play"]));
    assert!(listed[0]["used"].is_u64() && listed[0]["token"].is_null());
    for bad in [r#"{"description":"x","scopes":["team:lead"]}"#, r#"{"description":"x"}"#] {
        assert_eq!(send(&api.server, "POST /api/tokens", &cookie, bad).await.status, 400, "{bad}");
    }
    assert_eq!(api.server.request("GET /api/tokens", &[]).await.status, 401, "a guest has none");
    assert_eq!(program.get(&api, "/api/tokens").await.0, 404, "a token manages no tokens");
    let path = format!("DELETE /api/tokens/{}", created["id"].as_str().unwrap());
    assert_eq!(send(&api.server, &path, &cookie, "").await.status, 204);
    assert_eq!(send(&api.server, &path, &cookie, "").await.status, 404);
    assert_eq!(program.get(&api, "/api/account").await.0, 401);
}

#[tokio::test]
async fn a_token_that_floods_does_not_hinder_another_one_at_the_same_address() {
    let api = ApiServer::start().await;
    let (ann, bob) = (api.program(1, "Ann").await, api.program(2, "Bob").await);
    assert_eq!(bob.get(&api, "/api/account/email").await.0, 200);
    let mut refused = 0;
    for _ in 0..2_500 {
        refused += u32::from(ann.get(&api, "/api/account/email").await.0 == 429);
    }
    assert!(refused > 0, "the flood is refused");
    assert_eq!(bob.get(&api, "/api/account/email").await.0, 200);
}
