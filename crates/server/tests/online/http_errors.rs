//! HTTP errors have one format.

use tokio::io::AsyncWriteExt;

use crate::common::{HttpResponse, TestServer, read_to_end};

#[tokio::test]
async fn every_error_has_the_same_json_format() {
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
        let response = server.send(line, &[], body).await;
        assert_eq!(response.status, status, "{line}: {response:?}");
        assert_eq!(response.header("content-type"), Some("application/json"), "{line}");
        assert_eq!(response.header("allow"), allowed, "{line}");
        let body: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
        assert_eq!(body["reason"]["type"], reason, "{line}");
    }
}

#[tokio::test]
async fn health_and_metrics_are_plain_text() {
    let server = TestServer::start().await;
    for (line, kind) in [
        ("GET /healthz", "text/plain; charset=utf-8"),
        ("GET /metrics", "text/plain; version=0.0.4; charset=utf-8"),
    ] {
        let response = server.request(line, &[]).await;
        assert_eq!((response.status, response.header("content-type")), (200, Some(kind)), "{line}");
    }
}

#[tokio::test]
async fn requests_for_other_hosts_and_for_no_host_are_refused() {
    let server = TestServer::start().await;
    let status = async |head: &str| {
        let mut stream = server.open().await;
        let request = format!("{head}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        HttpResponse::parse(&read_to_end(&mut stream).await).status
    };
    for (head, expected) in [
        ("GET / HTTP/1.1\r\nhost: LOCALHOST:7171", 200),
        ("GET http://localhost/ HTTP/1.1\r\nhost: localhost", 200),
        ("GET / HTTP/1.1\r\nhost: evil.example", 421),
        ("GET / HTTP/1.1\r\nhost: localhost.", 421),
        ("GET / HTTP/1.1", 400),
        ("GET / HTTP/1.1\r\nhost: localhost\r\nhost: localhost", 400),
        ("GET / HTTP/1.1\r\nhost: user@localhost", 400),
        ("GET http://evil.example/ HTTP/1.1\r\nhost: localhost", 400),
        ("GET / HTTP/1.0", 200),
    ] {
        assert_eq!(status(head).await, expected, "{head}");
    }
}
