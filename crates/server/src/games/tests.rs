//! Game actors without sockets, under tokio's paused clock.

mod cluster;
mod nodes;
mod panics;
mod presence;
mod computer_limits;
mod storage;
mod time;

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::sync::Arc;

use game::{Allowance, Bonus, Ending, Millis, Ply, TimeControl, Timestamp};
use protocol::{
    ActionError, EventNumber, GameId, GameSetup, GameState, OfferKind, OnlineTimeControl, PlayerAction,
    PlayerId, PlayerName, RatingMode, Seat, StartPosition, Visibility,
};
use tokio::time::{Duration, sleep};

use super::GameRequest;
use crate::accounts::Identity;
use crate::bus::InProcessBus;
use crate::config::Config;
use crate::games::state::{GameBuilder, restore};
use crate::node::Node;
use crate::node::ServerClock;
use crate::random;
use crate::socket::ConnectionId;
use crate::store::{Append, ArchiveStore, Filter, GameStore, LogEntry, SqliteStore};

const START: Timestamp = Timestamp(1_000_000_000);

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

const DAY: TimeControl = TimeControl::Correspondence { days: NonZeroU32::MIN };

/// A game with its node and store.
struct TestGame {
    store: Arc<SqliteStore>,
    node: Arc<Node>,
    game: GameId,
}

impl TestGame {
    /// A game with both seats taken.
    async fn new(control: TimeControl) -> TestGame {
        TestGame::with_store(Arc::new(SqliteStore::in_memory().unwrap()), control).await
    }

    async fn with_store(store: Arc<SqliteStore>, control: TimeControl) -> TestGame {
        let node = node(&store, &Arc::new(InProcessBus::new()), START).await;
        let game = create(&node, control).await;
        TestGame { store, node, game }
    }

    /// A one-minute game with running clocks.
    async fn begun() -> TestGame {
        TestGame::new(minute()).await.begin().await
    }

    async fn begin(self) -> TestGame {
        let test = self;
        test.play(0, "e2e4").await.unwrap();
        test.play(1, "e7e5").await.unwrap();
        test
    }

    /// The same game on another node, connected by this bus.
    async fn on_another_node(&self, bus: &Arc<InProcessBus>) -> TestGame {
        let node = node(&self.store, bus, self.node.time.now()).await;
        TestGame { store: Arc::clone(&self.store), node, game: self.game }
    }

    /// Stops the server and starts another one at `at`.
    async fn restarted(self, at: Timestamp) -> TestGame {
        self.node.shut_down().await;
        let node = node(&self.store, &Arc::new(InProcessBus::new()), at).await;
        TestGame { node, ..self }
    }

    async fn action(&self, seat: Seat, action: PlayerAction) -> Result<EventNumber, ActionError> {
        let request = self.request(seat, action);
        self.node.games.request(&self.node, self.game, request).await
    }

    fn request(
        &self,
        seat: Seat,
        action: PlayerAction,
    ) -> impl FnOnce(tokio::sync::oneshot::Sender<Result<EventNumber, ActionError>>) -> GameRequest + use<>
    {
        let (identity, received) = (identity(seat), self.node.time.now());
        move |reply| {
            let id = random::id();
            GameRequest::Action { identity, id, action, received, round_trip: Millis::ZERO, reply }
        }
    }

    async fn play(&self, ply: u32, uci: &str) -> Result<EventNumber, ActionError> {
        let seat = if ply.is_multiple_of(2) { Seat::White } else { Seat::Black };
        self.action(seat, PlayerAction::play(Ply(ply), uci.parse().unwrap())).await
    }

    async fn state(&self) -> GameState {
        let look = self
            .node
            .games
            .request(&self.node, self.game, |reply| GameRequest::State {
                viewer: PlayerId::from_bits(0),
                reply,
            })
            .await;
        *look.unwrap().state
    }

    async fn ending(&self) -> Option<Ending> {
        self.state().await.result.map(|result| result.0.ending())
    }

    /// Connects a player.
    async fn enter(&self, seat: Seat, connection_number: u64) {
        self.enter_since(seat, connection_number, None).await;
    }

    /// Connects a player who has seen the events up to a number; returns the last event that the player knows then.
    async fn enter_since(
        &self,
        seat: Seat,
        connection_number: u64,
        since: Option<EventNumber>,
    ) -> EventNumber {
        let (connection, player) = (ConnectionId(connection_number.into()), identity(seat).id);
        let entering = |reply| GameRequest::Enter { connection, player, since, is_preview: false, reply };
        self.node.games.request(&self.node, self.game, entering).await.unwrap().number
    }

    /// Disconnects a player.
    async fn leave(&self, seat: Seat, connection_number: u64) {
        let gone = GameRequest::Leave {
            connection: ConnectionId(connection_number.into()),
            player: identity(seat).id,
        };
        self.node.games.send(&self.node, self.game, gone).await.unwrap();
    }

    /// Plies in the log.
    async fn logged_plies(&self) -> Vec<u32> {
        let stored = self.store.load(self.game).await.unwrap().unwrap();
        stored.entries.iter().filter_map(|entry| entry.ply).collect()
    }
}

async fn node(store: &Arc<SqliteStore>, bus: &Arc<InProcessBus>, at: Timestamp) -> Arc<Node> {
    Node::start(store.clone(), bus.clone(), Config::default(), ServerClock::start_at(at)).await.unwrap()
}

async fn create(node: &Arc<Node>, control: TimeControl) -> GameId {
    let mut builder = GameBuilder::new(random::id(), &terms(control), 0).unwrap();
    for seat in Seat::ALL {
        builder = builder.seat(seat, identity(seat).to_player(None)).unwrap();
    }
    let game = builder.id;
    node.create_game(builder, None, None).await.unwrap();
    game
}

/// A game with the computer as Black.
async fn against_computer(control: TimeControl) -> TestGame {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let node = node(&store, &Arc::new(InProcessBus::new()), START).await;
    let game = challenge(&node, identity(Seat::White), Some(HERE), control).await.unwrap();
    TestGame { store, node, game }
}

/// Starts a game against the computer as White.
async fn challenge(
    node: &Arc<Node>,
    who: Identity,
    from: Option<IpAddr>,
    control: TimeControl,
) -> Result<GameId, ActionError> {
    let haru = node.computer_player(&PlayerName::new("haru").unwrap())?;
    let builder = GameBuilder::new(random::id(), &terms(control), 0)?;
    let builder = builder.seat(Seat::White, who.to_player(None))?.seat(Seat::Black, haru)?;
    let game = builder.id;
    let seat = node.reserve_computer(game, who.id, who.is_bot).await?;
    node.create_game(builder, from, Some(seat)).await.map(|()| game)
}

fn terms(control: TimeControl) -> GameSetup {
    GameSetup {
        start: StartPosition::Standard,
        control: OnlineTimeControl::new(control).unwrap(),
        stakes: RatingMode::Casual,
        visibility: Visibility::Public,
    }
}

fn minute() -> TimeControl {
    TimeControl::same(Allowance::new(Millis::minutes(1), Bonus::None).unwrap())
}

fn identity(seat: Seat) -> Identity {
    let bits = if seat == Seat::White { 1 } else { 2 };
    Identity::guest(PlayerId::from_bits(bits))
}
