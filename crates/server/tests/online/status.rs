//! What those see who watch over a server.

use crate::common::Server;
use crate::game::{blitz, pair};

#[tokio::test]
async fn a_server_that_works_says_so() {
    let server = Server::start().await;
    let health = server.ask("GET /healthz", &[]).await;
    assert_eq!((health.status, health.body.as_slice()), (200, &b"ok\n"[..]));
    assert_eq!(health.header("cache-control"), Some("no-store"));
    assert!(health.header("content-security-policy").is_some());
}

#[tokio::test]
async fn the_numbers_are_counted() {
    let server = Server::start().await;
    let (mut white, _black, game) = pair(&server, blitz()).await;
    white.play(game, 0, "e2e4").await.unwrap();
    let text = String::from_utf8(server.ask("GET /metrics", &[]).await.body).unwrap();
    let value = |name: &str| -> u64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    };
    assert_eq!(value("hanpan_games_created_total"), 1);
    assert_eq!(value("hanpan_connections"), 2);
    assert_eq!(value("hanpan_games_playing"), 1);
    assert_eq!(value("hanpan_records_total"), 2, "sat down, moved");
    assert!(value("hanpan_messages_received_total") >= 3);
}
