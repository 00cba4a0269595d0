//! The lobby of two nodes.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

use game::{Allowance, Bonus, Millis, TimeControl, Timestamp};
use protocol::{
    ActionError, ActionId, ColorPreference, GameId, GameSetup, OnlineTimeControl, PlayerId, PlayerInfo,
    PlayerKind, RatingMode, Seat, SeekId, StartPosition, ToClient, Visibility,
};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{Duration, sleep};

use super::{LobbyActor, LobbyHandle, LobbyRequest, SeekOutcome, SeekRequest};
use crate::bus::{InProcessBus, Topic};
use crate::config::Config;
use crate::games::Broadcast;
use crate::games::state::GameBuilder;
use crate::limits::OpponentKind;
use crate::node::{Node, ServerClock};
use crate::store::{ArchiveStore, ClusterStore, LobbyChange, SqliteStore, StoredPairing};

const START: Timestamp = Timestamp(1_000_000_000);

/// Two nodes without a common bus: nothing here may depend on messages.
async fn two_nodes(store: &Arc<SqliteStore>) -> [Arc<Node>; 2] {
    let clock = ServerClock::start_at(START);
    [start(store, clock.now()).await, start(store, clock.now()).await]
}

/// A node with a bus of its own.
async fn start(store: &Arc<SqliteStore>, at: Timestamp) -> Arc<Node> {
    let (bus, time) = (Arc::new(InProcessBus::new()), ServerClock::start_at(at));
    Node::start(store.clone(), bus, Config::default(), time).await.unwrap()
}

fn player(bits: u128) -> PlayerInfo {
    PlayerInfo {
        id: Some(PlayerId::from_bits(bits)),
        name: None,
        standing: PlayerKind::Guest,
        rating: None,
        bot: false,
    }
}

fn request(node: &Node, who: u128, request_id: u128) -> SeekRequest {
    let side = Allowance::new(Millis::minutes(3), Bonus::None).unwrap();
    SeekRequest {
        request_id: ActionId::from_bits(request_id),
        owner: node.next_connection_id(),
        token: None,
        expires: None,
        network: IpAddr::V4(Ipv4Addr::LOCALHOST),
        player: player(who),
        terms: GameSetup {
            start: StartPosition::Standard,
            control: OnlineTimeControl::new(TimeControl::same(side)).unwrap(),
            stakes: RatingMode::Casual,
            visibility: Visibility::Public,
        },
        side: ColorPreference::Random,
        rating_range: None,
    }
}

async fn post(node: &Node, request: SeekRequest) -> Result<SeekOutcome, ActionError> {
    node.lobby.request(|reply| LobbyRequest::Post { request, reply }).await.unwrap()
}

async fn listed(node: &Node) -> Vec<SeekId> {
    let (seeks, _) = node.lobby.list().await.unwrap();
    seeks.iter().map(|seek| seek.id).collect()
}

async fn games_of(store: &SqliteStore, who: u128) -> usize {
    store.unfinished(PlayerId::from_bits(who), 50).await.unwrap().len()
}

#[tokio::test(start_paused = true)]
async fn seeks_of_one_node_are_listed_and_paired_on_the_other() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let [here, there] = two_nodes(&store).await;
    let mut messages = here.bus.subscribe(Topic::Player(PlayerId::from_bits(1))).await.unwrap();
    let Ok(SeekOutcome::Open(seek)) = post(&here, request(&here, 1, 1)).await else { panic!("not open") };
    assert_eq!(listed(&there).await, [seek]);
    assert_eq!(post(&there, request(&there, 2, 2)).await, Ok(SeekOutcome::Paired));
    assert_eq!((listed(&here).await, listed(&there).await), (vec![], vec![]));
    assert_eq!((games_of(&store, 1).await, games_of(&store, 2).await), (1, 1));
    // The message of the other node is lost, but the player's own node sees the pairing.
    sleep(Duration::from_secs(2)).await;
    assert!(messages.try_next().is_some(), "the waiting player is told");
    assert!(matches!(post(&here, request(&here, 1, 1)).await, Ok(SeekOutcome::AlreadyPaired(..))));
    assert!(matches!(post(&here, request(&here, 2, 2)).await, Ok(SeekOutcome::AlreadyPaired(..))));
}

#[tokio::test(start_paused = true)]
async fn one_reading_of_the_store_serves_all_who_have_waited_for_it() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let [here, there] = two_nodes(&store).await;
    // It has no rounds, unlike the lobby of the node.
    let (_, inbox) = LobbyHandle::new();
    let mut lobby = LobbyActor::new(Arc::clone(&here), inbox);
    let mut listed = async |since| {
        let (reply, answer) = oneshot::channel();
        lobby.handle(LobbyRequest::List { since, reply }).await;
        answer.await.unwrap().0.len()
    };
    let asked = Instant::now();
    assert_eq!(listed(asked).await, 0);
    post(&there, request(&there, 1, 1)).await.unwrap();
    assert_eq!(listed(asked).await, 0, "the store has been read since");
    assert_eq!(listed(Instant::now()).await, 1);
}

#[tokio::test(start_paused = true)]
async fn many_seeks_on_two_nodes_at_once_are_paired_exactly_once() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let nodes = two_nodes(&store).await;
    let mut posts = JoinSet::new();
    for who in 1..=20 {
        // Each request is sent to both nodes, as a client does whose first connection broke.
        for node in &nodes {
            let (node, request) = (Arc::clone(node), request(node, who, who));
            posts.spawn(async move { post(&node, request).await });
        }
    }
    posts.join_all().await;
    sleep(Duration::from_secs(15)).await;
    for who in 1..=20 {
        assert_eq!(games_of(&store, who).await, 1, "player {who}");
    }
    assert_eq!(listed(&nodes[0]).await, []);
}

#[tokio::test(start_paused = true)]
async fn a_seek_can_be_joined_on_another_node_once() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let [here, there] = two_nodes(&store).await;
    let Ok(SeekOutcome::Open(seek)) = post(&here, request(&here, 1, 1)).await else { panic!("not open") };
    let join = async |node: &Node, who: u128| {
        let (player, request_id) = (player(who), ActionId::from_bits(who));
        node.lobby.request(|reply| LobbyRequest::Join { player, request_id, seek, reply }).await.unwrap()
    };
    assert_eq!(join(&there, 2).await, Ok(SeekOutcome::Paired));
    assert_eq!(join(&here, 3).await, Err(ActionError::NoSeek));
    assert!(matches!(join(&here, 2).await, Ok(SeekOutcome::AlreadyPaired(..))));
    assert_eq!(games_of(&store, 1).await, 1);
}

#[tokio::test(start_paused = true)]
async fn lasting_seeks_expire() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let [here, there] = two_nodes(&store).await;
    let mut messages = here.bus.subscribe(Topic::Lobby).await.unwrap();
    let expires = Some(here.time.now() + Millis::minutes(1));
    post(&here, SeekRequest { expires, ..request(&here, 1, 1) }).await.unwrap();
    sleep(Duration::from_secs(50)).await;
    assert_eq!(listed(&there).await.len(), 1);
    sleep(Duration::from_secs(15)).await;
    assert_eq!((listed(&here).await, listed(&there).await), (vec![], vec![]));
    let mut kinds = Vec::new();
    while let Some(Ok(message)) = messages.try_next() {
        let (_, json) = Broadcast::decode(&message).unwrap();
        kinds.push(serde_json::from_slice::<serde_json::Value>(&json).unwrap()["type"].clone());
    }
    assert!(kinds.contains(&"seek-opened".into()), "{kinds:?}");
}

#[tokio::test(start_paused = true)]
async fn seeks_of_a_dead_node_are_closed() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let [here, there] = two_nodes(&store).await;
    post(&there, request(&there, 1, 1)).await.unwrap();
    assert_eq!(listed(&here).await.len(), 1);
    there.kill();
    sleep(Duration::from_secs(8)).await;
    assert_eq!(listed(&here).await, []);
}

#[tokio::test(start_paused = true)]
async fn seeks_of_a_node_whose_lease_was_deleted_are_closed() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let [here, there] = two_nodes(&store).await;
    post(&there, request(&there, 1, 1)).await.unwrap();
    there.kill();
    store.release_lease(there.membership.id).await.unwrap();
    assert_eq!(store.end_lease(there.membership.id, there.time.now()).await, Ok(true));
    sleep(Duration::from_secs(5)).await;
    assert_eq!(listed(&here).await, []);
}

#[tokio::test(start_paused = true)]
async fn a_node_that_starts_keeps_the_seeks_of_running_nodes() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let here = start(&store, START).await;
    post(&here, request(&here, 1, 1)).await.unwrap();
    let there = start(&store, here.time.now()).await;
    // Its first renewal is not answered.
    there.hang(true);
    assert!(there.membership.has_peers());
    sleep(Duration::from_secs(3)).await;
    assert_eq!(listed(&here).await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn seeks_of_a_node_that_has_joined_since_the_last_renewal_stay() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let [here, _running] = two_nodes(&store).await;
    sleep(Duration::from_millis(1_500)).await;
    here.hang(true);
    let there = start(&store, here.time.now()).await;
    post(&there, request(&there, 1, 1)).await.unwrap();
    sleep(Duration::from_secs(2)).await;
    assert!(here.has_lease() && here.membership.peer(there.membership.id).is_none());
    here.hang(false);
    for _ in 0..5 {
        assert_eq!(listed(&there).await.len(), 1);
        sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_node_that_was_paused_between_pairing_and_creation_creates_no_game() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let [here, there] = two_nodes(&store).await;
    let game = GameId::from_bits(9);
    let pairing = |who: u128, seat| StoredPairing {
        player: PlayerId::from_bits(who),
        request: ActionId::from_bits(who),
        game,
        seat,
        at: here.time.now(),
    };
    let pairings = vec![pairing(1, Seat::White), pairing(2, Seat::Black)];
    let change = LobbyChange { version: 0, removed: Vec::new(), added: Vec::new(), pairings };
    store.change_lobby(change).await.unwrap().unwrap();
    // Until then it may be on its way.
    sleep(Duration::from_secs(9)).await;
    assert_eq!(post(&there, request(&there, 1, 1)).await, Ok(SeekOutcome::AlreadyPaired(game, Seat::White)));
    sleep(Duration::from_secs(2)).await;
    assert!(matches!(post(&there, request(&there, 1, 1)).await, Ok(SeekOutcome::Open(_))));
    assert_eq!(post(&there, request(&there, 2, 2)).await, Ok(SeekOutcome::Paired));
    // The first node wakes.
    let mut builder = GameBuilder::new(game, &request(&here, 1, 1).terms, 0).unwrap();
    for (who, seat) in [(1, Seat::White), (2, Seat::Black)] {
        builder = builder.seat(seat, player(who)).unwrap();
    }
    let created = here.create_paired_game(builder, IpAddr::V4(Ipv4Addr::LOCALHOST)).await;
    assert_eq!(created, Err(ActionError::NoSeek));
    assert_eq!((games_of(&store, 1).await, games_of(&store, 2).await), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn players_are_told_once_that_their_pairing_failed() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let [here, there] = two_nodes(&store).await;
    let mut messages = here.bus.subscribe(Topic::Player(PlayerId::from_bits(1))).await.unwrap();
    let Ok(SeekOutcome::Open(seek)) = post(&here, request(&here, 1, 1)).await else { panic!("not open") };
    // The other node dies right after it has paired them.
    let pairing = StoredPairing {
        player: PlayerId::from_bits(1),
        request: ActionId::from_bits(1),
        game: GameId::from_bits(9),
        seat: Seat::White,
        at: there.time.now(),
    };
    let version = store.lobby(0).await.unwrap().unwrap().version;
    let change = LobbyChange { version, removed: vec![seek], added: Vec::new(), pairings: vec![pairing] };
    store.change_lobby(change).await.unwrap().unwrap();
    there.kill();
    sleep(Duration::from_secs(9)).await;
    assert!(messages.try_next().is_none(), "the game may still be created");
    sleep(Duration::from_secs(10)).await;
    let told = Broadcast::Plain
        .encode(&ToClient::Refused {
            id: Some(ActionId::from_bits(1)),
            game: None,
            reason: ActionError::Storage,
        })
        .unwrap();
    assert_eq!(messages.try_next(), Some(Ok(told)));
    assert!(messages.try_next().is_none());
}

#[tokio::test(start_paused = true)]
async fn each_player_of_a_refused_game_is_told_once_which_request_failed() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let [here, _] = two_nodes(&store).await;
    let network = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let mut games = (100..).map(GameId::from_bits);
    while here.games_per_network.add(games.next().unwrap(), network, OpponentKind::Person).is_ok() {}
    let messages = async |who| here.bus.subscribe(Topic::Player(PlayerId::from_bits(who))).await.unwrap();
    let (mut first, mut second) = (messages(1).await, messages(2).await);
    assert!(matches!(post(&here, request(&here, 1, 11)).await, Ok(SeekOutcome::Open(_))));
    assert_eq!(post(&here, request(&here, 2, 22)).await, Err(ActionError::TooMany), "the reply tells");
    sleep(Duration::from_secs(30)).await;
    let id = Some(ActionId::from_bits(11));
    let told =
        Broadcast::Plain.encode(&ToClient::Refused { id, game: None, reason: ActionError::TooMany }).unwrap();
    assert_eq!(first.try_next(), Some(Ok(told)));
    assert!(first.try_next().is_none());
    assert!(second.try_next().is_none(), "nothing but the reply");
    assert!(matches!(post(&here, request(&here, 1, 11)).await, Ok(SeekOutcome::Open(_))), "asked again");
}
