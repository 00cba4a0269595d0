//! Connections: kept alive, limited, brought to an end.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{HttpResponse, TestServer, read_to_end};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: hanpan\r\n\r\n";

#[tokio::test]
async fn a_connection_serves_many_requests() {
    let server = TestServer::start().await;
    let mut stream = server.connect().await;
    for _ in 0..3 {
        assert_eq!(exchange(&mut stream, REQUEST).await.status, 200);
    }
}

#[tokio::test]
async fn too_large_a_request_is_refused() {
    let server = TestServer::start().await;
    let long = format!("GET /{} HTTP/1.1\r\nhost: hanpan\r\n\r\n", "x".repeat(40_000));
    let many = format!("GET / HTTP/1.1\r\nhost: hanpan\r\n{}\r\n", "a: b\r\n".repeat(100));
    for request in [long, many] {
        let mut stream = server.connect().await;
        // The server may hang up before it has read everything.
        stream.write_all(request.as_bytes()).await.ok();
        let mut start = [0; 12];
        stream.read_exact(&mut start).await.unwrap();
        assert!(start.starts_with(b"HTTP/1.1 4"), "{start:?}");
    }
    assert_eq!(server.ask("GET /", &[]).await.status, 200, "others are still served");
}

#[tokio::test]
async fn what_is_not_http_harms_nobody() {
    let server = TestServer::start().await;
    for bytes in
        [&b"\0\x01\x02\xff\r\n\r\n"[..], b"\x16\x03\x01\x02\x00\x01", b"GET\r\n\r\n", b"GET / HTTP/9\r\n\r\n"]
    {
        let mut stream = server.connect().await;
        stream.write_all(bytes).await.unwrap();
        stream.shutdown().await.unwrap();
        let answer = read_to_end(&mut stream).await;
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"), "{answer:?}");
    }
    assert_eq!(server.ask("GET /", &[]).await.status, 200);
}

#[tokio::test]
async fn whoever_sends_no_request_is_let_go() {
    let server = TestServer::start().await;
    let mut idle = server.connect().await;
    idle.write_all(b"GET / HT").await.unwrap();
    // The clock stands still except when everybody waits: the server's patience is over at once.
    tokio::time::pause();
    let mut bytes = Vec::new();
    idle.read_to_end(&mut bytes).await.unwrap();
    assert!(bytes.is_empty() || bytes.starts_with(b"HTTP/1.1 408"), "{:?}", String::from_utf8_lossy(&bytes));
}

#[tokio::test]
async fn the_end_is_orderly() {
    let server = TestServer::start().await;
    let address = server.address;
    // Accepted in the order they come: once the second has its answer, the server has the first as well.
    let mut silent = server.connect().await;
    let mut idle = server.connect().await;
    assert_eq!(exchange(&mut idle, REQUEST).await.status, 200);
    server.stop().await;
    for stream in [&mut idle, &mut silent] {
        assert_eq!(read_to_end(stream).await, b"", "an idle connection is closed");
    }
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn one_address_cannot_take_all_places() {
    let server = TestServer::start().await;
    let mut silent = Vec::new();
    for _ in 0..128 {
        silent.push(server.connect().await);
    }
    let mut one_too_many = server.connect().await;
    let ended = tokio::time::timeout(common::TIMEOUT, one_too_many.read(&mut [0; 1])).await.unwrap();
    assert!(matches!(ended, Ok(0) | Err(_)), "{ended:?}");
    drop(silent);
    // The server sees a moment later that they are gone.
    let served = async {
        loop {
            let mut stream = server.connect().await;
            stream.write_all(REQUEST).await.ok();
            if matches!(stream.read(&mut [0; 12]).await, Ok(12)) {
                return;
            }
        }
    };
    tokio::time::timeout(common::TIMEOUT, served).await.unwrap();
}

/// Sends a request and reads one answer, as long as it says it is.
async fn exchange(stream: &mut TcpStream, request: &[u8]) -> HttpResponse {
    stream.write_all(request).await.unwrap();
    let mut bytes = Vec::new();
    loop {
        let mut buffer = [0; 4096];
        let read = stream.read(&mut buffer).await.unwrap();
        assert_ne!(read, 0, "hung up");
        bytes.extend_from_slice(&buffer[..read]);
        if bytes.windows(4).any(|four| four == b"\r\n\r\n") {
            let answer = HttpResponse::parse(&bytes);
            if answer.header("content-length").unwrap().parse() == Ok(answer.body.len()) {
                return answer;
            }
        }
    }
}
