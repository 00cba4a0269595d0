//! Malformed messages and requests.

use futures_util::SinkExt;
use protocol::http::CreateGameRequest;
use protocol::{ActionError, CloseReason, PlayerName, ToClient, ToServer};
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use crate::common::TestServer;
use crate::fixtures::{blitz, invitation};

#[tokio::test]
async fn malformed_messages_are_refused_and_then_disconnected() {
    let server = TestServer::start().await;
    let mut mallory = Client::new(&server).await;
    for text in ["", "null", "[]", r#"{"type":5}"#] {
        mallory.send_text(text).await;
        let response = mallory.next().await;
        assert!(
            matches!(response, ToClient::Refused { reason: ActionError::Malformed, .. }),
            "{text}: {response:?}"
        );
    }
    mallory.socket.send(Message::binary(vec![0; 10])).await.unwrap();
    let response = mallory.next().await;
    assert!(
        matches!(response, ToClient::Farewell { reason: CloseReason::Malformed, retry: None }),
        "{response:?}"
    );
    assert_eq!(mallory.try_next().await, None);
}

/// A client that is newer than the server is told so, and may go on.
#[tokio::test]
async fn messages_of_newer_clients_are_refused_as_newer() {
    let server = TestServer::start().await;
    let mut client = Client::new(&server).await;
    for number in 0..10 {
        let text = if number % 2 == 0 { r#"{"type":"arena"}"# } else { r#"{"type":"enter-lobby","room":1}"# };
        client.send_text(text).await;
        let response = client.next().await;
        let newer = matches!(response, ToClient::Refused { reason: ActionError::Newer, .. });
        assert!(newer, "{text}: {response:?}");
    }
    client.send(&ToServer::EnterLobby).await;
    assert!(matches!(client.next().await, ToClient::Lobby { .. }));
    let body = serde_json::to_string(&invitation(blitz())).unwrap().replacen('{', r#"{"arena":1,"#, 1);
    let response = server.send("POST /api/games", &[], &body).await;
    assert_eq!(response.status, 422);
    assert!(String::from_utf8(response.body).unwrap().contains("newer"));
}

#[tokio::test]
async fn out_of_range_values_are_malformed() {
    let server = TestServer::start().await;
    let deep = format!("{}{}", "[".repeat(900), "]".repeat(900));
    for text in [
        r#"{"type":"enter","game":"../../../etc/passwd"}"#,
        r#"{"type":"enter","game":"AAAAAAAAAAAAAAAAAAAAAQ","since":-1}"#,
        r#"{"type":"act","game":"AAAAAAAAAAAAAAAAAAAAAQ","id":"AAAAAAAAAAAAAAAAAAAAAQ","act":{"type":"move","ply":0,"uci":"e2e4; DROP TABLE log"}}"#,
        r#"{"type":"act","game":"AAAAAAAAAAAAAAAAAAAAAQ","id":"AAAAAAAAAAAAAAAAAAAAAQ","act":{"type":"sit","name":"a name that is much too long for a player"}}"#,
        &deep,
    ] {
        let mut mallory = Client::new(&server).await;
        mallory.send_text(text).await;
        let response = mallory.next().await;
        assert!(
            matches!(response, ToClient::Refused { reason: ActionError::Malformed, .. }),
            "{text}: {response:?}"
        );
    }
}

#[tokio::test]
async fn oversized_frames_are_disconnected() {
    let server = TestServer::start().await;
    let mut mallory = Client::new(&server).await;
    // The longest allowed message, though malformed.
    mallory.send_text(&"x".repeat(ToServer::MAX_BYTES)).await;
    let response = mallory.next().await;
    assert!(matches!(response, ToClient::Refused { reason: ActionError::Malformed, .. }), "{response:?}");
    for length in [ToServer::MAX_BYTES + 1, 1_000_000] {
        let mut mallory = Client::new(&server).await;
        mallory.socket.send(Message::text("x".repeat(length))).await.ok();
        assert_eq!(mallory.try_next().await, None, "{length} bytes");
    }
    Client::new(&server).await;
}

#[tokio::test]
async fn names_are_not_interpreted() {
    let server = TestServer::start().await;
    let host = Client::new(&server).await;
    let name = PlayerName::new("'); DROP TABLE x;--").unwrap();
    let body = serde_json::to_string(&CreateGameRequest { name: Some(name.clone()), ..invitation(blitz()) });
    let cookie = format!("cookie: {}", host.cookie);
    let response = server.send("POST /api/games", &[&cookie], &body.unwrap()).await;
    let invited: protocol::http::CreateGameResponse = serde_json::from_slice(&response.body).unwrap();
    let mut guest = Client::new(&server).await;
    let (_, state) = guest.enter(invited.game).await;
    assert_eq!(state.seats.white.unwrap().name, Some(name));
    let pgn = server.request(&format!("GET /api/games/{}/pgn", invited.game), &[]).await;
    assert!(String::from_utf8(pgn.body).unwrap().contains("[White \"'); DROP TABLE x;--\"]"));
}

#[tokio::test]
async fn invalid_paths_are_not_found() {
    let server = TestServer::start().await;
    for path in [
        "/game/../../etc/passwd",
        "/game/AAAAAAAAAAAAAAAAAAAAAR",
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/players/%27%20OR%201=1",
        "/api/sessions/x",
        "/socket/",
        "/api/",
    ] {
        let status = server.request(&format!("GET {path}"), &[]).await.status;
        assert!(status == 404 || status == 405, "{path}: {status}");
    }
    assert_eq!(server.request("GET /socket", &[]).await.status, 400, "not a socket");
}

#[tokio::test]
async fn request_bodies_are_limited_and_validated() {
    let server = TestServer::start().await;
    let huge = format!("{{\"terms\":\"{}\"}}", "x".repeat(100_000));
    assert_eq!(server.send("POST /api/games", &[], &huge).await.status, 413);
    for body in [
        "x",
        "{}",
        r#"{"terms":{"start":{"ruleset":"standard"},"control":{"type":"correspondence","days":99}}}"#,
    ] {
        let response = server.send("POST /api/games", &[], body).await;
        assert_eq!(response.status, 400, "{body}: {response:?}");
    }
    let bad = r#"{"terms":{"start":{"ruleset":"from-position","fen":"8/8/8/8/8/8/8/8 w - - 0 1"},"control":{"type":"unlimited"}}}"#;
    assert_eq!(server.send("POST /api/games", &[], bad).await.status, 422);
}
