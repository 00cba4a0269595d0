//! Publish/subscribe between the parts of a server, on one node or several.
//!
//! The bus is lossy by design: a subscriber that is too slow gets [`Lagged`] and reads the state from the
//! store, like a new subscriber. Queues are bounded and publishers never wait.

mod in_process;

use std::fmt;

use bytes::Bytes;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

pub use in_process::InProcessBus;

use crate::store::{BoxFuture, GameId, PlayerId};

/// Topic of a message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// A game: events, presence, chat.
    Game(GameId),
    /// All connections of a player: pairings, ended sessions.
    Player(PlayerId),
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
}

/// Receiver of a topic's messages; unsubscribes on drop.
pub struct Subscription {
    messages: Receiver<Bytes>,
    /// Dropped after the receiver; removes the topic if this was its last subscriber.
    _unsubscribe: Box<dyn Send + Sync>,
}

/// The subscriber was too slow and messages were dropped. Later messages follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lagged;

/// The bus cannot be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BusError(pub String);

impl Subscription {
    /// Creates a subscription, for implementations of [`Bus`]: the receiver, and a guard that unsubscribes on
    /// drop.
    #[must_use]
    pub fn new(messages: Receiver<Bytes>, leave: Box<dyn Send + Sync>) -> Subscription {
        Subscription { messages, _unsubscribe: leave }
    }

    /// Returns the next message, or [`Lagged`], if one is ready.
    pub fn try_next(&mut self) -> Option<Result<Bytes, Lagged>> {
        match self.messages.try_recv() {
            Ok(message) => Some(Ok(message)),
            Err(TryRecvError::Lagged(_)) => Some(Err(Lagged)),
            Err(TryRecvError::Empty | TryRecvError::Closed) => None,
        }
    }

    /// Waits for the next message or [`Lagged`]; `None` once the bus is gone. Cancel safe.
    pub async fn next(&mut self) -> Option<Result<Bytes, Lagged>> {
        match self.messages.recv().await {
            Ok(message) => Some(Ok(message)),
            Err(RecvError::Lagged(_)) => Some(Err(Lagged)),
            Err(RecvError::Closed) => None,
        }
    }
}

/// Subject name for external brokers: `game.AAAAAAAAAAAAAAAAAAAAAQ`, `lobby`.
impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Topic::Game(game) => write!(f, "game.{game}"),
            Topic::Player(player) => write!(f, "player.{player}"),
            Topic::Lobby => f.write_str("lobby"),
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
        f.write_str("messages were dropped")
    }
}

impl fmt::Display for BusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bus unavailable: {}", self.0)
    }
}

impl std::error::Error for Lagged {}
impl std::error::Error for BusError {}
