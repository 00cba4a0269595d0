//! What a connection follows: games, the lobby, and what concerns its player.

use bytes::Bytes;
use protocol::{GameId, Seat};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use crate::bus::Subscription;

/// Where news come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Source {
    Game(GameId),
    Lobby,
    Player,
}

/// Something heard; nothing if some of it was lost.
pub(super) type Heard = (Source, Option<Bytes>);

/// A subscription whose news come in one queue with all others. To drop it is to hear no more.
///
/// When the queue is full nothing is taken from the subscription, whose ring then loses the oldest: so a connection that
/// does not read costs no more than its queue.
#[derive(Debug)]
pub(super) struct Ear(AbortHandle);

impl Ear {
    pub(super) fn new(mut subscription: Subscription, source: Source, queue: mpsc::Sender<Heard>) -> Ear {
        let listening = tokio::spawn(async move {
            while let Some(heard) = subscription.next().await {
                if queue.send((source, heard.ok())).await.is_err() {
                    return;
                }
            }
        });
        Ear(listening.abort_handle())
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A game that a connection follows.
#[derive(Debug)]
pub(super) struct Following {
    pub(super) seat: Option<Seat>,
    /// The last event that was sent.
    pub(super) number: u32,
    pub(super) _ear: Ear,
}
