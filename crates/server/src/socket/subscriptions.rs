//! Subscriptions of a connection: its player, games and the lobby.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use protocol::{EventNumber, GameId, Seat};

use crate::bus::{Lagged, Subscription};

/// Source of a bus message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Source {
    Game(GameId),
    Lobby,
    Player,
}

/// Message of a source; `None` if messages were lost.
pub(super) type Delivery = (Source, Option<Bytes>);

/// All subscriptions of a connection. They are not drained while the connection is busy; their bounded
/// channels then drop the oldest messages, so a slow client costs no extra memory.
#[derive(Default)]
pub(super) struct Subscriptions(Vec<SourceSubscription>);

struct SourceSubscription {
    source: Source,
    next: NextMessage,
}

/// Future for the next message; returns the subscription with it.
type NextMessage = Pin<Box<dyn Future<Output = (Subscription, Option<Result<Bytes, Lagged>>)> + Send>>;

impl Subscriptions {
    /// Adds a subscription; replaces the one with the same source.
    pub(super) fn insert(&mut self, source: Source, subscription: Subscription) {
        self.remove(source);
        self.0.push(SourceSubscription { source, next: next_message(subscription) });
    }

    /// Removes a subscription.
    pub(super) fn remove(&mut self, source: Source) {
        self.0.retain(|ear| ear.source != source);
    }

    /// Waits for the next message.
    pub(super) async fn next(&mut self) -> Delivery {
        std::future::poll_fn(|context| self.poll_next(context)).await
    }

    /// Returns the next message if one is ready.
    pub(super) async fn try_next(&mut self) -> Option<Delivery> {
        std::future::poll_fn(|context| {
            Poll::Ready(match self.poll_next(context) {
                Poll::Ready(heard) => Some(heard),
                Poll::Pending => None,
            })
        })
        .await
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Delivery> {
        for place in 0..self.0.len() {
            let ear = &mut self.0[place];
            let Poll::Ready((subscription, heard)) = ear.next.as_mut().poll(context) else { continue };
            let source = ear.source;
            match heard {
                Some(heard) => {
                    ear.next = next_message(subscription);
                    // Round robin: the other sources come first next time.
                    self.0[place..].rotate_left(1);
                    return Poll::Ready((source, heard.ok()));
                }
                // The bus is gone.
                None => {
                    self.0.swap_remove(place);
                    return Poll::Ready((source, None));
                }
            }
        }
        Poll::Pending
    }
}

fn next_message(mut subscription: Subscription) -> NextMessage {
    Box::pin(async move {
        let heard = subscription.next().await;
        (subscription, heard)
    })
}

impl std::fmt::Debug for Subscriptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|ear| ear.source)).finish()
    }
}

/// A game followed by a connection.
#[derive(Debug)]
pub(super) struct FollowedGame {
    pub(super) seat: Option<Seat>,
    /// Number of the last event sent.
    pub(super) number: EventNumber,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::{Bus, InProcessBus, Topic};

    #[tokio::test]
    async fn sources_are_polled_round_robin() {
        let bus = InProcessBus::new();
        let game = GameId::from_bits(1);
        let mut ears = Subscriptions::default();
        ears.insert(Source::Lobby, bus.subscribe(Topic::Lobby).await.unwrap());
        ears.insert(Source::Game(game), bus.subscribe(Topic::Game(game)).await.unwrap());
        assert_eq!(ears.try_next().await, None);
        for number in 0..3_u8 {
            bus.publish(Topic::Lobby, vec![number].into());
        }
        bus.publish(Topic::Game(game), vec![9].into());
        let mut heard = Vec::new();
        while let Some((source, bytes)) = ears.try_next().await {
            heard.push((source, bytes.unwrap()[0]));
        }
        let lobby = Source::Lobby;
        assert_eq!(heard, [(lobby, 0), (Source::Game(game), 9), (lobby, 1), (lobby, 2)]);
        ears.remove(Source::Lobby);
        bus.publish(Topic::Lobby, vec![4].into());
        assert_eq!(ears.try_next().await, None);
        assert_eq!(bus.topic_count(), 1, "the topic has no subscribers");
        for number in 0..200_u8 {
            bus.publish(Topic::Game(game), vec![number].into());
        }
        assert_eq!(ears.next().await, (Source::Game(game), None), "some of it was lost");
    }
}
