//! Clients that mean no good: they are refused, and nobody else notices.

mod floods;
mod messages;

use futures_util::StreamExt;
use protocol::{Act, ActId, MoveText, Refusal, ToServer};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, refused};
use crate::common::{LONG, Server};
use crate::game::{blitz, pair};

#[tokio::test]
async fn nobody_plays_for_somebody_else() {
    let server = Server::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    let mut mallory = Client::new(&server).await;
    mallory.enter(game).await;
    let e4 = || Act::Move { ply: 0, uci: MoveText("e2e4".parse().unwrap()) };
    for act in [e4(), Act::Resign, Act::Abort, Act::GiveTime, Act::ClaimWin] {
        assert_eq!(mallory.act(game, act).await, Err(Refusal::NotSeated));
    }
    // To know an id, a player's or an act's, opens nothing.
    let id = ActId::from_bits(5);
    white.act_with(game, id, e4()).await.unwrap();
    assert_eq!(mallory.act_with(game, id, e4()).await, Err(Refusal::NotSeated));
    assert_eq!(
        black.act_with(game, id, e4()).await,
        Err(Refusal::Stale),
        "the opponent's id is not one's own"
    );
    assert_eq!(black.play(game, 1, "e2e4").await, Err(Refusal::IllegalMove));
    assert_eq!(white.play(game, 1, "d2d4").await, Err(Refusal::NotYourTurn));
    let forged = format!("hanpan={}", "0".repeat(64));
    let mut forger = Client::with_cookie(&server, Some(&forged)).await;
    assert_ne!(forger.me.id, white.me.id);
    assert_eq!(forger.act(game, Act::Resign).await, Err(Refusal::NotSeated));
}

#[tokio::test]
async fn no_secret_is_ever_told() {
    let server = Server::start().await;
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
    timeout(LONG, told).await.unwrap();
    let look = server.ask(&format!("GET /api/games/{game}"), &[]).await;
    assert!(!String::from_utf8(look.body).unwrap().contains(&secret));
}

#[tokio::test]
async fn another_page_gets_no_socket() {
    let server = Server::start().await;
    for origin in ["http://evil.example", "null", "http://hanpan.evil.example"] {
        assert_eq!(refused(&server, &[("origin", origin)]).await, 403, "{origin}");
        let create = server.send("POST /api/games", &[&format!("origin: {origin}")], "{}").await;
        assert_eq!(create.status, 403, "{origin}");
    }
    let own = format!("http://{}", server.address);
    assert!(crate::client::connect(&server, &[("origin", &own)]).await.is_ok());
}

#[tokio::test]
async fn an_id_that_was_used_does_nothing_else() {
    let server = Server::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    let act = |ply, uci: &str| Act::Move { ply, uci: MoveText(uci.parse().unwrap()) };
    let id = ActId::from_bits(9);
    let number = white.act_with(game, id, act(0, "e2e4")).await.unwrap();
    black.play(game, 1, "e7e5").await.unwrap();
    // The same id with something else in it, from whichever window: what was done then is all that it does.
    let mut window = white.again(&server).await;
    for client in [&mut white, &mut window] {
        for other in [act(2, "g1f3"), Act::Resign, Act::Abort, act(0, "d2d4")] {
            assert_eq!(client.act_with(game, id, other).await, Ok(number));
        }
    }
    let (_, state) = black.enter(game).await;
    assert_eq!((state.moves.len(), state.result, state.number), (2, None, number + 1));
}
