//! Floods, limits and clients that do not read.

use std::sync::Arc;
use std::time::Duration;

use futures_util::SinkExt;
use protocol::{
    ActionError, ActionId, CloseReason, ColorPreference, PlayerAction, PlayerName, ToClient, ToServer,
};
use server::store::SqliteStore;
use server::{Assets, Config, Limits, Proxy};
use tokio::net::TcpSocket;
use tokio::time::timeout;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use crate::accounts::cookie;
use crate::client::{Client, connect, refused};
use crate::common::{FILES, TIMEOUT, TestServer};
use crate::fixtures::{blitz, invitation, invite, pair};

#[tokio::test]
async fn a_flood_is_refused_and_then_disconnected() {
    let server = TestServer::start().await;
    let (mut white, mut black, game) = pair(&server, blitz()).await;
    let mut mallory = Client::new(&server).await;
    let flood = ToServer::Leave { game };
    for _ in 0..60 {
        mallory.send(&flood).await;
    }
    let slowed = mallory
        .until(|message| match message {
            ToClient::Refused { reason, .. } => Some(*reason),
            _ => None,
        })
        .await;
    assert_eq!(slowed, ActionError::TooFast);
    let text = serde_json::to_string(&flood).unwrap();
    for _ in 0..60 {
        // The connection may be closed in between.
        mallory.socket.send(Message::text(text.clone())).await.ok();
    }
    // The connection may end before the farewell arrives.
    let reason = mallory.last_message().await.unwrap();
    let cut_off =
        matches!(reason, ToClient::Farewell { reason: CloseReason::Flood, .. } | ToClient::Refused { .. });
    assert!(cut_off, "{reason:?}");
    assert_eq!(server.metric("hanpan_connections_dropped_total").await, 1);
    white.play(game, 0, "e2e4").await.unwrap();
    black.wait_for_move("e2e4").await;
}

#[tokio::test]
async fn sockets_are_limited_per_address() {
    let limits = Limits {
        max_connections: 3,
        connections_per_address: 2,
        messages_per_second: 100,
        ..Limits::default()
    };
    let server = limited(limits).await;
    let first = Client::new(&server).await;
    let _second = Client::new(&server).await;
    assert_eq!(refused(&server, &[]).await, 503);
    first.drop_connection().await;
    // The server notices the closed connection a moment later.
    let let_in = async {
        while connect(&server, &[]).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    timeout(TIMEOUT, let_in).await.unwrap();
}

#[tokio::test]
async fn requests_are_rate_limited() {
    let limits = Limits {
        max_connections: 9,
        connections_per_address: 9,
        messages_per_second: 1,
        ..Limits::default()
    };
    let server = limited(limits).await;
    let mut statuses = Vec::new();
    for _ in 0..10 {
        statuses.push(server.request("GET /api/archive", &[]).await.status);
    }
    assert!(statuses.starts_with(&[200, 200, 200]) && statuses.contains(&429), "{statuses:?}");
    assert_eq!(server.request("GET /", &[]).await.status, 200, "assets are not rate limited");
}

#[tokio::test]
async fn a_ping_flood_is_disconnected() {
    let server = TestServer::start().await;
    let mut mallory = Client::new(&server).await;
    for _ in 0..200 {
        // Sending fails once the server has closed.
        if mallory.socket.send(Message::Ping("x".into())).await.is_err() {
            break;
        }
    }
    // The connection may end before the farewell arrives.
    let last = mallory.last_message().await;
    assert!(matches!(last, None | Some(ToClient::Farewell { reason: CloseReason::Flood, .. })), "{last:?}");
    assert_eq!(server.metric("hanpan_connections_dropped_total").await, 1);
}

#[tokio::test]
async fn game_creation_is_rate_limited() {
    let server = TestServer::start().await;
    let host = Client::new(&server).await;
    let body = serde_json::to_string(&invitation(blitz())).unwrap();
    let cookie = format!("cookie: {}", host.cookie);
    let mut statuses = Vec::new();
    for _ in 0..40 {
        statuses.push(server.send("POST /api/games", &[&cookie], &body).await.status);
    }
    assert_eq!(statuses.first(), Some(&200));
    assert!(statuses.contains(&429), "{statuses:?}");
}

#[tokio::test]
async fn unfinished_games_are_limited_per_player() {
    let server = behind_proxy().await;
    let host = Client::new(&server).await;
    let body = serde_json::to_string(&invitation(blitz())).unwrap();
    let cookie = format!("cookie: {}", host.cookie);
    for number in 0..52 {
        let from = format!("x-forwarded-for: 10.0.{}.1", number / 20);
        let response = server.send("POST /api/games", &[&cookie, &from], &body).await;
        let expected = if number < 50 { 200 } else { 422 };
        assert_eq!(response.status, expected, "{number}: {response:?}");
        if number >= 50 {
            assert!(String::from_utf8(response.body).unwrap().contains("too-many"));
        }
    }
}

#[tokio::test]
async fn parallel_requests_cannot_exceed_the_games_of_a_player() {
    let server = behind_proxy().await;
    let host = Client::new(&server).await;
    let body = serde_json::to_string(&invitation(blitz())).unwrap();
    let cookie = format!("cookie: {}", host.cookie);
    let requests = (0..80).map(|number| {
        let (server, cookie, body) = (&server, &cookie, &body);
        let from = format!("x-forwarded-for: 10.0.{number}.1");
        async move { server.send("POST /api/games", &[cookie, &from], body).await.status }
    });
    let statuses = futures_util::future::join_all(requests).await;
    let count = |wanted| statuses.iter().filter(|&&status| status == wanted).count();
    assert_eq!((count(200), count(422)), (50, 30), "{statuses:?}");
}

#[tokio::test]
async fn head_and_options_leave_the_expensive_requests_alone() {
    let server = TestServer::start().await;
    for _ in 0..40 {
        assert_ne!(server.request("OPTIONS /api/games", &[]).await.status, 429);
        assert_ne!(server.request("HEAD /api/live", &[]).await.status, 429);
    }
    let body = serde_json::to_string(&invitation(blitz())).unwrap();
    assert_eq!(server.send("POST /api/games", &[], &body).await.status, 200);
}

#[tokio::test]
async fn unfinished_games_are_limited_per_network() {
    // Twice as many games as connections.
    let server = limited(Limits { connections_per_address: 2, ..Limits::default() }).await;
    let mut host = Client::new(&server).await;
    let game = invite(&server, &host, blitz()).await.game;
    let body = serde_json::to_string(&invitation(blitz())).unwrap();
    for expected in [200, 200, 200, 422] {
        // Without a cookie every request is a new guest.
        let response = server.send("POST /api/games", &[], &body).await;
        assert_eq!(response.status, expected, "{response:?}");
        assert_eq!(String::from_utf8(response.body).unwrap().contains("too-many"), expected == 422);
    }
    let seek = |id| ToServer::Seek {
        id: ActionId::from_bits(id),
        terms: blitz(),
        side: ColorPreference::Random,
        name: None,
    };
    host.send(&seek(1)).await;
    let refused = host.next().await;
    assert!(matches!(refused, ToClient::Refused { reason: ActionError::TooMany, .. }), "{refused:?}");
    host.enter(game).await;
    host.action(game, PlayerAction::Abort).await.unwrap();
    host.send(&seek(2)).await;
    host.until(|message| matches!(message, ToClient::Seeking { .. }).then_some(())).await;
    // A pairing counts as a game.
    let mut guest = Client::new(&server).await;
    guest.send(&seek(3)).await;
    guest.until(|message| matches!(message, ToClient::Paired { .. }).then_some(())).await;
    assert_eq!(server.send("POST /api/games", &[], &body).await.status, 422);
}

#[tokio::test]
async fn followed_games_are_limited_per_connection() {
    let server = TestServer::start().await;
    let mut mallory = Client::new(&server).await;
    let mut last = None;
    for _ in 0..16 {
        let game = invite(&server, &mallory, blitz()).await.game;
        mallory.enter(game).await;
        last = Some(game);
    }
    let one_more = invite(&server, &mallory, blitz()).await.game;
    let refused = |message: &ToClient| match message {
        ToClient::Refused { game, reason: ActionError::TooMany, .. } => *game,
        _ => None,
    };
    mallory.send(&ToServer::Enter { game: one_more, since: None }).await;
    assert_eq!(mallory.until(refused).await, one_more);
    mallory.send(&ToServer::Leave { game: last.unwrap() }).await;
    mallory.enter(one_more).await;
}

#[tokio::test]
async fn a_flood_from_one_address_does_not_disconnect_others() {
    let limits = Limits {
        max_connections: 9,
        connections_per_address: 9,
        messages_per_second: 5,
        ..Limits::default()
    };
    let server = limited(limits).await;
    let (mut ann, mut mallory) = (Client::new(&server).await, Client::new(&server).await);
    // More than the address may send.
    for _ in 0..30 {
        mallory.send(&ToServer::LeaveLobby).await;
    }
    let late = |message: &ToClient| match message {
        ToClient::Refused { reason: ActionError::TooFast, .. } => Some(()),
        _ => None,
    };
    mallory.until(late).await;
    for _ in 0..35 {
        // Refused because of the address, but without a strike for Ann.
        ann.send(&ToServer::LeaveLobby).await;
    }
    ann.until(late).await;
    let game = protocol::GameId::from_bits(1);
    ann.send(&ToServer::Enter { game, since: None }).await;
    ann.until(|message| matches!(message, ToClient::Refused { game: Some(_), .. }).then_some(())).await;
}

#[tokio::test]
async fn snapshot_requests_are_rate_limited() {
    let server = TestServer::start().await;
    let mut mallory = Client::new(&server).await;
    for _ in 0..30 {
        mallory.send(&ToServer::EnterLobby).await;
    }
    let mut lists = 0;
    mallory
        .until(|message| match message {
            ToClient::Lobby { .. } => {
                lists += 1;
                None
            }
            ToClient::Refused { reason: ActionError::TooFast, .. } => Some(()),
            _ => None,
        })
        .await;
    assert!((1..30).contains(&lists), "{lists}");
}

/// Small socket buffers and a short write timeout, in real time: with a paused clock every connection would
/// time out.
#[tokio::test]
async fn a_client_that_does_not_read_is_disconnected() {
    let limits = Limits { write_timeout: Duration::from_millis(300), ..Limits::default() };
    let listener = TcpSocket::new_v4().unwrap();
    listener.set_send_buffer_size(SMALL).unwrap();
    listener.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let config = Config { limits, ..Config::default() };
    let server = TestServer::at(listener.listen(8).unwrap(), Assets::new(&FILES), store(), config).await;
    let mut reader = Client::new(&server).await;
    for id in 0..3 {
        let (id, name) = (ActionId::from_bits(id), PlayerName::new("a guest with a name").ok());
        reader.send(&ToServer::Seek { id, terms: blitz(), side: ColorPreference::White, name }).await;
    }
    let stream = TcpSocket::new_v4().unwrap();
    stream.set_recv_buffer_size(SMALL).unwrap();
    let stream = stream.connect(server.address).await.unwrap();
    let (mut mallory, _) = client_async(format!("ws://{}/socket", server.address), stream).await.unwrap();
    let ask = serde_json::to_string(&ToServer::EnterLobby).unwrap();
    for _ in 0..20 {
        mallory.send(Message::text(ask.clone())).await.unwrap();
    }
    let let_go = async {
        while server.metric("hanpan_connections_dropped_total").await == 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, let_go).await.expect("the client was not disconnected");
    // Other clients are not affected.
    reader.send(&ToServer::EnterLobby).await;
    let seeks = reader
        .until(|message| match message {
            ToClient::Lobby { seeks, .. } => Some(seeks.len()),
            _ => None,
        })
        .await;
    assert_eq!((seeks, server.metric("hanpan_connections").await), (3, 1));
}

/// Socket buffer size in bytes.
const SMALL: u32 = 4_096;

fn store() -> Arc<SqliteStore> {
    Arc::new(SqliteStore::in_memory().unwrap())
}

/// A server with these limits.
async fn limited(limits: Limits) -> TestServer {
    TestServer::of(Assets::new(&FILES), store(), Config { limits, ..Config::default() }).await
}

/// A server that trusts its proxy, so that tests can choose client addresses.
async fn behind_proxy() -> TestServer {
    let config = Config { proxy: Proxy::Trusted, ..Config::default() };
    TestServer::of(Assets::new(&FILES), store(), config).await
}

#[tokio::test]
async fn requests_of_one_guest_do_not_lock_the_others_out_of_their_accounts() {
    let server = TestServer::start().await;
    let junk = async || server.send("POST /api/games", &[], "x").await.status;
    while junk().await != 429 {}
    let minji = r#"{"name":"Minji","password":"correct horse"}"#;
    let made = server.send("POST /api/account", &[], minji).await;
    assert_eq!(made.status, 200, "a registration");
    assert_eq!(server.send("POST /api/session", &[], minji).await.status, 200, "a log-in");
    let session = format!("cookie: {}", cookie(&made));
    assert_eq!(server.send("POST /api/games", &[&session], "x").await.status, 400, "a request of an account");
}
