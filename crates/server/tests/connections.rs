//! HTTP connections: keep-alive, limits, shutdown.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{HttpResponse, TestServer, read_to_end};
use server::store::SqliteStore;
use server::{Assets, Config, Limits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

#[tokio::test]
async fn a_connection_serves_many_requests() {
    let server = TestServer::start().await;
    let mut stream = server.connect().await;
    for _ in 0..3 {
        assert_eq!(exchange(&mut stream, REQUEST).await.status, 200);
    }
}

#[tokio::test]
async fn oversized_requests_are_refused() {
    let server = TestServer::start().await;
    let long = format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", "x".repeat(40_000));
    let many = format!("GET / HTTP/1.1\r\nhost: localhost\r\n{}\r\n", "a: b\r\n".repeat(100));
    for request in [long, many] {
        let mut stream = server.connect().await;
        // The server may close before it has read everything.
        stream.write_all(request.as_bytes()).await.ok();
        let mut start = [0; 12];
        stream.read_exact(&mut start).await.unwrap();
        assert!(start.starts_with(b"HTTP/1.1 4"), "{start:?}");
    }
    assert_eq!(server.request("GET /", &[]).await.status, 200, "other connections are served");
}

/// DNS rebinding: another site's name must not reach this server.
#[tokio::test]
async fn requests_for_other_hosts_are_misdirected() {
    let server = TestServer::start().await;
    for (path, host, status) in [
        ("/", "evil.example", 421),
        ("/api/me", "evil.example:7171", 421),
        ("/socket", "evil.example", 421),
        ("/", "chessbox.local", 200),
        ("/api/me", "192.168.1.20:7171", 200),
    ] {
        let mut stream = server.connect().await;
        let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let response = HttpResponse::parse(&read_to_end(&mut stream).await);
        assert_eq!(response.status, status, "{host}{path}");
        assert_eq!(response.header("set-cookie").is_some(), status == 200 && path == "/api/me");
        let words = String::from_utf8(response.body).unwrap();
        assert_eq!(words.contains("--public-url"), status == 421, "{words}");
    }
}

#[tokio::test]
async fn garbage_does_not_affect_other_connections() {
    let server = TestServer::start().await;
    for bytes in
        [&b"\0\x01\x02\xff\r\n\r\n"[..], b"\x16\x03\x01\x02\x00\x01", b"GET\r\n\r\n", b"GET / HTTP/9\r\n\r\n"]
    {
        let mut stream = server.connect().await;
        stream.write_all(bytes).await.unwrap();
        stream.shutdown().await.unwrap();
        let response = read_to_end(&mut stream).await;
        assert!(response.is_empty() || response.starts_with(b"HTTP/1.1 4"), "{response:?}");
    }
    assert_eq!(server.request("GET /", &[]).await.status, 200);
}

#[tokio::test]
async fn incomplete_requests_time_out() {
    let server = TestServer::start().await;
    let mut idle = server.connect().await;
    idle.write_all(b"GET / HT").await.unwrap();
    let mut bytes = Vec::new();
    let ended = common::while_time_passes(Duration::from_secs(60), idle.read_to_end(&mut bytes)).await;
    ended.unwrap().unwrap();
    assert!(bytes.is_empty() || bytes.starts_with(b"HTTP/1.1 408"), "{:?}", String::from_utf8_lossy(&bytes));
}

#[tokio::test]
async fn shutdown_closes_idle_connections() {
    let server = TestServer::start().await;
    let address = server.address;
    // Connections are accepted in order: the second response proves that the first was accepted.
    let mut silent = server.connect().await;
    let mut idle = server.connect().await;
    assert_eq!(exchange(&mut idle, REQUEST).await.status, 200);
    server.stop().await;
    for stream in [&mut idle, &mut silent] {
        assert_eq!(read_to_end(stream).await, b"", "an idle connection is closed");
    }
    assert!(TcpStream::connect(address).await.is_err(), "the listener is closed");
}

#[tokio::test]
async fn connections_are_limited_per_address() {
    let server = TestServer::start().await;
    let mut silent = Vec::new();
    for _ in 0..128 {
        silent.push(server.connect().await);
    }
    let mut one_more = server.connect().await;
    assert_eq!(exchange(&mut one_more, REQUEST).await.status, 200, "a new connection is served");
    let ended = tokio::time::timeout(common::TIMEOUT, silent[0].read(&mut [0; 1])).await.unwrap();
    assert!(matches!(ended, Ok(0) | Err(_)), "the oldest silent one is closed: {ended:?}");
    assert_eq!(exchange(&mut silent[127], REQUEST).await.status, 200, "the others stay");
}

/// Half requests and half bodies fill the table; a new connection is served at once.
#[tokio::test]
async fn silent_connections_give_way_to_new_ones() {
    let limits = Limits { http_connections: 40, ..Limits::default() };
    let config = Config { limits, ..Config::default() };
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let server = TestServer::of(Assets::new(&common::FILES), store, config).await;
    let half = b"GET / HTTP/1.1\r\nhost: loc".as_slice();
    let body = b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{".as_slice();
    let mut silent = Vec::new();
    for number in 0..120 {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(format!("127.0.0.{}:0", 2 + number % 4).parse().unwrap()).unwrap();
        let mut stream = socket.connect(server.address).await.unwrap();
        stream.write_all([half, body, b""][number % 3]).await.unwrap();
        silent.push(stream);
    }
    for _ in 0..3 {
        // A silent connection would time out after 20 s, a test after 10 s.
        let served = server.request("GET /api/me", &[]);
        assert_eq!(tokio::time::timeout(common::TIMEOUT, served).await.unwrap().status, 200);
    }
}

/// Nothing is read of a body that announces too many bytes.
#[tokio::test]
async fn announced_oversized_bodies_are_refused_at_once() {
    let server = TestServer::start().await;
    for length in ["16385", "1000000000", "9000000000000000000"] {
        let mut stream = server.connect().await;
        let request =
            format!("POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: {length}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let response = HttpResponse::parse(&read_to_end(&mut stream).await);
        assert_eq!((response.status, response.header("connection")), (413, Some("close")), "{length}");
        assert!(response.header("content-security-policy").is_some());
    }
    let chunk = format!("{:x}\r\n{}\r\n", 20_000, "x".repeat(20_000));
    let mut stream = server.connect().await;
    let head = "POST /api/games HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(format!("{head}{chunk}").as_bytes()).await.unwrap();
    let mut start = [0; 12];
    stream.read_exact(&mut start).await.unwrap();
    assert_eq!(&start, b"HTTP/1.1 413");
}

/// Sends a request and reads one response by its content length.
async fn exchange(stream: &mut TcpStream, request: &[u8]) -> HttpResponse {
    stream.write_all(request).await.unwrap();
    let mut bytes = Vec::new();
    loop {
        let mut buffer = [0; 4096];
        let read = stream.read(&mut buffer).await.unwrap();
        assert_ne!(read, 0, "hung up");
        bytes.extend_from_slice(&buffer[..read]);
        if bytes.windows(4).any(|four| four == b"\r\n\r\n") {
            let response = HttpResponse::parse(&bytes);
            if response.header("content-length").unwrap().parse() == Ok(response.body.len()) {
                return response;
            }
        }
    }
}
