//! The bus over a real PostgreSQL server.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use bytes::Bytes;
use server::bus::{Bus, Lagged, NotifyBus, Topic};
use server::store::{GameId, PostgresConfig};
use test_services::Postgres;
use tokio::time::timeout;

use crate::nats::TwoNodes;

const GAME: Topic = Topic::Game(GameId::from_bits(1));

/// The server of all tests of this process.
fn new_database() -> PostgresConfig {
    static SERVER: OnceLock<Postgres> = OnceLock::new();
    let server = SERVER.get_or_init(|| {
        Postgres::start(Path::new(env!("CARGO_TARGET_TMPDIR")), &["fsync=off", "full_page_writes=off"])
            .unwrap()
    });
    PostgresConfig::new(&server.new_database().unwrap(), None).unwrap()
}

pub(crate) async fn one_node() -> NotifyBus {
    NotifyBus::connect(new_database()).await.unwrap()
}

pub(crate) async fn two_nodes() -> TwoNodes<NotifyBus> {
    let database = new_database();
    let connect = async || NotifyBus::connect(database.clone()).await.unwrap();
    TwoNodes { here: connect().await, there: connect().await }
}

#[tokio::test]
async fn a_message_that_is_too_long_lags_its_topic_only() {
    let nodes = two_nodes().await;
    let mut game = nodes.subscribe(GAME).await.unwrap();
    let mut lobby = nodes.subscribe(Topic::Lobby).await.unwrap();
    nodes.publish(GAME, vec![b'x'; 20_000].into());
    nodes.publish(Topic::Lobby, Bytes::from_static(b"short"));
    let heard = timeout(Duration::from_secs(30), lobby.next()).await.unwrap().unwrap();
    assert_eq!(heard.unwrap(), "short");
    assert_eq!(timeout(Duration::from_secs(30), game.next()).await.unwrap().unwrap(), Err(Lagged::Missed));
}

#[tokio::test]
async fn subscribers_lag_when_the_database_is_restarted_and_hear_again() {
    let mut server = Postgres::start(Path::new(env!("CARGO_TARGET_TMPDIR")), &[]).unwrap();
    let config = PostgresConfig::new(&server.new_database().unwrap(), None).unwrap();
    let connect = async || NotifyBus::connect(config.clone()).await.unwrap();
    let nodes = TwoNodes { here: connect().await, there: connect().await };
    let mut game = nodes.subscribe(GAME).await.unwrap();
    server.kill().unwrap();
    assert_eq!(timeout(Duration::from_secs(30), game.next()).await.unwrap().unwrap(), Err(Lagged::Missed));
    server.restart().unwrap();
    for attempt in 0_u32.. {
        assert!(attempt < 600, "no connection");
        nodes.publish(GAME, Bytes::from_static(b"again"));
        if let Ok(Some(Ok(heard))) = timeout(Duration::from_millis(100), game.next()).await {
            assert_eq!(heard, "again");
            break;
        }
    }
    assert!(nodes.there.status().reconnects >= 1);
}
