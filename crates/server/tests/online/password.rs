//! Password changes.

use std::sync::Arc;

use protocol::http::SessionInfo;
use server::accounts::Admin;
use server::store::SqliteStore;

use crate::accounts::{cookie, credentials, send};
use crate::client::Client;
use crate::common::{HttpResponse, TestServer};

async fn change(server: &TestServer, cookie: &str, current: &str, new: &str) -> HttpResponse {
    let body = format!(r#"{{"current":"{current}","new":"{new}"}}"#);
    send(server, "POST /api/account/password", cookie, &body).await
}

async fn log_in(server: &TestServer, password: &str) -> HttpResponse {
    server.send("POST /api/session", &[], &credentials("Minji", password)).await
}

/// Status and reason type of a response.
fn refused(response: &HttpResponse) -> (u16, String) {
    let body: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
    (response.status, body["reason"]["type"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn changing_the_password_ends_other_sessions() {
    let server = TestServer::start().await;
    let made = server.send("POST /api/account", &[], &credentials("Minji", "correct horse")).await;
    let elsewhere = cookie(&made);
    let here = cookie(&log_in(&server, "correct horse").await);
    let mut on_here = Client::with_cookie(&server, Some(&here)).await;
    let mut on_elsewhere = Client::with_cookie(&server, Some(&elsewhere)).await;

    let changed = change(&server, &here, "correct horse", "battery staple").await;
    assert_eq!((changed.status, changed.header("set-cookie")), (204, None), "{changed:?}");
    on_elsewhere.expect_disconnect().await;
    let sessions = send(&server, "GET /api/sessions", &here, "").await;
    let sessions: Vec<SessionInfo> = serde_json::from_slice(&sessions.body).unwrap();
    assert_eq!(sessions.iter().map(|session| session.current).collect::<Vec<_>>(), [true]);
    assert_eq!(send(&server, "GET /api/sessions", &elsewhere, "").await.status, 401);
    let game = crate::fixtures::invite(&server, &on_here, crate::fixtures::blitz()).await.game;
    on_here.enter(game).await; // the connection of the one who changed it is served on

    assert_eq!(refused(&log_in(&server, "correct horse").await), (401, "wrong-credentials".to_owned()));
    assert_eq!(log_in(&server, "battery staple").await.status, 200);
}

#[tokio::test]
async fn refused_changes_have_no_effect() {
    let server = TestServer::start().await;
    let made = server.send("POST /api/account", &[], &credentials("Minji", "correct horse")).await;
    let session = cookie(&made);
    let guest = Client::new(&server).await.cookie;
    for (cookie, current, new, expected) in [
        (&guest, "correct horse", "battery staple", (401, "not-logged-in")),
        (&session, "wrong horse", "battery staple", (401, "wrong-credentials")),
        (&session, "short", "battery staple", (401, "wrong-credentials")),
        (&session, "correct horse", "short", (400, "unfit")),
        (&session, "correct horse", &"x".repeat(1_001), (400, "unfit")),
    ] {
        let response = change(&server, cookie, current, new).await;
        assert_eq!(refused(&response), (expected.0, expected.1.to_owned()), "{current} {new}");
    }
    let foreign = ["origin: http://elsewhere.example", &format!("cookie: {session}")];
    let body = r#"{"current":"correct horse","new":"battery staple"}"#;
    assert_eq!(server.send("POST /api/account/password", &foreign, body).await.status, 403);
    assert_eq!(log_in(&server, "correct horse").await.status, 200);
}

#[tokio::test]
async fn password_change_attempts_are_throttled_like_logins() {
    let server = TestServer::start().await;
    let made = server.send("POST /api/account", &[], &credentials("Minji", "correct horse")).await;
    let session = cookie(&made);
    for _ in 0..10 {
        let response = change(&server, &session, "wrong horse", "battery staple").await;
        assert_eq!(refused(&response), (401, "wrong-credentials".to_owned()));
    }
    let response = change(&server, &session, "correct horse", "battery staple").await;
    assert_eq!(refused(&response), (429, "too-often".to_owned()));
    assert_eq!(response.header("retry-after"), Some("60"));
    assert_eq!(log_in(&server, "correct horse").await.status, 429, "both endpoints share the limit");
}

/// The operator resets a password, then the owner changes it.
#[tokio::test]
async fn a_reset_password_can_be_changed() {
    let folder =
        std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("reset-{}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    let store = Arc::new(SqliteStore::open(&folder).unwrap());
    let server = TestServer::on(store).await;
    let made = server.send("POST /api/account", &[], &credentials("Minji", "correct horse")).await;
    let mut player = Client::with_cookie(&server, Some(&cookie(&made))).await;
    let host = folder.clone();
    let given = tokio::task::spawn_blocking(move || {
        let admin = Admin::open(&host).unwrap();
        admin.reset_password(&"minji".parse().unwrap(), game::Timestamp(5)).unwrap()
    });
    let given = given.await.unwrap();
    player.expect_disconnect().await;
    assert_eq!(log_in(&server, "correct horse").await.status, 401);
    let session = cookie(&log_in(&server, &given).await);
    assert_eq!(change(&server, &session, &given, "battery staple").await.status, 204);
    assert_eq!(log_in(&server, "battery staple").await.status, 200);
    server.stop().await;
    std::fs::remove_dir_all(&folder).ok();
}
