//! Health check and metrics.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::TestServer;
use crate::fixtures::{blitz, pair};

#[tokio::test]
async fn a_healthy_server_answers_ok() {
    let server = TestServer::start().await;
    let health = server.request("GET /healthz", &[]).await;
    assert_eq!((health.status, health.body.as_slice()), (200, &b"ok\n"[..]));
    assert_eq!(health.header("cache-control"), Some("no-store"));
    assert!(health.header("content-security-policy").is_some());
}

#[tokio::test]
async fn hosting_md_lists_every_metric() {
    let server = TestServer::start().await;
    let text = String::from_utf8(server.request("GET /metrics", &[]).await.body).unwrap();
    let told: BTreeSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting.md");
    let page = std::fs::read_to_string(page).unwrap();
    let explained: BTreeSet<&str> =
        page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let explained: BTreeSet<&str> =
        explained.into_iter().filter(|name| name.starts_with("hanpan_")).collect();
    assert_eq!(told, explained);
}

#[tokio::test]
async fn metrics_are_counted() {
    let server = TestServer::start().await;
    let (mut white, _black, game) = pair(&server, blitz()).await;
    white.play(game, 0, "e2e4").await.unwrap();
    for (name, expected) in [
        ("hanpan_games_created_total", 1),
        ("hanpan_connections", 2),
        ("hanpan_games_playing", 1),
        // One seat taken, one move.
        ("hanpan_records_total", 2),
        ("hanpan_store_append_seconds_count", 2),
        ("hanpan_messages_received_total", 4),
    ] {
        assert_eq!(server.metric(name).await, expected, "{name}");
    }
}
