//! Finding somebody to play with: one task owns the open seeks of this node.

mod met;
mod seeks;
mod task;

use std::net::IpAddr;

use protocol::{ActId, Crowd, GameId, Player, Refusal, Seat, Seek, SeekId, Side, Terms};
use tokio::sync::{mpsc, oneshot};

pub(crate) use task::Task;

use crate::visitor::ConnectionId;

/// So many requests may wait for the lobby; who sends the next one waits.
const INBOX: usize = 256;

/// A way to the lobby.
#[derive(Clone, Debug)]
pub(crate) struct Lobby(mpsc::Sender<Request>);

/// What the lobby can be asked.
#[derive(Debug)]
pub(crate) enum Request {
    /// Somebody looks for a game.
    Post { wanted: Wanted, reply: oneshot::Sender<Result<Posted, Refusal>> },
    /// Somebody wants to play with one who looks.
    Join { player: Player, wish: ActId, seek: SeekId, reply: oneshot::Sender<Result<Posted, Refusal>> },
    /// A game of two who had found each other could not be written down.
    Unmet { game: GameId },
    /// Somebody looks no more.
    Cancel { owner: ConnectionId, seek: SeekId },
    /// A connection is gone, and its seeks with it.
    Gone { owner: ConnectionId },
    /// What there is.
    Look { reply: oneshot::Sender<(Vec<Seek>, Crowd)> },
    /// All seeks are closed.
    CloseAll,
}

/// What somebody looks for.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// The client's name for the wish: sent again it is the same one.
    pub(crate) wish: ActId,
    /// From where.
    pub(crate) owner: ConnectionId,
    /// What counts as one address there.
    pub(crate) network: IpAddr,
    /// Who, with the rating at this speed.
    pub(crate) player: Player,
    /// What.
    pub(crate) terms: Terms,
    /// Which seat.
    pub(crate) side: Side,
}

/// What became of a wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Posted {
    /// It is in the list.
    Open(SeekId),
    /// Somebody wanted the same: the game is there, and both are told.
    Paired,
    /// It was granted before.
    Met(GameId, Seat),
}

impl Lobby {
    /// A lobby, and what its task will be asked.
    pub(crate) fn new() -> (Lobby, mpsc::Receiver<Request>) {
        let (sender, inbox) = mpsc::channel(INBOX);
        (Lobby(sender), inbox)
    }

    /// Tells the lobby something. Nothing happens when the server is closing.
    pub(crate) async fn tell(&self, request: Request) {
        self.0.send(request).await.ok();
    }

    /// Asks the lobby something.
    ///
    /// # Errors
    /// If the server is closing.
    pub(crate) async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<T>) -> Request,
    ) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.tell(request(reply)).await;
        answer.await.map_err(|_| Refusal::Closing)
    }
}
