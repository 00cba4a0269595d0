//! Memory after floods. A test binary of its own, since it measures the process.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use std::sync::Arc;

use common::{FILES, TIMEOUT, TestServer};
use futures_util::{SinkExt, StreamExt};
use protocol::{GameId, ToServer};
use server::store::SqliteStore;
use server::{Assets, Config, Proxy};
use tokio::time::timeout;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Rounds in total, and warm-up rounds.
const ROUNDS: u32 = 600;
const GROWN: usize = 200;

#[tokio::test]
async fn floods_do_not_leak_memory() {
    let config = Config { proxy: Proxy::Trusted, ..Config::default() };
    let server =
        TestServer::of(Assets::new(&FILES), Arc::new(SqliteStore::in_memory().unwrap()), config).await;
    let mut weights = Vec::new();
    for round in 0..ROUNDS {
        flood(&server, round).await;
        weights.push(resident());
    }
    let (early, late) = (weights[GROWN], weights.last().unwrap());
    assert!(*late < early + 4_000_000, "{early} bytes after {GROWN} rounds, {late} after {ROUNDS}");
    let gone = async {
        loop {
            let metrics = String::from_utf8(server.request("GET /metrics", &[]).await.body).unwrap();
            if metrics.contains("hanpan_connections 0\n") && metrics.contains("hanpan_tables 0\n") {
                return;
            }
        }
    };
    timeout(TIMEOUT, gone).await.expect("connections or actors are left");
}

/// A new client asks for unknown games and sends malformed and oversized messages.
async fn flood(server: &TestServer, round: u32) {
    let mut request = format!("ws://{}/socket", server.address).into_client_request().unwrap();
    let from = format!("10.{}.{}.1", round / 250, round % 250);
    request.headers_mut().insert("x-forwarded-for", from.parse().unwrap());
    let (mut socket, _) = client_async(request, server.connect().await).await.unwrap();
    for number in 0..3 {
        let game = GameId::from_bits(u128::from(round) << 64 | number);
        let enter =
            serde_json::to_string(&ToServer::Enter { game, since: Some(protocol::EventNumber(9)) }).unwrap();
        // The connection may be closed in between.
        socket.send(Message::text(enter)).await.ok();
        socket.send(Message::text("x".repeat(2_000))).await.ok();
    }
    socket.send(Message::binary(vec![0; 2_000])).await.ok();
    socket.send(Message::text("x".repeat(100_000))).await.ok();
    timeout(TIMEOUT, async { while let Some(Ok(_)) = socket.next().await {} }).await.unwrap();
    let look = server.request(&format!("GET /api/games/{}", GameId::from_bits(round.into())), &[]).await;
    assert_eq!(look.status, 404);
}

/// Resident memory of this process in bytes.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    4_096 * pages.split(' ').nth(1).unwrap().parse::<u64>().unwrap()
}
