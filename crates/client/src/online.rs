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

mod errand;
mod incoming;
mod wish;

mod chance;
mod link;
mod server_time;

mod lobby;
mod outbox;
mod remote;
mod talk;
mod terms;
mod truth;

use protocol::Player;

pub(crate) use chance::Chance;
pub use errand::{Call, Errand};
pub use incoming::Incoming;
pub use link::{Cause, Connection, Link};
pub(crate) use link::{Due, Urgency};
pub use lobby::{Lobby, MySeek};
pub(crate) use outbox::Settled;
pub use outbox::{Letter, Outbox};
pub(crate) use remote::Asked;
pub use remote::{Absence, Purpose, Remote};
pub use server_time::ServerTime;
pub use talk::Talk;
pub use truth::{Misfit, Truth};
pub use wish::Wish;

/// All that is known of a server.
#[derive(Clone, Debug, Default)]
pub struct Online {
    pub(crate) link: Link,
    pub(crate) time: ServerTime,
    /// Who one is there.
    pub(crate) me: Option<Player>,
    pub(crate) outbox: Outbox,
    pub(crate) lobby: Option<Lobby>,
    pub(crate) game: Option<Remote>,
    pub(crate) chance: Chance,
}

impl Online {
    /// The connection.
    #[must_use]
    pub fn link(&self) -> &Link {
        &self.link
    }

    /// Who one is on this server; nothing before it has said.
    #[must_use]
    pub fn me(&self) -> Option<&Player> {
        self.me.as_ref()
    }

    /// What time it is there.
    #[must_use]
    pub fn time(&self) -> ServerTime {
        self.time
    }

    /// The lobby, if one is in it.
    #[must_use]
    pub fn lobby(&self) -> Option<&Lobby> {
        self.lobby.as_ref()
    }

    /// The game on the server that is at the table, or will be once the server has told it.
    #[must_use]
    pub fn game(&self) -> Option<&Remote> {
        self.game.as_ref()
    }

    /// Whether the opponent would like a rematch, and has not been answered.
    #[must_use]
    pub fn is_asked_for_rematch(&self) -> bool {
        let asks = |game: &&Remote| game.is_asked_for_rematch();
        let game = self.game.as_ref().filter(asks);
        game.is_some_and(|game| !self.outbox.has_answer(game.id(), protocol::Offer::Rematch))
    }

    /// How soon a connection is missed: a game with a clock goes on without us.
    pub(crate) fn urgency(&self) -> Urgency {
        match self.game.as_ref().is_some_and(Remote::is_timed) {
            true => Urgency::Running,
            false => Urgency::Calm,
        }
    }

    /// What the server has not confirmed yet.
    #[must_use]
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }
}
