//! Publish/subscribe between the parts of a server, on one node or several.
//!
//! The bus is lossy by design: a subscriber that is too slow, or whose node has lost its connection to the others, gets
//! [`Lagged`] and reads the state from the store, like a new subscriber. Queues are bounded and publishers never wait.
//! [`InProcessBus`] serves one node, [`NatsBus`] several, [`NotifyBus`] two or three without a broker.

mod in_process;
mod lag_schedule;
mod nats;
mod nats_config;
mod nats_connect;
mod nats_subjects;
mod notify;

use std::fmt;
use std::str::FromStr;

use bytes::Bytes;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

pub use in_process::InProcessBus;
pub use nats::NatsBus;
pub use nats_config::{NatsConfig, NatsUrl, NatsUrlError};
pub use nats_subjects::SiteSubjects;
pub use notify::NotifyBus;

pub use crate::node::LatencyCounts;
use crate::store::{BoxFuture, GameId, PlayerId, PostgresConfig};

/// Topic of a message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// A game: events, presence, chat.
    Game(GameId),
    /// All connections of a player: pairings, ended sessions.
    Player(PlayerId),
    /// API streams of a player: games, challenges, ended tokens.
    Api(PlayerId),
    /// The lobby: seeks and counts.
    Lobby,
}

/// Fan-out of messages by topic.
pub trait Bus: Send + Sync {
    /// Sends a message to all subscribers of a topic. Messages from one publisher on one topic arrive in
    /// order. Never blocks.
    fn publish(&self, topic: Topic, message: Bytes);

    /// Subscribes to a topic. Everything published after the future resolves is delivered.
    fn subscribe(&self, topic: Topic) -> BoxFuture<Result<Subscription, BusError>>;

    /// Makes all subscribers read the store soon, because another node cannot send.
    fn lag_subscribers(&self);

    /// State of the connection to other nodes.
    fn status(&self) -> BusStatus {
        BusStatus { is_connected: true, ..BusStatus::default() }
    }
}

/// The bus of a server.
#[derive(Clone, Debug, Default)]
pub enum BusConfig {
    /// One node only.
    #[default]
    InProcess,
    /// Several nodes, connected by NATS.
    Nats(NatsConfig),
    /// A few nodes, connected by their PostgreSQL database.
    Notify(Box<PostgresConfig>),
}

/// State of a bus, for metrics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BusStatus {
    /// True if messages reach other nodes.
    pub is_connected: bool,
    /// Connections to the broker after the first one.
    pub reconnects: u64,
    /// Messages that this node could not send.
    pub lost: u64,
    /// Messages that wait to be sent.
    pub queued: u64,
    /// Times of probes to the broker and back.
    pub round_trips: LatencyCounts,
}

/// Receiver of a topic's messages; unsubscribes on drop.
pub struct Subscription {
    messages: Receiver<Delivery>,
    /// Dropped after the receiver; removes the topic if this was its last subscriber.
    _unsubscribe: Box<dyn Send + Sync>,
}

/// Messages were lost. Later messages follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lagged {
    /// The subscriber was too slow.
    Slow,
    /// They have not reached this node, or perhaps not.
    Missed,
}

/// A message, or the notice that messages were lost.
pub type Delivery = Result<Bytes, Lagged>;

/// The bus cannot be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BusError(pub String);

impl Subscription {
    /// Creates a subscription, for implementations of [`Bus`]: the receiver, and a guard that unsubscribes on
    /// drop.
    #[must_use]
    pub fn new(messages: Receiver<Delivery>, leave: Box<dyn Send + Sync>) -> Subscription {
        Subscription { messages, _unsubscribe: leave }
    }

    /// Returns the next message, or [`Lagged`], if one is ready.
    pub fn try_next(&mut self) -> Option<Delivery> {
        match self.messages.try_recv() {
            Ok(delivery) => Some(delivery),
            Err(TryRecvError::Lagged(_)) => Some(Err(Lagged::Slow)),
            Err(TryRecvError::Empty | TryRecvError::Closed) => None,
        }
    }

    /// Waits for the next message or [`Lagged`]; `None` once the bus is gone. Cancel safe.
    pub async fn next(&mut self) -> Option<Delivery> {
        match self.messages.recv().await {
            Ok(delivery) => Some(delivery),
            Err(RecvError::Lagged(_)) => Some(Err(Lagged::Slow)),
            Err(RecvError::Closed) => None,
        }
    }
}

impl Topic {
    /// Channel capacity; a subscriber that falls further behind lags. Slots are allocated up front, so quiet topics
    /// get few.
    fn capacity(self) -> usize {
        match self {
            Topic::Lobby | Topic::Api(_) => 64,
            Topic::Game(_) => 32,
            Topic::Player(_) => 8,
        }
    }
}

/// Subject name for external brokers: `game.AAAAAAAAAAAAAAAAAAAAAQ`, `lobby`.
impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Topic::Game(game) => write!(f, "game.{game}"),
            Topic::Player(player) => write!(f, "player.{player}"),
            Topic::Api(player) => write!(f, "api.{player}"),
            Topic::Lobby => f.write_str("lobby"),
        }
    }
}

/// Reads what `Display` writes.
impl FromStr for Topic {
    type Err = BusError;

    fn from_str(text: &str) -> Result<Topic, BusError> {
        let unknown = || BusError("unknown topic".to_owned());
        match text.split_once('.') {
            None if text == "lobby" => Ok(Topic::Lobby),
            Some(("game", id)) => id.parse().map(Topic::Game).map_err(|_| unknown()),
            Some(("player", id)) => id.parse().map(Topic::Player).map_err(|_| unknown()),
            Some(("api", id)) => id.parse().map(Topic::Api).map_err(|_| unknown()),
            _ => Err(unknown()),
        }
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").field("waiting", &self.messages.len()).finish()
    }
}

impl fmt::Display for Lagged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lagged::Slow => "the subscriber was too slow",
            Lagged::Missed => "messages were lost",
        })
    }
}

impl fmt::Display for BusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bus unavailable: {}", self.0)
    }
}

impl std::error::Error for Lagged {}
impl std::error::Error for BusError {}
