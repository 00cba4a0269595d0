//! Malicious clients: refused, without effect on others.

mod floods;
mod messages;

use futures_util::StreamExt;
use protocol::{ActionError, ActionId, PlayerAction, ToServer};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, refused};
use crate::common::{TIMEOUT, TestServer};
use crate::fixtures::{blitz, pair};
use game::Ply;

#[tokio::test]
async fn players_cannot_act_for_others() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    let mut mallory = Client::new(&server).await;
    mallory.enter(game).await;
    let e4 = || PlayerAction::play(Ply(0), "e2e4".parse().unwrap());
    for act in
        [e4(), PlayerAction::Resign, PlayerAction::Abort, PlayerAction::GiveTime, PlayerAction::ClaimWin]
    {
        assert_eq!(mallory.action(game, act).await, Err(ActionError::NotSeated));
    }
    // Knowing a player's or an action's id grants nothing.
    let id = ActionId::from_bits(5);
    white.action_with_id(game, id, e4()).await.unwrap();
    assert_eq!(mallory.action_with_id(game, id, e4()).await, Err(ActionError::NotSeated));
    assert_eq!(black.action_with_id(game, id, e4()).await, Err(ActionError::Stale), "ids are per player");
    assert_eq!(black.play(game, 1, "e2e4").await, Err(ActionError::IllegalMove));
    assert_eq!(white.play(game, 1, "d2d4").await, Err(ActionError::NotYourTurn));
    let forged = format!("hanpan={}", "0".repeat(64));
    let mut forger = Client::with_cookie(&server, Some(&forged)).await;
    assert_ne!(forger.me.id, white.me.id);
    assert_eq!(forger.action(game, PlayerAction::Resign).await, Err(ActionError::NotSeated));
}

#[tokio::test]
async fn cookies_are_never_sent_to_others() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    white.play(game, 0, "e2e4").await.unwrap();
    let secret = white.cookie.split_once('=').unwrap().1.to_owned();
    black.send(&ToServer::Enter { game, since: None }).await;
    black.send(&ToServer::EnterLobby).await;
    let told = async {
        loop {
            let message = black.socket.next().await.expect("the connection has ended").unwrap();
            let Message::Text(text) = message else { continue };
            assert!(!text.contains(&secret), "{text}");
            if text.contains("\"lobby\"") {
                return;
            }
        }
    };
    timeout(TIMEOUT, told).await.unwrap();
    let look = server.request(&format!("GET /api/games/{game}"), &[]).await;
    assert!(!String::from_utf8(look.body).unwrap().contains(&secret));
}

#[tokio::test]
async fn foreign_origins_are_refused() {
    let server = TestServer::start().await;
    for origin in ["http://evil.example", "null", "http://localhost.evil.example"] {
        assert_eq!(refused(&server, &[("origin", origin)]).await, 403, "{origin}");
        let create = server.send("POST /api/games", &[&format!("origin: {origin}")], "{}").await;
        assert_eq!(create.status, 403, "{origin}");
    }
    let own = format!("http://{}", server.address);
    assert!(crate::client::connect(&server, &[("origin", &own)]).await.is_ok());
}

#[tokio::test]
async fn a_reused_action_id_has_no_new_effect() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    let act = |ply, uci: &str| PlayerAction::play(Ply(ply), uci.parse().unwrap());
    let id = ActionId::from_bits(9);
    let number = white.action_with_id(game, id, act(0, "e2e4")).await.unwrap();
    black.play(game, 1, "e7e5").await.unwrap();
    // A reused id returns the first result, from any connection, whatever the action.
    let mut window = white.reconnect(&server).await;
    for client in [&mut white, &mut window] {
        for other in [act(2, "g1f3"), PlayerAction::Resign, PlayerAction::Abort, act(0, "d2d4")] {
            assert_eq!(client.action_with_id(game, id, other).await, Ok(number));
        }
    }
    let (_, state) = black.enter(game).await;
    assert_eq!((state.moves.len(), state.result, state.number), (2, None, number.next()));
}
