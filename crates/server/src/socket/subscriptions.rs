//! Subscriptions of a connection: its player, games and the lobby.

use std::pin::Pin;
use std::task::{Context, Poll};

use protocol::{EventNumber, GameId, Seat};

use crate::bus::{Delivery, Lagged, Subscription};

/// Source of a bus message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Source {
    Game(GameId),
    Lobby,
    Player,
}

/// Message of a source, or the notice that messages were lost.
pub(super) type SourceDelivery = (Source, Delivery);

/// All subscriptions of a connection. They are not drained while the connection is busy; their bounded
/// channels then drop the oldest messages, so a slow client costs no extra memory.
#[derive(Default)]
pub(super) struct Subscriptions(Vec<SourceSubscription>);

struct SourceSubscription {
    source: Source,
    next: NextMessage,
}

/// Future for the next message; returns the subscription with it.
type NextMessage = Pin<Box<dyn Future<Output = (Subscription, Option<Delivery>)> + Send>>;

impl Subscriptions {
    /// Adds a subscription; replaces the one with the same source.
    pub(super) fn insert(&mut self, source: Source, subscription: Subscription) {
        self.remove(source);
        self.0.push(SourceSubscription { source, next: next_message(subscription) });
    }

    /// Removes a subscription.
    pub(super) fn remove(&mut self, source: Source) {
        self.0.retain(|entry| entry.source != source);
    }

    /// Waits for the next message.
    pub(super) async fn next(&mut self) -> SourceDelivery {
        std::future::poll_fn(|context| self.poll_next(context)).await
    }

    /// Returns the next message if one is ready.
    pub(super) async fn try_next(&mut self) -> Option<SourceDelivery> {
        std::future::poll_fn(|context| {
            Poll::Ready(match self.poll_next(context) {
                Poll::Ready(delivered) => Some(delivered),
                Poll::Pending => None,
            })
        })
        .await
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<SourceDelivery> {
        for index in 0..self.0.len() {
            let entry = &mut self.0[index];
            let Poll::Ready((subscription, delivered)) = entry.next.as_mut().poll(context) else { continue };
            let source = entry.source;
            match delivered {
                Some(delivered) => {
                    entry.next = next_message(subscription);
                    // Round robin: the other sources come first next time.
                    self.0[index..].rotate_left(1);
                    return Poll::Ready((source, delivered));
                }
                // The bus is gone.
                None => {
                    self.0.swap_remove(index);
                    return Poll::Ready((source, Err(Lagged::Missed)));
                }
            }
        }
        Poll::Pending
    }
}

fn next_message(mut subscription: Subscription) -> NextMessage {
    Box::pin(async move {
        let delivered = subscription.next().await;
        (subscription, delivered)
    })
}

impl std::fmt::Debug for Subscriptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|entry| entry.source)).finish()
    }
}

/// A game followed by a connection.
#[derive(Debug)]
pub(super) struct FollowedGame {
    pub(super) seat: Option<Seat>,
    /// Number of the last event sent.
    pub(super) number: EventNumber,
    /// True for the small board of the lobby.
    pub(super) is_preview: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::{Bus, InProcessBus, Topic};

    #[tokio::test]
    async fn sources_are_polled_round_robin() {
        let bus = InProcessBus::new();
        let game = GameId::from_bits(1);
        let mut subscriptions = Subscriptions::default();
        subscriptions.insert(Source::Lobby, bus.subscribe(Topic::Lobby).await.unwrap());
        subscriptions.insert(Source::Game(game), bus.subscribe(Topic::Game(game)).await.unwrap());
        assert_eq!(subscriptions.try_next().await, None);
        for number in 0..3_u8 {
            bus.publish(Topic::Lobby, vec![number].into());
        }
        bus.publish(Topic::Game(game), vec![9].into());
        let mut delivered = Vec::new();
        while let Some((source, bytes)) = subscriptions.try_next().await {
            delivered.push((source, bytes.unwrap()[0]));
        }
        let lobby = Source::Lobby;
        assert_eq!(delivered, [(lobby, 0), (Source::Game(game), 9), (lobby, 1), (lobby, 2)]);
        subscriptions.remove(Source::Lobby);
        bus.publish(Topic::Lobby, vec![4].into());
        assert_eq!(subscriptions.try_next().await, None);
        assert_eq!(bus.topic_count(), 1, "the topic has no subscribers");
        for number in 0..200_u8 {
            bus.publish(Topic::Game(game), vec![number].into());
        }
        assert_eq!(subscriptions.next().await, (Source::Game(game), Err(Lagged::Slow)));
    }
}
