//! What is no message, or no request, or has something in it that is not what it says.

use futures_util::SinkExt;
use protocol::http::CreateGameRequest;
use protocol::{ActionError, CloseReason, PlayerName, ToClient, ToServer};
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use crate::common::TestServer;
use crate::fixtures::{blitz, invitation};

#[tokio::test]
async fn what_is_no_message_is_refused_and_then_ends_it() {
    let server = TestServer::start().await;
    let mut mallory = Client::new(&server).await;
    for text in ["", "null", "[]", r#"{"type":"nonsense"}"#] {
        mallory.send_text(text).await;
        let answer = mallory.next().await;
        assert!(
            matches!(answer, ToClient::Refused { reason: ActionError::Malformed, .. }),
            "{text}: {answer:?}"
        );
    }
    mallory.socket.send(Message::binary(vec![0; 10])).await.unwrap();
    let answer = mallory.next().await;
    assert!(
        matches!(answer, ToClient::Farewell { reason: CloseReason::Malformed, retry: None }),
        "{answer:?}"
    );
    assert_eq!(mallory.try_next().await, None);
}

#[tokio::test]
async fn values_outside_their_limits_are_no_messages() {
    let server = TestServer::start().await;
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
        assert!(
            matches!(answer, ToClient::Refused { reason: ActionError::Malformed, .. }),
            "{text}: {answer:?}"
        );
    }
}

#[tokio::test]
async fn giant_frames_end_the_connection() {
    let server = TestServer::start().await;
    let mut mallory = Client::new(&server).await;
    // So long a message may be, though this one means nothing.
    mallory.send_text(&"x".repeat(ToServer::MAX_BYTES)).await;
    let answer = mallory.next().await;
    assert!(matches!(answer, ToClient::Refused { reason: ActionError::Malformed, .. }), "{answer:?}");
    for length in [ToServer::MAX_BYTES + 1, 1_000_000] {
        let mut mallory = Client::new(&server).await;
        mallory.socket.send(Message::text("x".repeat(length))).await.ok();
        assert_eq!(mallory.try_next().await, None, "{length} bytes");
    }
    Client::new(&server).await;
}

#[tokio::test]
async fn names_are_names_whatever_is_in_them() {
    let server = TestServer::start().await;
    let host = Client::new(&server).await;
    let name = PlayerName::new("'); DROP TABLE x;--").unwrap();
    let body = serde_json::to_string(&CreateGameRequest { name: Some(name.clone()), ..invitation(blitz()) });
    let cookie = format!("cookie: {}", host.cookie);
    let answer = server.send("POST /api/games", &[&cookie], &body.unwrap()).await;
    let invited: protocol::http::CreateGameResponse = serde_json::from_slice(&answer.body).unwrap();
    let mut guest = Client::new(&server).await;
    let (_, state) = guest.enter(invited.game).await;
    assert_eq!(state.seats.white.unwrap().name, Some(name));
    let pgn = server.ask(&format!("GET /api/games/{}/pgn", invited.game), &[]).await;
    assert!(String::from_utf8(pgn.body).unwrap().contains("[White \"'); DROP TABLE x;--\"]"));
}

#[tokio::test]
async fn paths_lead_nowhere_else() {
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
        let status = server.ask(&format!("GET {path}"), &[]).await.status;
        assert!(status == 404 || status == 405, "{path}: {status}");
    }
    assert_eq!(server.ask("GET /socket", &[]).await.status, 400, "not a socket");
}

#[tokio::test]
async fn bodies_are_small_and_complete() {
    let server = TestServer::start().await;
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
