//! Refusals over HTTP look alike, whoever refuses.

use crate::common::TestServer;

#[tokio::test]
async fn every_refusal_says_why_in_the_same_shape() {
    let server = TestServer::start().await;
    let long = format!(r#"{{"name":"{}","password":"x"}}"#, "x".repeat(17_000));
    for (line, body, status, reason, allowed) in [
        ("POST /api/session", long.as_str(), 413, "too-large", None),
        ("POST /api/session", "{", 400, "malformed", None),
        ("PUT /api/session", "", 405, "wrong-method", Some("POST,DELETE")),
        ("DELETE /api/me", "", 405, "wrong-method", Some("GET,HEAD")),
        ("GET /api/account/password", "", 405, "wrong-method", Some("POST")),
        ("GET /api/fireworks", "", 404, "not-found", None),
        ("POST /api/fireworks/now", "", 404, "not-found", None),
        ("GET /api/games/none", "", 404, "not-found", None),
    ] {
        let answer = server.send(line, &[], body).await;
        assert_eq!(answer.status, status, "{line}: {answer:?}");
        assert_eq!(answer.header("content-type"), Some("application/json"), "{line}");
        assert_eq!(answer.header("allow"), allowed, "{line}");
        let body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(body["reason"]["type"], reason, "{line}");
    }
}

#[tokio::test]
async fn what_watchers_ask_for_is_text() {
    let server = TestServer::start().await;
    for (line, kind) in [
        ("GET /healthz", "text/plain; charset=utf-8"),
        ("GET /metrics", "text/plain; version=0.0.4; charset=utf-8"),
    ] {
        let answer = server.ask(line, &[]).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{line}");
    }
}
