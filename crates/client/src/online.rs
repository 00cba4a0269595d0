//! Play on a server: connection, outbox, lobby, chat, and the game as confirmed by the server.
//!
//! No sockets: the host runs [`NetworkEffect`]s and reports [`NetworkEvent`]s; the user sends
//! [`OnlineCommand`]s. All of them go through [`update`](crate::update()). An online game uses the same
//! [`LocalGame`](crate::LocalGame) as any other, so board, premoves, explanations and promotion work alike.
//!
//! The server is authoritative. [`ServerGame`] is the last confirmed state; the board shows it plus at most
//! one unconfirmed local move (optimistic update). Every action has an id and stays in the [`Outbox`] until
//! the server accepts or rejects it, across reconnects and restarts.
//!
//! # Layout
//! - [`NetworkEvent`], [`OnlineCommand`], [`NetworkEffect`]: input and output.
//! - [`ClientConnection`]: connecting, timeouts and backoff. [`ServerTime`]: estimate of the server's clock.
//! - [`OnlineGame`]: the subscribed game with its [`ServerGame`] and [`ChatLog`].
//! - [`Lobby`]: open seeks. [`Challenges`]: those from and to the user. [`Outbox`]: unconfirmed actions.

mod network;
mod online_command;

mod rng;
mod connection;
mod server_time;

mod lobby;
mod challenges;
mod outbox;
mod online_game;
mod saved_premoves;
mod chat;
mod game_setup;
mod server_game;

use protocol::{PlayerInfo, Seek};

pub use challenges::{ChallengeNews, ChallengeNewsKind, Challenges};
pub use chat::ChatLog;
pub use connection::{ClientConnection, ConnectionStatus, DisconnectCause};
pub(crate) use connection::{ConnectionTask, Urgency};
pub(crate) use lobby::LobbyRejection;
pub use lobby::{Lobby, OwnSeek};
pub use network::{NetworkEffect, NetworkEvent, SocketId};
pub use online_command::OnlineCommand;
pub(crate) use online_game::StateRequest;
pub use online_game::{JoinIntent, OnlineGame, OpponentAbsence};
pub(crate) use outbox::RejectionResult;
pub use outbox::{Outbox, PendingAction};
pub(crate) use rng::{Rng, random_id};
pub(crate) use saved_premoves::SavedPremoves;
pub use server_game::{Desync, ServerGame};
pub use server_time::ServerTime;

/// State of the server connection and everything received over it.
#[derive(Clone, Debug, Default)]
pub struct OnlineState {
    pub(crate) connection: ClientConnection,
    pub(crate) server_time: ServerTime,
    /// The authenticated player.
    pub(crate) me: Option<PlayerInfo>,
    pub(crate) outbox: Outbox,
    pub(crate) lobby: Option<Lobby>,
    pub(crate) challenges: Challenges,
    pub(crate) game: Option<OnlineGame>,
    pub(crate) rng: Rng,
    /// Premoves from before a reload, until the state of a game is received.
    pub(crate) restored_premoves: Option<SavedPremoves>,
    /// The premoves as last saved.
    pub(crate) saved_premoves: String,
}

impl OnlineState {
    /// The connection.
    #[must_use]
    pub fn connection(&self) -> &ClientConnection {
        &self.connection
    }

    /// The authenticated player; `None` before the first welcome message.
    #[must_use]
    pub fn me(&self) -> Option<&PlayerInfo> {
        self.me.as_ref()
    }

    /// Estimate of the server's clock.
    #[must_use]
    pub fn server_time(&self) -> ServerTime {
        self.server_time
    }

    /// The lobby, if subscribed.
    #[must_use]
    pub fn lobby(&self) -> Option<&Lobby> {
        self.lobby.as_ref()
    }

    /// Returns true if a seek is a lasting one of the user, which any client of the user withdraws.
    #[must_use]
    pub fn is_withdrawable(&self, seek: &Seek) -> bool {
        seek.lasting && seek.player.id.is_some() && seek.player.id == self.me.as_ref().and_then(|me| me.id)
    }

    /// Open seeks that the user may join, oldest first.
    pub fn seeks_to_join(&self) -> impl Iterator<Item = &Seek> {
        let seeks = self.lobby.iter().flat_map(Lobby::seeks_of_others);
        seeks.filter(|seek| !self.is_withdrawable(seek))
    }

    /// Lasting seeks of the user, oldest first.
    pub fn seeks_to_withdraw(&self) -> impl Iterator<Item = &Seek> {
        self.lobby.iter().flat_map(Lobby::seeks).filter(|seek| self.is_withdrawable(seek))
    }

    /// Challenges from and to the user.
    #[must_use]
    pub fn challenges(&self) -> &Challenges {
        &self.challenges
    }

    /// Challenges to the user, oldest first.
    pub fn received_challenges(&self) -> impl Iterator<Item = &protocol::Challenge> {
        self.challenges.received(self.my_id())
    }

    /// Challenges that the user has sent, oldest first.
    pub fn sent_challenges(&self) -> impl Iterator<Item = &protocol::Challenge> {
        self.challenges.sent(self.my_id())
    }

    pub(crate) fn my_id(&self) -> Option<protocol::PlayerId> {
        self.me.as_ref().and_then(|me| me.id)
    }

    /// The subscribed game; its state may still be on the way.
    #[must_use]
    pub fn game(&self) -> Option<&OnlineGame> {
        self.game.as_ref()
    }

    /// True if the opponent offers a rematch that is not answered yet.
    #[must_use]
    pub fn is_rematch_offered(&self) -> bool {
        let asks = |game: &&OnlineGame| game.is_rematch_offered();
        let game = self.game.as_ref().filter(asks);
        game.is_some_and(|game| !self.outbox.has_answer(game.id(), protocol::OfferKind::Rematch))
    }

    /// Urgency of reconnecting: high while a clock runs.
    pub(crate) fn urgency(&self) -> Urgency {
        match self.game.as_ref().is_some_and(OnlineGame::is_timed) {
            true => Urgency::ClockRunning,
            false => Urgency::Idle,
        }
    }

    /// Unconfirmed actions.
    #[must_use]
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }
}
