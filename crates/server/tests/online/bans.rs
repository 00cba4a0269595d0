//! Banned accounts.

use std::sync::Arc;

use game::Timestamp;
use protocol::{ActionError, CloseReason, PlayerAction, PlayerKind, Seat, SeatPresence, ToClient};
use server::store::{AccountStore, ArchiveStore, Ban, SqliteStore};

use crate::accounts::{cookie, credentials, send};
use crate::client::Client;
use crate::common::TestServer;
use crate::fixtures::{blitz, invite};

#[tokio::test]
async fn a_ban_disconnects_the_player_with_the_reason() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let server = TestServer::on(store.clone()).await;
    let made = server.send("POST /api/account", &[], &credentials("Mallory", "correct horse")).await;
    let session = cookie(&made);
    let mut mallory = Client::with_cookie(&server, Some(&session)).await;
    let mut window = Client::with_cookie(&server, Some(&session)).await;
    let mut ann = Client::new(&server).await;
    let game = invite(&server, &mallory, blitz()).await.game;
    mallory.enter(game).await;
    window.enter(game).await;
    ann.enter(game).await;
    ann.action(game, PlayerAction::Sit { name: None }).await.unwrap();
    mallory.play(game, 0, "e2e4").await.unwrap();
    ann.play(game, 1, "e7e5").await.unwrap();

    let ban = Ban { reason: "plays with an engine".to_owned(), at: Timestamp(5) };
    store.set_ban(mallory.me.id.unwrap(), Some(ban)).await.unwrap();
    for told in [&mut mallory, &mut window] {
        let last = told.last_message().await;
        assert_eq!(last, Some(ToClient::Farewell { reason: CloseReason::Banned, retry: None }));
    }
    let claim = ann
        .until(|message| match message {
            ToClient::Presence { players, .. } => match players.white {
                SeatPresence::Away { claim } => Some(claim),
                _ => None,
            },
            _ => None,
        })
        .await;
    assert!(claim.is_some(), "the opponent may claim the game as after any disconnect");

    // The cookie belongs to a guest without a seat now.
    let mut again = Client::with_cookie(&server, Some(&session)).await;
    assert_eq!(again.me.standing, PlayerKind::Guest);
    assert_eq!(again.enter(game).await.0, None);
    assert_eq!(again.play(game, 2, "g1f3").await, Err(ActionError::NotSeated));
    assert_eq!(ann.enter(game).await.0, Some(Seat::Black));
}

#[tokio::test]
async fn a_ban_aborts_open_invitations_even_if_it_is_older_than_the_server() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let mallory = {
        let server = TestServer::on(store.clone()).await;
        let made = server.send("POST /api/account", &[], &credentials("Mallory", "correct horse")).await;
        let mallory = Client::with_cookie(&server, Some(&cookie(&made))).await;
        invite(&server, &mallory, blitz()).await;
        mallory.me.id.unwrap()
    };
    let ban = Ban { reason: String::new(), at: Timestamp(5) };
    store.set_ban(mallory, Some(ban)).await.unwrap();
    let [game] = store.unfinished(mallory, 9).await.unwrap().try_into().unwrap();
    let server = TestServer::on(store.clone()).await;
    while !store.unfinished(mallory, 9).await.unwrap().is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let mut ann = Client::new(&server).await;
    ann.enter(game.id).await;
    assert_eq!(ann.action(game.id, PlayerAction::Sit { name: None }).await, Err(ActionError::Over));
}

#[tokio::test]
async fn a_ban_is_revealed_only_with_the_right_password() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let server = TestServer::on(store.clone()).await;
    let made = server.send("POST /api/account", &[], &credentials("Mallory", "correct horse")).await;
    let session = cookie(&made);
    let me = Client::with_cookie(&server, Some(&session)).await.me;
    let check = async |name: &str, password: &str, status: u16, reason: &str| {
        let response = server.send("POST /api/session", &[], &credentials(name, password)).await;
        assert_eq!(response.status, status, "{name} {password}");
        assert!(String::from_utf8(response.body).unwrap().contains(reason), "{name} {password}");
    };
    let ban = Ban { reason: "secret".to_owned(), at: Timestamp(5) };
    store.set_ban(me.id.unwrap(), Some(ban)).await.unwrap();
    check("Mallory", "correct horse", 403, r#"{"reason":{"type":"banned"}}"#).await;
    // Without the password neither the ban nor the account is revealed.
    check("Mallory", "wrong horse", 401, r#"{"reason":{"type":"wrong-credentials"}}"#).await;
    check("Stranger", "correct horse", 401, r#"{"reason":{"type":"wrong-credentials"}}"#).await;
    assert_eq!(send(&server, "GET /api/sessions", &session, "").await.status, 401);
    store.set_ban(me.id.unwrap(), None).await.unwrap();
    check("Mallory", "correct horse", 200, "Mallory").await;
}
