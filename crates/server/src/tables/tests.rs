//! Tables without sockets, under a clock that moves on whenever everybody waits.

mod nodes;
mod presence;
mod seats;
mod storage;
mod time;

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::sync::Arc;

use game::{Allowance, Bonus, Ending, Millis, TimeControl, Timestamp};
use protocol::{
    Act, Control, GameId, GameState, MoveText, Name, Offer, PlayerId, Refusal, Seat, Stakes, Start, Terms,
    Visibility,
};
use tokio::time::{Duration, sleep};

use super::Request;
use crate::bus::InProcess;
use crate::config::Config;
use crate::live::{Opening, restore};
use crate::node::Node;
use crate::random;
use crate::store::{Append, Archive, Entry, Filter, Games, Sqlite};
use crate::time::Time;
use crate::visitor::{ConnectionId, Visitor};

const START: Timestamp = Timestamp(1_000_000_000);

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

const DAY: TimeControl = TimeControl::Correspondence { days: NonZeroU32::MIN };

/// A game, the node that looks after it and the store that it is kept in.
struct Desk {
    store: Arc<Sqlite>,
    node: Arc<Node>,
    game: GameId,
}

impl Desk {
    /// A game that both players have sat down to.
    async fn new(control: TimeControl) -> Desk {
        let store = Arc::new(Sqlite::in_memory().unwrap());
        let node = node(&store, &Arc::new(InProcess::new()), START).await;
        let game = create(&node, control).await;
        Desk { store, node, game }
    }

    /// One of a minute each whose clocks run.
    async fn begun() -> Desk {
        let desk = Desk::new(minute()).await;
        desk.play(0, "e2e4").await.unwrap();
        desk.play(1, "e7e5").await.unwrap();
        desk
    }

    /// The same game on another node: what one hears of the other goes over this bus.
    async fn elsewhere(&self, bus: &Arc<InProcess>) -> Desk {
        let node = node(&self.store, bus, START).await;
        Desk { store: Arc::clone(&self.store), node, game: self.game }
    }

    /// The server ends, and another one starts at a moment.
    async fn restarted(self, at: Timestamp) -> Desk {
        self.node.close().await;
        let node = node(&self.store, &Arc::new(InProcess::new()), at).await;
        Desk { node, ..self }
    }

    async fn act(&self, seat: Seat, act: Act) -> Result<u32, Refusal> {
        let request = self.request(seat, act);
        self.node.tables.ask(&self.node, self.game, request).await
    }

    fn request(
        &self,
        seat: Seat,
        act: Act,
    ) -> impl FnOnce(tokio::sync::oneshot::Sender<Result<u32, Refusal>>) -> Request + use<> {
        let (visitor, received) = (visitor(seat), self.node.time.now());
        move |reply| {
            let id = random::id();
            Request::Act { visitor, id, act, received, round_trip: Millis::ZERO, reply }
        }
    }

    async fn play(&self, ply: u32, uci: &str) -> Result<u32, Refusal> {
        let seat = if ply.is_multiple_of(2) { Seat::White } else { Seat::Black };
        self.act(seat, Act::Move { ply, uci: MoveText(uci.parse().unwrap()) }).await
    }

    async fn look(&self) -> GameState {
        let look = self.node.tables.ask(&self.node, self.game, |reply| Request::Look { reply }).await;
        *look.unwrap().state
    }

    async fn ending(&self) -> Option<Ending> {
        self.look().await.result.map(|result| result.0.ending())
    }

    /// A window of a player is opened.
    async fn enter(&self, seat: Seat, window: u64) {
        let (connection, player) = (ConnectionId(window), visitor(seat).id);
        let entering = |reply| Request::Enter { connection, player, since: None, reply };
        self.node.tables.ask(&self.node, self.game, entering).await.unwrap();
    }

    /// And closed.
    async fn leave(&self, seat: Seat, window: u64) {
        let gone = Request::Leave { connection: ConnectionId(window), player: visitor(seat).id };
        self.node.tables.tell(&self.node, self.game, gone).await.unwrap();
    }

    /// The plies in the game's log.
    async fn logged(&self) -> Vec<u32> {
        let stored = self.store.load(self.game).await.unwrap().unwrap();
        stored.entries.iter().filter_map(|entry| entry.ply).collect()
    }
}

async fn node(store: &Arc<Sqlite>, bus: &Arc<InProcess>, at: Timestamp) -> Arc<Node> {
    Node::start(store.clone(), bus.clone(), Config::default(), Time::start_at(at)).await.unwrap()
}

async fn create(node: &Arc<Node>, control: TimeControl) -> GameId {
    let mut opening = Opening::new(random::id(), &terms(control), 0).unwrap();
    for seat in Seat::ALL {
        opening = opening.seat(seat, visitor(seat).player(None)).unwrap();
    }
    let game = opening.id;
    node.create(opening, None, None).await.unwrap();
    game
}

/// White is a person, Black the computer.
async fn against_computer(control: TimeControl) -> Desk {
    let store = Arc::new(Sqlite::in_memory().unwrap());
    let node = node(&store, &Arc::new(InProcess::new()), START).await;
    let game = challenge(&node, visitor(Seat::White), Some(HERE), control).await.unwrap();
    Desk { store, node, game }
}

/// Somebody begins a game against the computer as White.
async fn challenge(
    node: &Arc<Node>,
    who: Visitor,
    from: Option<IpAddr>,
    control: TimeControl,
) -> Result<GameId, Refusal> {
    let haru = node.computer(&Name::new("haru").unwrap())?;
    let opening = Opening::new(random::id(), &terms(control), 0)?;
    let opening = opening.seat(Seat::White, who.player(None))?.seat(Seat::Black, haru)?;
    let game = opening.id;
    let seat = node.computer_seat(game, who.id).await?;
    node.create(opening, from, Some(seat)).await.map(|()| game)
}

fn terms(control: TimeControl) -> Terms {
    Terms {
        start: Start::Standard,
        control: Control::new(control).unwrap(),
        stakes: Stakes::Casual,
        visibility: Visibility::Public,
    }
}

fn minute() -> TimeControl {
    TimeControl::same(Allowance::new(Millis::minutes(1), Bonus::None).unwrap())
}

fn visitor(seat: Seat) -> Visitor {
    let bits = if seat == Seat::White { 1 } else { 2 };
    Visitor { id: PlayerId::from_bits(bits), account: None, session: None }
}
