//! Who hears of what: messages published under a topic reach whoever subscribed to it, on this node and on others.
//!
//! The bus carries news, not truth. It may drop: a subscriber that is too slow is told that it [`Lagged`] and reads the
//! truth from the store, as one does that has just come. So no queue grows, and no publisher waits.

mod in_process;
mod topic;

use std::fmt;

use bytes::Bytes;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

pub use in_process::InProcessBus;
pub use topic::Topic;

use crate::store::BoxFuture;

/// Fan-out between those who serve the same game, on one node or many.
pub trait Bus: Send + Sync {
    /// Tells all who have subscribed. Messages from one publisher on one topic arrive in order. Never waits.
    fn publish(&self, topic: Topic, message: Bytes);

    /// Listens: what is published once the answer is there will be heard.
    fn subscribe(&self, topic: Topic) -> BoxFuture<Result<Subscription, BusError>>;
}

/// What a subscriber holds; to drop it is to leave.
pub struct Subscription {
    messages: Receiver<Bytes>,
    /// Goes after the receiver, and tidies up.
    _unsubscribe: Box<dyn Send + Sync>,
}

/// Messages were dropped, for the subscriber was too slow. The next ones follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lagged;

/// The bus cannot be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BusError(pub String);

impl Subscription {
    /// A subscription for an implementation of [`Bus`]: where its messages come from, and what is dropped when it ends.
    #[must_use]
    pub fn new(messages: Receiver<Bytes>, leave: Box<dyn Send + Sync>) -> Subscription {
        Subscription { messages, _unsubscribe: leave }
    }

    /// The next message, or that some were lost, if there is one already.
    pub fn try_next(&mut self) -> Option<Result<Bytes, Lagged>> {
        match self.messages.try_recv() {
            Ok(message) => Some(Ok(message)),
            Err(TryRecvError::Lagged(_)) => Some(Err(Lagged)),
            Err(TryRecvError::Empty | TryRecvError::Closed) => None,
        }
    }

    /// The next message, or that some were lost; nothing when the bus has gone. Can be cancelled without a loss.
    pub async fn next(&mut self) -> Option<Result<Bytes, Lagged>> {
        match self.messages.recv().await {
            Ok(message) => Some(Ok(message)),
            Err(RecvError::Lagged(_)) => Some(Err(Lagged)),
            Err(RecvError::Closed) => None,
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
        write!(f, "the bus cannot be reached: {}", self.0)
    }
}

impl std::error::Error for Lagged {}
impl std::error::Error for BusError {}
