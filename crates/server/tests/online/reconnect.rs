//! Reconnects and restarts lose nothing.

use game::Ply;
use std::path::PathBuf;
use std::sync::Arc;

use protocol::{ActionId, CloseReason, EventNumber, GameEventKind, PlayerAction, ToClient, ToServer};
use server::store::SqliteStore;

use crate::client::Client;
use crate::common::TestServer;
use crate::fixtures::{blitz, pair};

#[tokio::test]
async fn a_reconnecting_client_gets_missed_events() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    white.play(game, 0, "e2e4").await.unwrap();
    let seen = black.wait_for_move("e2e4").await;
    let mut back = {
        let back = black.reconnect(&server).await;
        black.drop_connection().await;
        back
    };
    back.play(game, 1, "e7e5").await.unwrap();
    white.play(game, 2, "g1f3").await.unwrap();
    back.send(&ToServer::Enter { game, since: Some(seen) }).await;
    let missed = back
        .until(|message| match message {
            ToClient::Events { events, .. } => Some(events.clone()),
            _ => None,
        })
        .await;
    let moves: Vec<_> = missed
        .iter()
        .filter_map(|event| match &event.kind {
            GameEventKind::Moved { played, .. } => Some((event.number, played.uci.0.to_string())),
            _ => None,
        })
        .collect();
    assert_eq!(moves, [(seen.next(), "e7e5".to_owned()), (seen.next().next(), "g1f3".to_owned())]);
    back.send(&ToServer::Enter { game, since: Some(EventNumber(9_999)) }).await;
    let state = back
        .until(|message| match message {
            ToClient::State { state, .. } => Some(state.clone()),
            _ => None,
        })
        .await;
    assert_eq!(state.moves.len(), 3, "an unknown number returns the full state");
}

#[tokio::test]
async fn a_retried_move_is_made_once() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    let act = || PlayerAction::play(Ply(0), "e2e4".parse().unwrap());
    let id = ActionId::from_bits(77);
    let number = white.action_with_id(game, id, act()).await.unwrap();
    assert_eq!(white.action_with_id(game, id, act()).await, Ok(number));
    let mut tab = white.reconnect(&server).await;
    assert_eq!(tab.action_with_id(game, id, act()).await, Ok(number), "also from another connection");
    black.play(game, 1, "e7e5").await.unwrap();
    assert_eq!(white.action_with_id(game, id, act()).await, Ok(number), "also later");
    assert_eq!(black.enter(game).await.1.moves.len(), 2);
}

#[tokio::test]
async fn games_continue_after_a_restart() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("restart-{}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    let store = Arc::new(SqliteStore::open(&folder).unwrap());
    let server = TestServer::on(store.clone()).await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    white.play(game, 0, "e2e4").await.unwrap();
    black.play(game, 1, "e7e5").await.unwrap();
    let number = white.play(game, 2, "g1f3").await.unwrap();
    let sent = ActionId::from_bits(5);
    let reply = PlayerAction::play(Ply(3), "b8c6".parse().unwrap());
    black.action_with_id(game, sent, reply.clone()).await.unwrap();
    let cookies = (white.cookie.clone(), black.cookie.clone());

    server.stop().await;
    let farewell = white
        .until(|message| match message {
            ToClient::Farewell { reason, retry } => Some((*reason, retry.is_some())),
            _ => None,
        })
        .await;
    assert_eq!(farewell, (CloseReason::Closing, true));
    store.close().await;
    drop(store);

    let server = TestServer::on(Arc::new(SqliteStore::open(&folder).unwrap())).await;
    let mut white = Client::with_cookie(&server, Some(&cookies.0)).await;
    let mut black = Client::with_cookie(&server, Some(&cookies.1)).await;
    white.send(&ToServer::Enter { game, since: Some(number) }).await;
    let happened = white
        .until(|message| match message {
            ToClient::Events { events, .. } => Some(events.clone()),
            _ => None,
        })
        .await;
    assert!(matches!(&happened[0].kind, GameEventKind::Moved { ply: Ply(3), .. }), "{happened:?}");
    assert!(matches!(&happened[1].kind, GameEventKind::Interrupted { .. }), "{happened:?}");
    assert_eq!(
        black.action_with_id(game, sent, reply).await,
        Ok(number.next()),
        "applied before the restart"
    );
    white.play(game, 4, "f1c4").await.unwrap();
    black.enter(game).await;
    black.play(game, 5, "f8c5").await.unwrap();
    white.wait_for_move("f8c5").await;
    server.stop().await;
    std::fs::remove_dir_all(&folder).ok();
}
