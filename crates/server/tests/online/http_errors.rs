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
        ("GET /api/players/%ff", "", 400, "malformed", None),
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
async fn below_api_every_error_is_json() {
    let server = TestServer::start().await;
    let no_endpoint = (404, "No such endpoint");
    let malformed = (400, "The Host header is missing or malformed.");
    let foreign = (
        421,
        "This server does not know the host name of this request. Open it by IP address, as localhost, or by a \
         name that ends in .local; for any other name start it with --public-url.",
    );
    let local = "host: localhost\r\n";
    let browser = "host: localhost\r\naccept: text/html\r\norigin: https://other.example\r\n";
    for (line, headers, (status, words)) in [
        ("GET /api", browser, no_endpoint),
        ("GET /api/", browser, no_endpoint),
        ("GET /api/puzzle/daily", browser, no_endpoint),
        ("GET /api/user/", local, no_endpoint),
        ("POST /api/team/x/join", browser, no_endpoint),
        ("DELETE /api/%ff/%2e%2e", local, no_endpoint),
        ("GET /api/account", "host: evil.example\r\n", foreign),
        ("GET /api/me", "host: evil.example\r\n", foreign),
        ("GET /api/nothing", "host: evil.example\r\n", foreign),
        ("GET /game/export/x", "host: evil.example\r\n", foreign),
        ("GET /api/account", "", malformed),
        ("GET /api/me", "host: user@localhost\r\n", malformed),
    ] {
        let mut stream = server.open().await;
        let request = format!("{line} HTTP/1.1\r\n{headers}connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let response = HttpResponse::parse(&read_to_end(&mut stream).await);
        let told = format!("{line} {headers}");
        assert_eq!((response.status, response.header("set-cookie")), (status, None), "{told}");
        assert_eq!(response.header("content-type"), Some("application/json"), "{told}");
        let body: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
        assert_eq!(body, serde_json::json!({ "error": words }), "{told}");
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
