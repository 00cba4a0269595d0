//! The bus over a real NATS server: what the contract does not say.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bytes::Bytes;
use server::bus::{Bus, BusError, Lagged, NatsBus, NatsConfig, SiteSubjects, Subscription, Topic};
use server::store::{AccountStore, BoxFuture, GameId, PlayerId, SecretText, SqliteStore};
use test_services::{NATS_TOKEN, Nats};
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::nats_server::{NatsServer, TOKEN, site};

const GAME: Topic = Topic::Game(GameId::from_bits(1));
const PLAYER: Topic = Topic::Player(PlayerId::from_bits(1));

/// Two nodes as one bus: the first publishes, the second subscribes.
pub(crate) struct TwoNodes<B> {
    pub(crate) here: B,
    pub(crate) there: B,
}

impl TwoNodes<NatsBus> {
    pub(crate) async fn on(server: &NatsServer) -> TwoNodes<NatsBus> {
        TwoNodes { here: server.connect().await, there: server.connect().await }
    }
}

impl<B: Bus> Bus for TwoNodes<B> {
    fn publish(&self, topic: Topic, message: Bytes) {
        self.here.publish(topic, message);
    }

    fn subscribe(&self, topic: Topic) -> BoxFuture<Result<Subscription, BusError>> {
        self.there.subscribe(topic)
    }

    fn lag_subscribers(&self) {
        self.there.lag_subscribers();
    }
}

pub(crate) async fn hear(subscription: &mut Subscription) -> Result<Bytes, Lagged> {
    timeout(Duration::from_secs(30), subscription.next()).await.unwrap().unwrap()
}

/// Publishes until the subscriber hears a message; others wait for the connection.
async fn expect_connection(bus: &NatsBus, subscription: &mut Subscription) {
    let mut lagged = 0;
    for number in 0_u32.. {
        bus.publish(GAME, Bytes::copy_from_slice(&number.to_be_bytes()));
        match timeout(Duration::from_millis(100), subscription.next()).await {
            Ok(Some(Ok(_))) => return,
            Ok(Some(Err(_))) => lagged += 1,
            Ok(None) => panic!("the subscription has ended"),
            Err(_) => {}
        }
        assert!(number < 600, "no connection; lagged {lagged} times");
    }
}

#[tokio::test]
async fn a_message_is_heard_once_by_its_own_node() {
    let server = NatsServer::start();
    let nodes = TwoNodes::on(&server).await;
    let mut own = nodes.here.subscribe(GAME).await.unwrap();
    let mut other = nodes.there.subscribe(GAME).await.unwrap();
    for number in 0..10_u8 {
        nodes.publish(GAME, Bytes::copy_from_slice(&[number]));
    }
    for number in 0..10_u8 {
        assert_eq!(hear(&mut own).await.unwrap(), [number][..]);
        assert_eq!(hear(&mut other).await.unwrap(), [number][..]);
    }
    assert_eq!((own.try_next(), other.try_next()), (None, None));
}

#[tokio::test]
async fn subscribers_lag_when_the_server_is_killed_and_hear_again_when_it_is_back() {
    let mut server = NatsServer::start();
    let nodes = TwoNodes::on(&server).await;
    let mut game = nodes.subscribe(GAME).await.unwrap();
    let mut player = nodes.subscribe(PLAYER).await.unwrap();
    server.kill();
    assert_eq!(hear(&mut game).await, Err(Lagged::Missed), "without a server the store is read");
    assert_eq!(hear(&mut game).await, Err(Lagged::Missed), "and read again");
    assert!(!nodes.there.status().is_connected);
    // Neither publishing nor subscribing waits for the server.
    nodes.publish(GAME, Bytes::from_static(b"lost, or late"));
    let late = timeout(Duration::from_secs(1), nodes.subscribe(Topic::Lobby)).await;
    let mut late = late.expect("subscribing does not wait for the server").unwrap();
    server.restart();
    assert_eq!(hear(&mut player).await, Err(Lagged::Missed), "messages to the player may have been lost");
    expect_connection(&nodes.here, &mut game).await;
    assert_eq!(hear(&mut late).await, Err(Lagged::Missed));
    while late.try_next().is_some() {}
    nodes.publish(Topic::Lobby, Bytes::from_static(b"there"));
    let mut heard = hear(&mut late).await;
    while heard == Err(Lagged::Missed) {
        heard = hear(&mut late).await;
    }
    assert_eq!(heard.unwrap(), "there");
    assert!(nodes.there.status().reconnects >= 1);
}

#[tokio::test]
async fn other_nodes_lag_when_a_node_could_not_send_everything() {
    let server = NatsServer::start();
    let nodes = TwoNodes::on(&server).await;
    let mut player = nodes.subscribe(PLAYER).await.unwrap();
    // More than the node keeps; nothing is sent before the first `await`.
    for number in 0..100_000_u32 {
        nodes.publish(GAME, Bytes::copy_from_slice(&number.to_be_bytes()));
    }
    assert_eq!(hear(&mut player).await, Err(Lagged::Missed));
    assert!(nodes.here.status().lost > 0);
}

#[tokio::test]
async fn a_bus_starts_without_its_server_and_connects_later() {
    let mut server = NatsServer::start();
    let config = server.config();
    server.kill();
    let bus = timeout(Duration::from_secs(20), NatsBus::connect(&config, site())).await.unwrap().unwrap();
    let mut game = bus.subscribe(GAME).await.unwrap();
    assert_eq!(hear(&mut game).await, Err(Lagged::Missed));
    server.restart();
    let other = server.connect().await;
    expect_connection(&other, &mut game).await;
}

#[tokio::test]
async fn a_wrong_token_is_refused_and_never_shown() {
    let server = NatsServer::start();
    for token in [None, Some("not-the-right-token")] {
        let config =
            NatsConfig { token: token.map(|token| SecretText::new(token.to_owned())), ..server.config() };
        let error = NatsBus::connect(&config, site()).await.unwrap_err();
        assert!(error.to_string().contains("authorization"), "{error}");
        assert!(!format!("{error} {error:?} {config:?}").contains("right-token"));
    }
    let bus = server.connect().await;
    assert!(!format!("{bus:?} {:?}", server.config()).contains(TOKEN));
}

#[tokio::test]
async fn two_sites_on_one_nats_server_do_not_hear_each_other() {
    let server = NatsServer::start();
    let config = server.config();
    let site = async || {
        let secret = SqliteStore::in_memory().unwrap().secret().await.unwrap();
        let connect = async || NatsBus::connect(&config, SiteSubjects::of_site(&secret)).await.unwrap();
        TwoNodes { here: connect().await, there: connect().await }
    };
    let (one, other) = (site().await, site().await);
    let mut of_one = one.subscribe(GAME).await.unwrap();
    let mut of_other = other.subscribe(GAME).await.unwrap();
    one.publish(GAME, Bytes::from_static(b"one"));
    assert_eq!(hear(&mut of_one).await.unwrap(), "one");
    // The server has sent that to all who are to hear it.
    other.publish(GAME, Bytes::from_static(b"other"));
    assert_eq!(hear(&mut of_other).await.unwrap(), "other");
    // More than the node keeps: it says that it has lost messages.
    for number in 0..100_000_u32 {
        one.publish(PLAYER, Bytes::copy_from_slice(&number.to_be_bytes()));
    }
    assert_eq!(hear(&mut of_one).await, Err(Lagged::Missed));
    other.publish(GAME, Bytes::from_static(b"still other"));
    assert_eq!(hear(&mut of_other).await.unwrap(), "still other");
}

#[tokio::test]
async fn topics_without_subscribers_are_removed() {
    let server = NatsServer::start();
    let bus = server.connect().await;
    let (first, second) =
        (bus.subscribe(Topic::Lobby).await.unwrap(), bus.subscribe(Topic::Lobby).await.unwrap());
    assert_eq!(bus.topic_count(), 1);
    drop(first);
    assert_eq!(bus.topic_count(), 1);
    drop(second);
    assert_eq!(bus.topic_count(), 0);
}

#[tokio::test]
async fn servers_are_tried_in_the_order_of_the_list() {
    let server = NatsServer::start();
    let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let first = format!("nats://{}", other.local_addr().unwrap()).parse().unwrap();
    let tries = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&tries);
    let closing = tokio::spawn(async move {
        while let Ok((connection, _)) = other.accept().await {
            counted.fetch_add(1, Ordering::Relaxed);
            drop(connection);
        }
    });
    let mut config = server.config();
    config.servers.insert(0, first);
    for round in 1..=8 {
        let bus = NatsBus::connect(&config, site()).await.unwrap();
        assert!(bus.status().is_connected);
        assert_eq!(tries.load(Ordering::Relaxed), round);
    }
    closing.abort();
}

/// A node that uses the server with this number of a NATS cluster.
async fn connect_to(cluster: &[Nats], server: usize) -> NatsBus {
    let url = format!("nats://127.0.0.1:{}", cluster[server].port()).parse().unwrap();
    let token = Some(SecretText::new(NATS_TOKEN.to_owned()));
    NatsBus::connect(&NatsConfig { token, ..NatsConfig::new(vec![url]) }, site()).await.unwrap()
}

#[tokio::test]
async fn in_a_nats_cluster_subscribers_read_the_store_from_time_to_time() {
    let mut cluster = Nats::start_cluster(&std::env::temp_dir(), 2).unwrap();
    let (here, there) = (connect_to(&cluster, 0).await, connect_to(&cluster, 1).await);
    let mut game = there.subscribe(GAME).await.unwrap();
    let mut player = there.subscribe(PLAYER).await.unwrap();
    // Until the servers know each other a message is lost, and the subscriber lags after that.
    here.publish(GAME, Bytes::from_static(b"early"));
    while hear(&mut game).await != Err(Lagged::Missed) {}
    expect_connection(&here, &mut game).await;
    while game.try_next().is_some() {}
    // The other server is gone, of which this node is not told.
    cluster[0].kill().unwrap();
    while hear(&mut game).await != Err(Lagged::Missed) {}
    assert_eq!(hear(&mut game).await, Err(Lagged::Missed), "again and again");
    assert!(there.status().is_connected);
    while hear(&mut player).await != Err(Lagged::Missed) {}
}
