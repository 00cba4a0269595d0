//! The bus of a single node: a ring of messages for each topic that somebody listens to.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use bytes::Bytes;
use tokio::sync::broadcast::Sender;

use super::{Bus, BusError, Subscription, Topic};
use crate::store::BoxFuture;

/// So many messages may wait for a subscriber; the next one costs it the oldest. The room for them is there from the start:
/// there is little of it where little is said.
fn capacity(topic: Topic) -> usize {
    match topic {
        Topic::Lobby => 64,
        Topic::Game(_) => 32,
        Topic::Player(_) => 8,
    }
}

/// A bus for one process.
#[derive(Default)]
pub struct InProcessBus {
    topics: Arc<Topics>,
}

/// The topics that somebody listens to. The lock is held for a look-up and a push into a ring, never across an `await`.
#[derive(Default)]
struct Topics(Mutex<HashMap<Topic, Sender<Bytes>>>);

/// Closes a topic with its last subscriber.
struct UnsubscribeGuard {
    topic: Topic,
    topics: Weak<Topics>,
}

impl InProcessBus {
    /// A bus that nobody listens to yet.
    #[must_use]
    pub fn new() -> InProcessBus {
        InProcessBus::default()
    }

    /// How many topics somebody listens to.
    #[must_use]
    pub fn topic_count(&self) -> usize {
        self.topics.lock().len()
    }
}

impl Bus for InProcessBus {
    fn publish(&self, topic: Topic, message: Bytes) {
        if let Some(ring) = self.topics.lock().get(&topic) {
            // It fails when nobody listens, and then there is nobody to tell.
            ring.send(message).ok();
        }
    }

    fn subscribe(&self, topic: Topic) -> BoxFuture<Result<Subscription, BusError>> {
        let messages =
            self.topics.lock().entry(topic).or_insert_with(|| Sender::new(capacity(topic))).subscribe();
        let leave = UnsubscribeGuard { topic, topics: Arc::downgrade(&self.topics) };
        Box::pin(std::future::ready(Ok(Subscription::new(messages, Box::new(leave)))))
    }
}

impl Topics {
    fn lock(&self) -> MutexGuard<'_, HashMap<Topic, Sender<Bytes>>> {
        // A map of senders is whole at every moment, whatever became of a thread that held it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UnsubscribeGuard {
    fn drop(&mut self) {
        if let Some(topics) = self.topics.upgrade() {
            let mut topics = topics.lock();
            if topics.get(&self.topic).is_some_and(|ring| ring.receiver_count() == 0) {
                topics.remove(&self.topic);
            }
        }
    }
}

impl fmt::Debug for InProcessBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InProcess").field("topics", &self.topic_count()).finish()
    }
}
