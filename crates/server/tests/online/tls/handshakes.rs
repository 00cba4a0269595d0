//! Clients that do not finish the handshake.

use std::time::Duration;

use server::{Config, Limits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use super::authority::Authority;
use crate::common::{TIMEOUT, while_time_passes};

/// Header of a handshake record, and the beginning of a `ClientHello`.
const HALF_HELLO: &[u8] = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03";

/// Bytes until the server closes; a reset counts as the end.
async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await.unwrap().ok();
    bytes
}

#[tokio::test]
async fn half_handshakes_give_way_to_new_connections() {
    let limits = Limits { http_connections: 40, ..Limits::default() };
    let authority = Authority::new();
    let server = authority.serve(Config { limits, ..Config::default() }).await;
    let mut silent = Vec::new();
    for number in 0..120 {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(format!("127.0.0.{}:0", 2 + number % 4).parse().unwrap()).unwrap();
        let mut stream = socket.connect(server.address).await.unwrap();
        stream.write_all([HALF_HELLO, b"\x16", b""][number % 3]).await.unwrap();
        silent.push(stream);
    }
    for _ in 0..3 {
        let served = server.request("GET /api/me", &[]);
        assert_eq!(timeout(TIMEOUT, served).await.unwrap().status, 200);
    }
}

#[tokio::test]
async fn half_handshakes_time_out() {
    let authority = Authority::new();
    let server = authority.serve(Config::default()).await;
    for bytes in [HALF_HELLO, b"\x16", b""] {
        let mut stream = server.connect().await;
        stream.write_all(bytes).await.unwrap();
        let mut nothing = Vec::new();
        let ended = while_time_passes(Duration::from_secs(11), stream.read_to_end(&mut nothing)).await;
        assert!(ended.is_some() && nothing.is_empty(), "{bytes:?}: {ended:?} {nothing:?}");
    }
}

#[tokio::test]
async fn garbage_is_refused_at_once() {
    let authority = Authority::new();
    let server = authority.serve(Config::default()).await;
    for bytes in [
        &b"\0\x01\x02\xff"[..],
        b"SSH-2.0-x\r\n",
        b"hello\r\n",
        b"\x16garbage",
        b"\x16\x03\x01\x00\x05\xff\xff\xff\xff\xff",
        b"\x80\x2e\x01\x03\x01",
    ] {
        let mut stream = server.connect().await;
        stream.write_all(bytes).await.unwrap();
        let answer = rest(&mut stream).await;
        // Nothing, a TLS alert, or an explanation for a client that may speak http.
        let is_alert = answer.first() == Some(&0x15);
        assert!(
            answer.is_empty() || is_alert || answer.starts_with(b"HTTP/1.1 400"),
            "{bytes:?}: {answer:?}"
        );
    }
    assert_eq!(server.request("GET /", &[]).await.status, 200);
}

#[tokio::test]
async fn shutdown_does_not_wait_for_handshakes() {
    let authority = Authority::new();
    let server = authority.serve(Config::default()).await;
    let mut half = server.connect().await;
    half.write_all(HALF_HELLO).await.unwrap();
    // Connections are accepted in order.
    assert_eq!(server.request("GET /", &[]).await.status, 200);
    let started = std::time::Instant::now();
    server.stop().await;
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    assert_eq!(rest(&mut half).await, b"");
}
