//! Two servers on one PostgreSQL database, connected by NATS or by the database.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use protocol::{
    ActionError, ActionId, ChallengeAnswer, ChallengeOutcome, ColorPreference, GameId, PlayerAction, Seat,
    SeatPresence, ToClient, ToServer,
};
use server::bus::{Bus, NotifyBus};
use server::store::{ArchiveStore, PostgresConfig, PostgresStore, Store};
use test_services::Postgres;
use tokio::task::JoinSet;

use crate::challenges;
use crate::client::Client;
use crate::common::TestServer;
use crate::fixtures::{blitz, invite};
use crate::nats_server::NatsServer;

/// How servers of a cluster hear from each other.
#[derive(Clone, Copy)]
pub(crate) enum BusKind {
    Nats,
    Notify,
}

/// A database of its own, and a NATS server unless the database is the bus.
pub(crate) struct Cluster {
    database: PostgresConfig,
    nats: Option<NatsServer>,
}

impl Cluster {
    pub(crate) fn new(bus: BusKind) -> Cluster {
        static SERVER: OnceLock<Postgres> = OnceLock::new();
        let server =
            SERVER.get_or_init(|| Postgres::start(Path::new(env!("CARGO_TARGET_TMPDIR")), &[]).unwrap());
        let database = PostgresConfig::new(&server.new_database().unwrap(), None).unwrap();
        let nats = match bus {
            BusKind::Nats => Some(NatsServer::start()),
            BusKind::Notify => None,
        };
        Cluster { database, nats }
    }

    /// The NATS server.
    pub(crate) fn nats(&mut self) -> &mut NatsServer {
        self.nats.as_mut().expect("a cluster with NATS")
    }

    /// Starts a server. It has a pool of its own, as in a process of its own.
    pub(crate) async fn start_server(&self) -> (TestServer, Arc<dyn Store>) {
        let bus: Arc<dyn Bus> = match &self.nats {
            Some(nats) => Arc::new(nats.connect().await),
            None => Arc::new(NotifyBus::connect(self.database.clone()).await.unwrap()),
        };
        let store = self.open_store().await;
        (TestServer::among(store.clone(), bus).await, store)
    }

    /// A store with a pool of its own.
    pub(crate) async fn open_store(&self) -> Arc<dyn Store> {
        Arc::new(PostgresStore::open(self.database.clone()).await.unwrap())
    }

    pub(crate) async fn two_servers(&self) -> [TestServer; 2] {
        [self.start_server().await.0, self.start_server().await.0]
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_connected_by_nats_play_one_game() {
    let cluster = Cluster::new(BusKind::Nats);
    play_on(cluster.two_servers().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_connected_by_the_database_play_one_game() {
    let cluster = Cluster::new(BusKind::Notify);
    play_on(cluster.two_servers().await).await;
}

async fn play_on([here, there]: [TestServer; 2]) {
    let (mut white, mut black) = (Client::new(&here).await, Client::new(&there).await);
    let game = invite(&here, &white, blitz()).await.game;
    assert_eq!(white.enter(game).await.0, Some(Seat::White));
    black.enter(game).await;
    black.action(game, PlayerAction::Sit { name: None }).await.unwrap();
    for (ply, uci) in (0..).zip(["e2e4", "e7e5", "g1f3", "b8c6"]) {
        let (mover, other) = if ply % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        mover.play(game, ply, uci).await.unwrap();
        other.wait_for_move(uci).await;
    }
    // Both are shown as present on both servers.
    let mut watcher = Client::new(&there).await;
    watcher.send(&ToServer::Enter { game, since: None }).await;
    expect_both_present(&mut watcher, game).await;
    assert_eq!(black.action(game, PlayerAction::ClaimWin).await, Err(ActionError::NotGone));
    // One server ends; its player goes to the other one, and the game goes on.
    here.stop().await;
    let mut white = white.reconnect(&there).await;
    assert_eq!(white.enter(game).await.1.moves.len(), 4);
    white.play(game, 4, "f1b5").await.unwrap();
    black.wait_for_move("f1b5").await;
    black.action(game, PlayerAction::Resign).await.unwrap();
    assert!(white.enter(game).await.1.result.is_some());
    there.stop().await;
}

async fn expect_both_present(client: &mut Client, game: GameId) {
    client
        .until(|message| match message {
            ToClient::Presence { game: of, players, .. } if *of == game => {
                let here = |seat: &SeatPresence| matches!(seat, SeatPresence::Here);
                (here(&players.white) && here(&players.black)).then_some(())
            }
            _ => None,
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seeks_on_two_servers_are_paired() {
    let cluster = Cluster::new(BusKind::Nats);
    let [here, there] = cluster.two_servers().await;
    let (mut one, mut other) = (Client::new(&here).await, Client::new(&there).await);
    for (client, id) in [(&mut one, 1), (&mut other, 2)] {
        let (id, side) = (ActionId::from_bits(id), ColorPreference::Random);
        client.send(&ToServer::Seek { id, terms: blitz(), side, name: None }).await;
    }
    let paired = |message: &ToClient| match message {
        ToClient::Paired { game, seat } => Some((*game, *seat)),
        _ => None,
    };
    let ((first, seat), (second, other_seat)) = (one.until(paired).await, other.until(paired).await);
    assert_eq!((first, seat), (second, other_seat.other()));
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_told_and_answered_on_another_server() {
    let cluster = Cluster::new(BusKind::Nats);
    let [here, there] = cluster.two_servers().await;
    challenge_across([&here, &there]).await;
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_told_by_the_database() {
    let cluster = Cluster::new(BusKind::Notify);
    let servers = cluster.two_servers().await;
    challenge_across([&servers[0], &servers[1]]).await;
    for server in servers {
        server.stop().await;
    }
}

async fn challenge_across([here, there]: [&TestServer; 2]) {
    let (mut ann, mut ben) = (challenges::join(here, "Ann").await, challenges::join(there, "Ben").await);
    let declined = challenges::challenge(&mut ann, 1, "Ben", blitz()).await.unwrap();
    assert_eq!(challenges::opened(&mut ben).await.id, declined);
    challenges::answer(&mut ben, 2, declined, ChallengeAnswer::Decline).await.unwrap();
    assert_eq!(challenges::closed(&mut ann).await.0, declined);
    let id = challenges::challenge(&mut ben, 3, "Ann", blitz()).await.unwrap();
    loop {
        if challenges::opened(&mut ann).await.id == id {
            break;
        }
    }
    challenges::answer(&mut ann, 4, id, ChallengeAnswer::Accept).await.unwrap();
    loop {
        let (closed, outcome) = challenges::closed(&mut ben).await;
        if closed == id {
            assert_eq!(outcome, ChallengeOutcome::Accepted);
            break;
        }
    }
    assert_eq!(ben.enter(id).await.0, Some(Seat::White));
    assert_eq!(ann.enter(id).await.0, Some(Seat::Black));
    ben.play(id, 0, "e2e4").await.unwrap();
    ann.wait_for_move("e2e4").await;
}

/// Number of players who seek at once.
const SEEKING: u128 = 12;

#[tokio::test(flavor = "multi_thread")]
async fn seeks_that_are_sent_to_two_servers_at_once_are_paired_once() {
    let cluster = Cluster::new(BusKind::Nats);
    let [here, there] = cluster.two_servers().await;
    let mut clients = Vec::new();
    for _ in 0..SEEKING {
        let client = Client::new(&here).await;
        clients.push([client.reconnect(&there).await, client]);
    }
    let mut seeking = JoinSet::new();
    let players: Vec<_> = clients.iter().filter_map(|[client, _]| client.me.id).collect();
    for (id, pair) in (1..).zip(clients) {
        for mut client in pair {
            seeking.spawn(async move {
                let (id, side) = (ActionId::from_bits(id), ColorPreference::Random);
                client.send(&ToServer::Seek { id, terms: blitz(), side, name: None }).await;
                let paired = |message: &ToClient| matches!(message, ToClient::Paired { .. }).then_some(());
                client.until(paired).await;
            });
        }
    }
    seeking.join_all().await;
    let store = PostgresStore::open(cluster.database.clone()).await.unwrap();
    for player in players {
        assert_eq!(store.unfinished(player, 50).await.unwrap().len(), 1, "{player}");
    }
    here.stop().await;
    there.stop().await;
}
