//! What a connection follows: games, the lobby, and what concerns its player.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use protocol::{GameId, Seat};

use crate::bus::{Lagged, Subscription};

/// Where news come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Source {
    Game(GameId),
    Lobby,
    Player,
}

/// Something heard; nothing if some of it was lost.
pub(super) type Delivery = (Source, Option<Bytes>);

/// All subscriptions of a connection. Nothing is taken from them while the connection is busy; their rings then lose the
/// oldest, so one that does not read costs no more than they do.
#[derive(Default)]
pub(super) struct Subscriptions(Vec<SourceSubscription>);

struct SourceSubscription {
    source: Source,
    next: NextMessage,
}

/// Waits for the next message, and brings the subscription back with it.
type NextMessage = Pin<Box<dyn Future<Output = (Subscription, Option<Result<Bytes, Lagged>>)> + Send>>;

impl Subscriptions {
    /// Listens to this as well.
    pub(super) fn insert(&mut self, source: Source, subscription: Subscription) {
        self.remove(source);
        self.0.push(SourceSubscription { source, next: next_message(subscription) });
    }

    /// Listens to this no more.
    pub(super) fn remove(&mut self, source: Source) {
        self.0.retain(|ear| ear.source != source);
    }

    /// The next thing heard.
    pub(super) async fn next(&mut self) -> Delivery {
        std::future::poll_fn(|context| self.poll_next(context)).await
    }

    /// The next thing heard, if it is there already.
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
                    // The others have their turn first the next time.
                    self.0[place..].rotate_left(1);
                    return Poll::Ready((source, heard.ok()));
                }
                // The bus has gone; what there was to hear can only be read.
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

/// A game that a connection follows.
#[derive(Debug)]
pub(super) struct FollowedGame {
    pub(super) seat: Option<Seat>,
    /// The last event that was sent.
    pub(super) number: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::{Bus, InProcessBus, Topic};

    #[tokio::test]
    async fn all_are_heard_and_nobody_is_drowned_out() {
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
        assert_eq!(bus.topic_count(), 1, "nobody listens there any more");
        for number in 0..200_u8 {
            bus.publish(Topic::Game(game), vec![number].into());
        }
        assert_eq!(ears.next().await, (Source::Game(game), None), "some of it was lost");
    }
}
