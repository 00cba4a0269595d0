//! Clients that mean no good: they are refused, and nobody else notices.

use futures_util::{SinkExt, StreamExt};
use protocol::http::Invitation;
use protocol::{Act, ActId, Farewell, MoveText, Name, Refusal, Side, Start, Terms, ToClient, ToServer};
use server::{Config, Limits, Page, Proxy};
use std::sync::Arc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, refused};
use crate::common::{FILES, LONG, Server};
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
async fn what_is_no_message_is_refused_and_then_ends_it() {
    let server = Server::start().await;
    let mut mallory = Client::new(&server).await;
    for text in ["", "null", "[]", r#"{"type":"nonsense"}"#] {
        mallory.send_text(text).await;
        let answer = mallory.next().await;
        assert!(matches!(answer, ToClient::Refused { reason: Refusal::Malformed, .. }), "{text}: {answer:?}");
    }
    mallory.socket.send(Message::binary(vec![0; 10])).await.unwrap();
    let answer = mallory.next().await;
    assert!(matches!(answer, ToClient::Farewell { reason: Farewell::Malformed, retry: None }), "{answer:?}");
    assert_eq!(mallory.try_next().await, None);
}

#[tokio::test]
async fn values_outside_their_limits_are_no_messages() {
    let server = Server::start().await;
    let deep = format!("{}{}", "[".repeat(900), "]".repeat(900));
    for text in [
        r#"{"type":"enter","game":"../../../etc/passwd"}"#,
        r#"{"type":"enter","game":"AAAAAAAAAAAAAAAAAAAAAQ","since":-1}"#,
        r#"{"type":"act","game":"AAAAAAAAAAAAAAAAAAAAAQ","id":"AAAAAAAAAAAAAAAAAAAAAQ","act":{"type":"move","ply":0,"uci":"e2e4; DROP TABLE log"}}"#,
        r#"{"type":"act","game":"AAAAAAAAAAAAAAAAAAAAAQ","id":"AAAAAAAAAAAAAAAAAAAAAQ","act":{"type":"sit","name":"a name that is much too long for anybody"}}"#,
        &deep,
    ] {
        let mut mallory = Client::new(&server).await;
        mallory.send_text(text).await;
        let answer = mallory.next().await;
        assert!(matches!(answer, ToClient::Refused { reason: Refusal::Malformed, .. }), "{text}: {answer:?}");
    }
}

#[tokio::test]
async fn giant_frames_end_the_connection() {
    let server = Server::start().await;
    let mut mallory = Client::new(&server).await;
    mallory.socket.send(Message::text("x".repeat(1_000_000))).await.ok();
    assert_eq!(mallory.try_next().await, None);
    Client::new(&server).await;
}

#[tokio::test]
async fn a_flood_is_slowed_down_and_then_cut_off() {
    let server = Server::start().await;
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
    assert_eq!(slowed, Refusal::TooFast);
    let text = serde_json::to_string(&flood).unwrap();
    for _ in 0..60 {
        // It may be cut off in the middle of it.
        mallory.socket.send(Message::text(text.clone())).await.ok();
    }
    let mut last = None;
    while let Some(message) = mallory.try_next().await {
        last = Some(message);
    }
    // The end may be quicker than the goodbye.
    let reason = last.unwrap();
    let cut_off =
        matches!(reason, ToClient::Farewell { reason: Farewell::Flood, .. } | ToClient::Refused { .. });
    assert!(cut_off, "{reason:?}");
    white.play(game, 0, "e2e4").await.unwrap();
    black.sees("e2e4").await;
}

#[tokio::test]
async fn there_is_room_for_so_many_and_no_more() {
    let limits = Limits { connections: 3, per_address: 2, messages: 100 };
    let store = Arc::new(server::store::Sqlite::in_memory().unwrap());
    let server = Server::of(Page::new(&FILES), store, Config { limits, ..Config::default() }).await;
    let first = Client::new(&server).await;
    let _second = Client::new(&server).await;
    assert_eq!(refused(&server, &[]).await, 503);
    first.vanish().await;
    // The server sees that it is gone a moment later.
    let let_in = async {
        while crate::client::connect(&server, &[]).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    timeout(LONG, let_in).await.unwrap();
}

#[tokio::test]
async fn questions_are_answered_at_a_pace() {
    let limits = Limits { connections: 9, per_address: 9, messages: 1 };
    let store = Arc::new(server::store::Sqlite::in_memory().unwrap());
    let server = Server::of(Page::new(&FILES), store, Config { limits, ..Config::default() }).await;
    let mut statuses = Vec::new();
    for _ in 0..10 {
        statuses.push(server.ask("GET /api/archive", &[]).await.status);
    }
    assert!(statuses.starts_with(&[200, 200, 200]) && statuses.contains(&429), "{statuses:?}");
    assert_eq!(server.ask("GET /", &[]).await.status, 200, "the page costs nothing");
}

#[tokio::test]
async fn pings_without_end_end_the_connection() {
    let server = Server::start().await;
    let mut mallory = Client::new(&server).await;
    for _ in 0..200 {
        // Once the server has hung up nothing can be sent any more.
        if mallory.socket.send(Message::Ping("x".into())).await.is_err() {
            break;
        }
    }
    // The end may be quicker than the goodbye.
    let mut last = None;
    while let Some(message) = mallory.try_next().await {
        last = Some(message);
    }
    assert!(matches!(last, None | Some(ToClient::Farewell { reason: Farewell::Flood, .. })), "{last:?}");
}

#[tokio::test]
async fn names_are_names_whatever_is_in_them() {
    let server = Server::start().await;
    let host = Client::new(&server).await;
    let name = Name::new("'); DROP TABLE x;--").unwrap();
    let body =
        serde_json::to_string(&Invitation { terms: blitz(), side: Side::White, name: Some(name.clone()) });
    let cookie = format!("cookie: {}", host.cookie);
    let answer = server.send("POST /api/games", &[&cookie], &body.unwrap()).await;
    let invited: protocol::http::Invited = serde_json::from_slice(&answer.body).unwrap();
    let mut guest = Client::new(&server).await;
    let (_, state) = guest.enter(invited.game).await;
    assert_eq!(state.seats.white.unwrap().name, Some(name));
    let pgn = server.ask(&format!("GET /api/games/{}/pgn", invited.game), &[]).await;
    assert!(String::from_utf8(pgn.body).unwrap().contains("[White \"'); DROP TABLE x;--\"]"));
}

#[tokio::test]
async fn paths_lead_nowhere_else() {
    let server = Server::start().await;
    for path in [
        "/game/../../etc/passwd",
        "/game/AAAAAAAAAAAAAAAAAAAAAR",
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/players/%27%20OR%201=1",
        "/api/sessions/x",
        "/socket/",
        "/api/",
    ] {
        let status = server.ask(&format!("GET {path}"), &[]).await.status;
        assert!(status == 404 || status == 405, "{path}: {status}");
    }
    assert_eq!(server.ask("GET /socket", &[]).await.status, 400, "not a socket");
}

#[tokio::test]
async fn bodies_are_small_and_complete() {
    let server = Server::start().await;
    let huge = format!("{{\"terms\":\"{}\"}}", "x".repeat(100_000));
    assert_eq!(server.send("POST /api/games", &[], &huge).await.status, 413);
    for body in [
        "x",
        "{}",
        r#"{"terms":{"start":{"ruleset":"standard"},"control":{"type":"correspondence","days":99}}}"#,
    ] {
        let answer = server.send("POST /api/games", &[], body).await;
        assert_eq!(answer.status, 400, "{body}: {answer:?}");
    }
    let bad = r#"{"terms":{"start":{"ruleset":"from-position","fen":"8/8/8/8/8/8/8/8 w - - 0 1"},"control":{"type":"unlimited"}}}"#;
    assert_eq!(server.send("POST /api/games", &[], bad).await.status, 422);
}

#[tokio::test]
async fn games_are_not_created_without_end() {
    let server = Server::start().await;
    let host = Client::new(&server).await;
    let body = serde_json::to_string(&Invitation { terms: blitz(), side: Side::White, name: None }).unwrap();
    let cookie = format!("cookie: {}", host.cookie);
    let mut statuses = Vec::new();
    for _ in 0..40 {
        statuses.push(server.send("POST /api/games", &[&cookie], &body).await.status);
    }
    assert_eq!(statuses.first(), Some(&200));
    assert!(statuses.contains(&429), "{statuses:?}");
}

/// A server that believes its proxy, so that everybody can come from elsewhere.
async fn behind_proxy() -> Server {
    let config = Config { proxy: Proxy::Trusted, ..Config::default() };
    Server::of(Page::new(&FILES), Arc::new(server::store::Sqlite::in_memory().unwrap()), config).await
}

#[tokio::test]
async fn nobody_has_games_without_end_wherever_they_ask_from() {
    let server = behind_proxy().await;
    let host = Client::new(&server).await;
    let body = serde_json::to_string(&Invitation { terms: blitz(), side: Side::White, name: None }).unwrap();
    let cookie = format!("cookie: {}", host.cookie);
    for number in 0..52 {
        let from = format!("x-forwarded-for: 10.0.{}.1", number / 20);
        let answer = server.send("POST /api/games", &[&cookie, &from], &body).await;
        let expected = if number < 50 { 200 } else { 422 };
        assert_eq!(answer.status, expected, "{number}: {answer:?}");
        if number >= 50 {
            assert!(String::from_utf8(answer.body).unwrap().contains("too-many"));
        }
    }
}

#[tokio::test]
async fn a_noisy_neighbour_costs_nobody_the_connection() {
    let limits = Limits { connections: 9, per_address: 9, messages: 5 };
    let store = Arc::new(server::store::Sqlite::in_memory().unwrap());
    let server = Server::of(Page::new(&FILES), store, Config { limits, ..Config::default() }).await;
    let (mut ann, mut mallory) = (Client::new(&server).await, Client::new(&server).await);
    // All that the address may send, and more.
    for _ in 0..30 {
        mallory.send(&ToServer::LeaveLobby).await;
    }
    let late = |message: &ToClient| match message {
        ToClient::Refused { reason: Refusal::TooFast, .. } => Some(()),
        _ => None,
    };
    mallory.until(late).await;
    for _ in 0..35 {
        // Each is refused, for the address has sent too much; but Ann has not.
        ann.send(&ToServer::LeaveLobby).await;
    }
    ann.until(late).await;
    let game = protocol::GameId::from_bits(1);
    ann.send(&ToServer::Enter { game, since: None }).await;
    ann.until(|message| matches!(message, ToClient::Refused { game: Some(_), .. }).then_some(())).await;
}

#[tokio::test]
async fn short_questions_with_long_answers_are_rationed() {
    let server = Server::start().await;
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
            ToClient::Refused { reason: Refusal::TooFast, .. } => Some(()),
            _ => None,
        })
        .await;
    assert!((1..30).contains(&lists), "{lists}");
}

/// What does not read is not waited for, and costs the others nothing.
#[tokio::test]
async fn one_who_does_not_read_is_let_go() {
    let server = behind_proxy().await;
    let fen = "r1b1k1b1/1p1p1p1p/n1q1b1n1/1p1p1p1p/P1P1P1P1/1N1B1Q1N/P1P1P1P1/R1B1K1B1 w - - 0 1";
    let start = Start::FromPosition { fen: fen.to_owned().try_into().unwrap() };
    let mut seekers = tokio::task::JoinSet::new();
    for number in 0..60_u32 {
        let from = format!("10.1.{number}.1");
        let (socket, _) = crate::client::connect(&server, &[("x-forwarded-for", &from)]).await.unwrap();
        let start = start.clone();
        seekers.spawn(async move {
            let mut socket = socket;
            for id in 0..3 {
                let id = ActId::from_bits(u128::from(3 * number + id));
                let terms = Terms { start: start.clone(), ..blitz() };
                let name = Name::new("a guest with a name").ok();
                let seek = ToServer::Seek { id, terms, side: Side::White, name };
                socket.send(Message::text(serde_json::to_string(&seek).unwrap())).await.unwrap();
            }
            // They read, so they stay.
            while let Some(Ok(_)) = socket.next().await {}
        });
    }
    let mut watcher = Client::new(&server).await;
    let many = async {
        loop {
            watcher.send(&ToServer::EnterLobby).await;
            let seeks = watcher
                .until(|message| match message {
                    ToClient::Lobby { seeks, .. } => Some(seeks.len()),
                    _ => None,
                })
                .await;
            if seeks == 180 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(600)).await;
        }
    };
    timeout(LONG, many).await.unwrap();
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let stream = socket.connect(server.address).await.unwrap();
    let request = format!("ws://{}/socket", server.address);
    let (mut mallory, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
    let ask = serde_json::to_string(&ToServer::EnterLobby).unwrap();
    // The clock stands still except when everybody waits: then it is over at once with the server's patience.
    tokio::time::pause();
    let cut_off = async {
        while mallory.send(Message::text(ask.clone())).await.is_ok() {
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        }
    };
    timeout(std::time::Duration::from_secs(600), cut_off).await.expect("she is still there");
    let metrics = String::from_utf8(server.ask("GET /metrics", &[]).await.body).unwrap();
    // Neither is the watcher, who has stopped reading too; those who read stay.
    assert!(metrics.contains("hanpan_connections 60\n"), "{metrics}");
    seekers.abort_all();
}
