//! Lag that is deducted from moves, on real connections.

use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::{GameEventKind, PlayerAction};
use server::store::SqliteStore;
use server::{Assets, Config, Proxy};
use tokio::time::sleep;

use crate::client::Client;
use crate::common::{FILES, TestServer};
use crate::fixtures::{blitz, invite};

/// Milliseconds of a move.
struct MoveTime {
    /// Lag that is deducted.
    lag: u64,
    /// Longest time that the move may have taken: the server subtracts two times in whole milliseconds.
    taken: u64,
}

/// Lag that is deducted from a move of 300 ms, if White has answered the only ping 400 ms late. How long the server takes to
/// write is no part of it.
async fn deducted(proxy: Proxy, headers: &[(&'static str, &str)]) -> MoveTime {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let server = TestServer::of(Assets::new(&FILES), store, Config { proxy, ..Config::default() }).await;
    let mut white = Client::with_headers(&server, headers).await;
    let mut black = Client::new(&server).await;
    let game = invite(&server, &white, blitz()).await.game;
    // Pings are answered when the socket is read.
    sleep(Duration::from_millis(400)).await;
    white.enter(game).await;
    black.enter(game).await;
    black.action(game, PlayerAction::Sit { name: None }).await.unwrap();
    white.play(game, 0, "e2e4").await.unwrap();
    let begun = Instant::now();
    black.play(game, 1, "e7e5").await.unwrap();
    sleep(Duration::from_millis(300)).await;
    white.play(game, 2, "g1f3").await.unwrap();
    let taken = begun.elapsed().as_millis() as u64 + 1;
    let lag = black.event(|event| match &event.kind {
        GameEventKind::Moved { played, .. } if played.uci.0.to_string() == "g1f3" => Some(played.lag),
        _ => None,
    });
    let lag = lag.await.map_or(0, |lag| lag.0);
    server.stop().await;
    MoveTime { lag, taken }
}

/// The kernel tells the round trip on Linux only.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn late_pongs_on_a_direct_connection_gain_nothing() {
    let MoveTime { lag, .. } = deducted(Proxy::None, &[]).await;
    assert!(lag <= 20, "{lag} ms are deducted on a network without delay");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_header_of_a_direct_client_is_ignored() {
    let MoveTime { lag, .. } = deducted(Proxy::None, &[("x-client-rtt", "250000")]).await;
    assert!(lag <= 20, "{lag}");
}

#[tokio::test]
async fn behind_a_proxy_lag_is_bounded_by_the_round_trip_that_the_proxy_tells() {
    assert_eq!(deducted(Proxy::Trusted, &[("x-client-rtt", "40000")]).await.lag, 40);
}

#[tokio::test]
async fn behind_a_proxy_that_tells_nothing_pongs_are_believed() {
    let MoveTime { lag, taken } = deducted(Proxy::Trusted, &[]).await;
    assert!((200..=taken).contains(&lag), "{lag} of {taken}");
}
