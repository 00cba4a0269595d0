//! Playing with people elsewhere: what a server has told, what it is yet to be told, and how the connection is.
//!
//! No socket here either. Whoever runs the client carries [`Errand`]s out (connect, send, hang up) and brings what comes of
//! it as [`Incoming`]s; what the people here want beside the board are [`Wish`]es. All of it goes through the one door
//! [`update`](crate::update()), and a game on a server is played at the same table as any other: board, premoves,
//! explanations and promotion work as they do between two people at one screen.
//!
//! The server owns the truth. What it has told of a game is a [`Truth`]; what the board shows is that, and the one move
//! that was made here and is not confirmed yet. Every act has an id of its own and waits in the [`Outbox`] until the
//! server has accepted or refused it, over however many connections.
//!
//! # Layout
//! - [`Incoming`], [`Wish`], [`Errand`]: what comes in, what is wanted, what is to be done.
//! - [`Link`]: the connection, its end and its return. [`ServerTime`]: what time it is there.
//! - [`Remote`]: the game at the table; [`Truth`] what is known of it, [`Talk`] what is said beside it.
//! - [`Lobby`]: who looks for a game. [`Outbox`]: what has to reach the server.

mod network_effect;
mod network_event;
mod online_command;

mod rng;
mod connection;
mod server_time;

mod lobby;
mod outbox;
mod online_game;
mod chat;
mod game_setup;
mod server_game;

use protocol::PlayerInfo;

pub use chat::ChatLog;
pub use connection::{ClientConnection, ConnectionStatus, DisconnectCause};
pub(crate) use connection::{ConnectionTask, Urgency};
pub use lobby::{Lobby, OwnSeek};
pub use network_effect::{NetworkEffect, SocketId};
pub use network_event::NetworkEvent;
pub use online_command::OnlineCommand;
pub(crate) use online_game::StateRequest;
pub use online_game::{JoinIntent, OnlineGame, OpponentAbsence};
pub(crate) use outbox::RejectionResult;
pub use outbox::{Outbox, PendingAction};
pub(crate) use rng::Rng;
pub use server_game::{Desync, ServerGame};
pub use server_time::ServerTime;

/// All that is known of a server.
#[derive(Clone, Debug, Default)]
pub struct OnlineState {
    pub(crate) connection: ClientConnection,
    pub(crate) server_time: ServerTime,
    /// Who one is there.
    pub(crate) me: Option<PlayerInfo>,
    pub(crate) outbox: Outbox,
    pub(crate) lobby: Option<Lobby>,
    pub(crate) game: Option<OnlineGame>,
    pub(crate) rng: Rng,
}

impl OnlineState {
    /// The connection.
    #[must_use]
    pub fn connection(&self) -> &ClientConnection {
        &self.connection
    }

    /// Who one is on this server; nothing before it has said.
    #[must_use]
    pub fn me(&self) -> Option<&PlayerInfo> {
        self.me.as_ref()
    }

    /// What time it is there.
    #[must_use]
    pub fn server_time(&self) -> ServerTime {
        self.server_time
    }

    /// The lobby, if one is in it.
    #[must_use]
    pub fn lobby(&self) -> Option<&Lobby> {
        self.lobby.as_ref()
    }

    /// The game on the server that is at the table, or will be once the server has told it.
    #[must_use]
    pub fn game(&self) -> Option<&OnlineGame> {
        self.game.as_ref()
    }

    /// Whether the opponent would like a rematch, and has not been answered.
    #[must_use]
    pub fn is_rematch_offered(&self) -> bool {
        let asks = |game: &&OnlineGame| game.is_rematch_offered();
        let game = self.game.as_ref().filter(asks);
        game.is_some_and(|game| !self.outbox.has_answer(game.id(), protocol::OfferKind::Rematch))
    }

    /// How soon a connection is missed: a game with a clock goes on without us.
    pub(crate) fn urgency(&self) -> Urgency {
        match self.game.as_ref().is_some_and(OnlineGame::is_timed) {
            true => Urgency::ClockRunning,
            false => Urgency::Idle,
        }
    }

    /// What the server has not confirmed yet.
    #[must_use]
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }
}
