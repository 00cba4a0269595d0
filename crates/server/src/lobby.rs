//! Lobby: one actor per node; the open seeks of all nodes are in the store. Challenges need no actor: the store decides.

mod challenges;
mod seeks;
mod shared;
mod actor;
mod node_deaths;
mod pairing_state;
mod rating_range;
#[cfg(test)]
mod tests;

use std::net::IpAddr;
use std::time::Instant;

use game::Timestamp;
use protocol::{
    ActionError, ActionId, ColorPreference, GameId, GameSetup, LobbyStats, PlayerId, PlayerInfo, Seat, Seek,
    SeekId,
};
use tokio::sync::{mpsc, oneshot};

pub(crate) use actor::LobbyActor;
pub(crate) use challenges::{CLOCK_LIFETIME, ChallengeRequest, check_form};
pub(crate) use rating_range::RatingRange;

use crate::games::EndedTokens;
use crate::socket::ConnectionId;
use crate::store::ApiTokenId;

/// Capacity of the actor's inbox; senders wait when it is full.
const INBOX_CAPACITY: usize = 256;

/// Handle to the lobby actor.
#[derive(Clone, Debug)]
pub(crate) struct LobbyHandle(mpsc::Sender<LobbyRequest>);

/// Request to the lobby actor.
#[derive(Debug)]
pub(crate) enum LobbyRequest {
    /// A player posts a seek.
    Post { request: SeekRequest, reply: oneshot::Sender<Result<SeekOutcome, ActionError>> },
    /// A player joins an open seek.
    Join {
        player: PlayerInfo,
        request_id: ActionId,
        seek: SeekId,
        reply: oneshot::Sender<Result<SeekOutcome, ActionError>>,
    },
    /// The game of a pairing was refused, or the store failed while it was created. `players` have had no reply yet.
    PairingFailed { game: GameId, players: Vec<(PlayerId, ActionId)>, reason: ActionError },
    /// A player cancels a seek: one of this connection, or a lasting one.
    Cancel { owner: ConnectionId, player: PlayerId, seek: SeekId },
    /// A player withdraws all seeks that were posted with API tokens.
    WithdrawOfTokens { player: PlayerId, reply: oneshot::Sender<Result<(), ActionError>> },
    /// A connection closed; its seeks end.
    Disconnected { owner: ConnectionId },
    /// Ends the seeks that were posted with these API tokens: now, or when the store answers again.
    EndSeeks { player: PlayerId, tokens: EndedTokens },
    /// Lists the open seeks, as they are in the store after `since`.
    List { since: Instant, reply: oneshot::Sender<(Vec<Seek>, LobbyStats)> },
    /// Closes all seeks.
    CloseAll,
}

/// A seek to post.
#[derive(Clone, Debug)]
pub(crate) struct SeekRequest {
    /// Idempotency key chosen by the client.
    pub(crate) request_id: ActionId,
    /// Connection that owns the seek.
    pub(crate) owner: ConnectionId,
    /// API token with which the seek is posted, and with which it ends.
    pub(crate) token: Option<ApiTokenId>,
    /// End of a seek that outlives its request.
    pub(crate) expires: Option<Timestamp>,
    /// Network of the client, for limits.
    pub(crate) network: IpAddr,
    /// The player with the rating at this speed.
    pub(crate) player: PlayerInfo,
    pub(crate) terms: GameSetup,
    /// Preferred side.
    pub(crate) side: ColorPreference,
    /// Ratings of the opponent; `None` for any.
    pub(crate) rating_range: Option<RatingRange>,
}

/// Outcome of a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeekOutcome {
    /// The seek is listed.
    Open(SeekId),
    /// Paired: the game exists and both players are notified.
    Paired,
    /// The same request was paired before.
    AlreadyPaired(GameId, Seat),
}

impl LobbyHandle {
    /// Creates the handle and the actor's inbox.
    pub(crate) fn new() -> (LobbyHandle, mpsc::Receiver<LobbyRequest>) {
        let (sender, inbox) = mpsc::channel(INBOX_CAPACITY);
        (LobbyHandle(sender), inbox)
    }

    /// Sends a request; ignored during shutdown.
    pub(crate) async fn send(&self, request: LobbyRequest) {
        self.0.send(request).await.ok();
    }

    /// The open seeks, and the counts.
    ///
    /// # Errors
    ///
    /// Returns `Closing` during shutdown.
    pub(crate) async fn list(&self) -> Result<(Vec<Seek>, LobbyStats), ActionError> {
        self.request(|reply| LobbyRequest::List { since: Instant::now(), reply }).await
    }

    /// Sends a request and waits for the reply.
    ///
    /// # Errors
    ///
    /// Returns `Closing` during shutdown.
    pub(crate) async fn request<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<T>) -> LobbyRequest,
    ) -> Result<T, ActionError> {
        let (reply, answer) = oneshot::channel();
        self.send(request(reply)).await;
        answer.await.map_err(|_| ActionError::Closing)
    }
}
