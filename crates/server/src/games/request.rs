//! Requests to a game actor.

use game::pgn::PgnGame;
use game::{Millis, Timestamp};
use protocol::{
    ActionError, ActionId, ChatContent, ChatMessage, ChatRoom, EventNumber, GameEvent, GameState,
    PlayerAction, PlayerId, Seat, ToClient, UnixMillis,
};
use tokio::sync::oneshot::Sender;

use crate::accounts::Identity;
use crate::socket::ConnectionId;
use crate::store::NodePresence;

/// Request with the channel for its reply.
#[derive(Debug)]
pub(crate) enum GameRequest {
    /// A connection enters, or needs an update after a gap or a seat change.
    Enter {
        connection: ConnectionId,
        player: PlayerId,
        since: Option<EventNumber>,
        /// True for the small board of the lobby, which is not counted.
        is_preview: bool,
        reply: Sender<Result<EnterReply, ActionError>>,
    },
    /// A connection leaves.
    Leave {
        connection: ConnectionId,
        player: PlayerId,
    },
    /// A player's action.
    Action {
        identity: Identity,
        id: ActionId,
        action: PlayerAction,
        /// Arrival time: time in the inbox is not charged.
        received: Timestamp,
        round_trip: Millis,
        reply: Sender<Result<EventNumber, ActionError>>,
    },
    /// A chat line.
    Chat {
        identity: Identity,
        room: ChatRoom,
        speech: ChatContent,
        reply: Sender<Result<(), ActionError>>,
    },
    /// Measured round trip of a connection.
    RoundTrip {
        connection: ConnectionId,
        player: PlayerId,
        round_trip: Millis,
    },
    /// Reads what other nodes have appended, of which this one may not have heard yet.
    CatchUp {
        reply: Sender<Result<(), ActionError>>,
    },
    /// The state, without entering.
    State {
        viewer: PlayerId,
        reply: Sender<Result<StateSnapshot, ActionError>>,
    },
    /// Recent chat of the viewer's room.
    ChatLines {
        viewer: PlayerId,
        reply: Sender<Result<Vec<ChatMessage>, ActionError>>,
    },
    Pgn {
        reply: Sender<Result<Box<PgnGame>, ActionError>>,
    },
    /// A player has deleted the account.
    AccountDeleted {
        player: PlayerId,
    },
    /// The deadline may have passed.
    Wake,
    /// A node has died to which a player or watcher was connected.
    NodeDied {
        /// Connections to the dead node.
        presence: NodePresence,
        /// Its last sign of life.
        since: Timestamp,
        reply: Sender<Result<(), ActionError>>,
    },
    /// Panics, to test that other games go on.
    #[cfg(test)]
    Panic,
}

/// Reply to `Enter`.
#[derive(Debug)]
pub(crate) struct EnterReply {
    /// The seat; `None` for watchers.
    pub(crate) seat: Option<Seat>,
    /// Number of the last event included.
    pub(crate) number: EventNumber,
    /// Time of the clock values.
    pub(crate) now: UnixMillis,
    pub(crate) update: CatchUp,
    pub(crate) presence: ToClient,
    /// Recent chat of the room.
    pub(crate) talk: Vec<ChatMessage>,
}

/// Update for a client.
#[derive(Debug)]
pub(crate) enum CatchUp {
    /// Missed events.
    Events(Vec<GameEvent>),
    /// Full state.
    State(Box<GameState>),
}

/// State at a moment.
#[derive(Debug)]
pub(crate) struct StateSnapshot {
    pub(crate) now: UnixMillis,
    /// The viewer's seat; `None` for watchers.
    pub(crate) seat: Option<Seat>,
    pub(crate) state: Box<GameState>,
}
