//! What a table can be asked.

use game::pgn::PgnGame;
use game::{Millis, Timestamp};
use protocol::{
    ActionError, ActionId, ChatContent, ChatMessage, ChatRoom, GameEvent, GameState, PlayerAction, PlayerId,
    Seat, ToClient, UnixMillis,
};
use tokio::sync::oneshot::Sender;

use crate::identity::{ConnectionId, Identity};

/// A question to a table, with the way back for its answer.
#[derive(Debug)]
pub(crate) enum GameRequest {
    /// A connection comes and wants to know what happened since; or it is here, and has missed something, or has to know its
    /// seat anew.
    Enter {
        connection: ConnectionId,
        player: PlayerId,
        since: Option<u32>,
        reply: Sender<Result<EnterReply, ActionError>>,
    },
    /// A connection goes.
    Leave { connection: ConnectionId, player: PlayerId },
    /// A player does something.
    Action {
        visitor: Identity,
        id: ActionId,
        act: PlayerAction,
        /// When it arrived: nobody pays for the time in which it waits for others here.
        received: Timestamp,
        round_trip: Millis,
        reply: Sender<Result<u32, ActionError>>,
    },
    /// Somebody says something.
    Chat { visitor: Identity, room: ChatRoom, speech: ChatContent, reply: Sender<Result<(), ActionError>> },
    /// How long messages to a connection take, there and back.
    RoundTrip { connection: ConnectionId, player: PlayerId, round_trip: Millis },
    /// The state, for one who does not stay.
    State { reply: Sender<Result<StateSnapshot, ActionError>> },
    /// The game for the archive.
    Pgn { reply: Sender<Result<Box<PgnGame>, ActionError>> },
    /// Its time may have come.
    Wake,
}

/// What a connection learns when it comes.
#[derive(Debug)]
pub(crate) struct EnterReply {
    /// Its seat; nothing for one who watches.
    pub(crate) seat: Option<Seat>,
    /// The last event that it knows then.
    pub(crate) number: u32,
    /// For which moment the clocks are told.
    pub(crate) now: UnixMillis,
    /// What it missed.
    pub(crate) update: CatchUp,
    /// Who is there.
    pub(crate) presence: ToClient,
    /// What was said in its room.
    pub(crate) talk: Vec<ChatMessage>,
}

/// What brings a client up to date.
#[derive(Debug)]
pub(crate) enum CatchUp {
    /// A few events.
    Events(Vec<GameEvent>),
    /// Everything.
    State(Box<GameState>),
}

/// A game at a moment.
#[derive(Debug)]
pub(crate) struct StateSnapshot {
    /// The moment.
    pub(crate) now: UnixMillis,
    /// The game.
    pub(crate) state: Box<GameState>,
}
