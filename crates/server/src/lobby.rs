//! Finding somebody to play with: one task owns the open seeks of this node.

mod recent_pairings;
mod seeks;
mod actor;

use std::net::IpAddr;

use protocol::{
    ActionError, ActionId, ColorPreference, GameId, GameSetup, LobbyStats, PlayerInfo, Seat, Seek, SeekId,
};
use tokio::sync::{mpsc, oneshot};

pub(crate) use actor::LobbyActor;

use crate::identity::ConnectionId;

/// So many requests may wait for the lobby; who sends the next one waits.
const INBOX_CAPACITY: usize = 256;

/// A way to the lobby.
#[derive(Clone, Debug)]
pub(crate) struct LobbyHandle(mpsc::Sender<LobbyRequest>);

/// What the lobby can be asked.
#[derive(Debug)]
pub(crate) enum LobbyRequest {
    /// Somebody looks for a game.
    Post { wanted: SeekRequest, reply: oneshot::Sender<Result<SeekOutcome, ActionError>> },
    /// Somebody wants to play with one who looks.
    Join {
        player: PlayerInfo,
        wish: ActionId,
        seek: SeekId,
        reply: oneshot::Sender<Result<SeekOutcome, ActionError>>,
    },
    /// A game of two who had found each other could not be written down.
    PairingFailed { game: GameId },
    /// Somebody looks no more.
    Cancel { owner: ConnectionId, seek: SeekId },
    /// A connection is gone, and its seeks with it.
    Disconnected { owner: ConnectionId },
    /// What there is.
    List { reply: oneshot::Sender<(Vec<Seek>, LobbyStats)> },
    /// All seeks are closed.
    CloseAll,
}

/// What somebody looks for.
#[derive(Clone, Debug)]
pub(crate) struct SeekRequest {
    /// The client's name for the wish: sent again it is the same one.
    pub(crate) request_id: ActionId,
    /// From where.
    pub(crate) owner: ConnectionId,
    /// What counts as one address there.
    pub(crate) network: IpAddr,
    /// Who, with the rating at this speed.
    pub(crate) player: PlayerInfo,
    /// What.
    pub(crate) terms: GameSetup,
    /// Which seat.
    pub(crate) side: ColorPreference,
}

/// What became of a wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeekOutcome {
    /// It is in the list.
    Open(SeekId),
    /// Somebody wanted the same: the game is there, and both are told.
    Paired,
    /// It was granted before.
    AlreadyPaired(GameId, Seat),
}

impl LobbyHandle {
    /// A lobby, and what its task will be asked.
    pub(crate) fn new() -> (LobbyHandle, mpsc::Receiver<LobbyRequest>) {
        let (sender, inbox) = mpsc::channel(INBOX_CAPACITY);
        (LobbyHandle(sender), inbox)
    }

    /// Tells the lobby something. Nothing happens when the server is closing.
    pub(crate) async fn send(&self, request: LobbyRequest) {
        self.0.send(request).await.ok();
    }

    /// Asks the lobby something.
    ///
    /// # Errors
    /// If the server is closing.
    pub(crate) async fn request<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<T>) -> LobbyRequest,
    ) -> Result<T, ActionError> {
        let (reply, answer) = oneshot::channel();
        self.send(request(reply)).await;
        answer.await.map_err(|_| ActionError::Closing)
    }
}
