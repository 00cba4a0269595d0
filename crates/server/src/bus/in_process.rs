//! In-process bus for a single node: one broadcast channel per subscribed topic.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use bytes::Bytes;
use tokio::sync::broadcast::Sender;

use super::{Bus, BusError, Delivery, Lagged, Subscription, Topic};
use crate::store::BoxFuture;
use crate::sync::lock;

/// Bus for a single process.
#[derive(Default)]
pub struct InProcessBus {
    topics: Arc<Topics>,
}

/// Topics with at least one subscriber. The lock is held for a lookup and a push, never across an `await`.
#[derive(Default)]
struct Topics(Mutex<HashMap<Topic, Sender<Delivery>>>);

/// Removes a topic when its last subscriber is dropped.
struct UnsubscribeGuard {
    topic: Topic,
    topics: Weak<Topics>,
}

impl InProcessBus {
    /// Creates a bus without subscribers.
    #[must_use]
    pub fn new() -> InProcessBus {
        InProcessBus::default()
    }

    /// Tells subscribers of some topics that messages were lost.
    pub(super) fn lag(&self, which: impl Fn(Topic) -> bool) {
        for (_, ring) in self.topics.lock().iter().filter(|&(&topic, _)| which(topic)) {
            ring.send(Err(Lagged::Missed)).ok();
        }
    }

    /// Number of topics with at least one subscriber.
    #[must_use]
    pub fn topic_count(&self) -> usize {
        self.topics.lock().len()
    }
}

impl Bus for InProcessBus {
    fn publish(&self, topic: Topic, message: Bytes) {
        if let Some(ring) = self.topics.lock().get(&topic) {
            // Fails only without subscribers, and then the message is not needed.
            ring.send(Ok(message)).ok();
        }
    }

    fn subscribe(&self, topic: Topic) -> BoxFuture<Result<Subscription, BusError>> {
        let messages =
            self.topics.lock().entry(topic).or_insert_with(|| Sender::new(topic.capacity())).subscribe();
        let leave = UnsubscribeGuard { topic, topics: Arc::downgrade(&self.topics) };
        Box::pin(std::future::ready(Ok(Subscription::new(messages, Box::new(leave)))))
    }

    fn lag_subscribers(&self) {
        self.lag(|_| true);
    }
}

impl Topics {
    fn lock(&self) -> MutexGuard<'_, HashMap<Topic, Sender<Delivery>>> {
        lock(&self.0)
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
