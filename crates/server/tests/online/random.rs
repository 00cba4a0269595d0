//! Property test with random messages: no server task panics and no illegal game results.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::{SinkExt, StreamExt};
use game::Game;
use protocol::{GameId, ToClient};
use serde_json::Value;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use rng::Rng;

use crate::common::{TIMEOUT, TestServer};
use crate::fixtures::{blitz, pair};

/// Panics in this process.
static PANIC_COUNT: AtomicUsize = AtomicUsize::new(0);

#[tokio::test]
async fn random_messages_keep_the_rules() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        PANIC_COUNT.fetch_add(1, Ordering::SeqCst);
        usual(info);
    }));
    let examples = examples();
    let mut rng = Rng::new(1);
    let mut played = 0;
    for _ in 0..8 {
        let server = TestServer::start().await;
        let (white, black, game) = pair(&server, blitz()).await;
        let mut clients = [Client::new(&server).await, white, black];
        for _ in 0..120 {
            let who = rng.index(clients.len());
            let text = if rng.index(3) == 0 {
                a_move(&server, game, &mut rng).await
            } else {
                any_message(&examples, game, &mut rng)
            };
            // A client that was disconnected reconnects.
            if clients[who].socket.send(Message::text(text)).await.is_err() {
                clients[who] = clients[who].reconnect(&server).await;
            }
        }
        played += board(&server, game).await.plies();
        assert_eq!(server.request("GET /healthz", &[]).await.status, 200);
        for mut client in clients {
            client.socket.close(None).await.ok();
            timeout(TIMEOUT, async { while let Some(Ok(_)) = client.socket.next().await {} }).await.unwrap();
        }
        server.stop().await;
    }
    assert_eq!(PANIC_COUNT.load(Ordering::SeqCst), 0);
    assert!(played > 40, "{played} moves are hardly eight games");
}

/// The game as the server has it; checks that every move is legal.
async fn board(server: &TestServer, game: GameId) -> Game {
    let state = server.request(&format!("GET /api/games/{game}"), &[]).await;
    let ToClient::State { state, .. } = serde_json::from_slice(&state.body).unwrap() else {
        panic!("no state");
    };
    let mut board = Game::standard();
    for played in &state.moves {
        board.play(board.parse_move(&played.uci.0.to_string()).unwrap()).unwrap();
    }
    board
}

/// A legal move, if the right player sends it.
async fn a_move(server: &TestServer, game: GameId, rng: &mut Rng) -> String {
    let board = board(server, game).await;
    let moves = board.legal_moves();
    let uci = match moves.len() {
        0 => "e2e4".to_owned(),
        choice => moves[rng.index(choice)].uci(rules::CastlingStyle::Standard).to_string(),
    };
    let id = protocol::ActionId::from_bits(rng.index(1 << 20) as u128);
    let act = serde_json::json!({ "type": "move", "ply": board.plies(), "uci": uci });
    serde_json::json!({ "type": "act", "game": game, "id": id, "act": act }).to_string()
}

/// Example messages of the protocol documentation.
fn examples() -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/protocol");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let sent = files.filter(|file| file.file_name().unwrap().to_str().unwrap().starts_with("to-server-"));
    let mut sent: Vec<_> = sent.collect();
    sent.sort();
    sent.iter().map(|file| serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()).collect()
}

/// An example message about this game, sometimes corrupted.
fn any_message(examples: &[Value], game: GameId, rng: &mut Rng) -> String {
    let mut message = examples[rng.index(examples.len())].clone();
    if let Some(named) = message.get_mut("game") {
        *named = game.to_string().into();
    }
    if let Some(id) = message.get_mut("id") {
        *id = protocol::ActionId::from_bits(rng.index(1 << 20) as u128).to_string().into();
    }
    let ends = ["resign", "abort"].iter().any(|&act| message["act"]["type"] == act);
    if ends && rng.index(20) > 0 {
        // Keep most games going.
        message["act"] = serde_json::json!({ "type": "give-time" });
    }
    if rng.index(3) == 0 {
        let mut bytes = message.to_string().into_bytes();
        let place = rng.index(bytes.len());
        match rng.index(3) {
            0 => bytes.truncate(place),
            1 => bytes[place] = b' ' + rng.index(95) as u8,
            _ => bytes.insert(place, b"{}[]\",:09-"[rng.index(10)]),
        }
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    message.to_string()
}
