//! What a table can be asked.

use game::pgn::PgnGame;
use game::{Millis, Timestamp};
use protocol::{Act, ActId, Event, GameState, Line, Moment, PlayerId, Refusal, Room, Seat, Speech, ToClient};
use tokio::sync::oneshot::Sender;

use crate::visitor::{ConnectionId, Visitor};

/// A question to a table, with the way back for its answer.
#[derive(Debug)]
pub(crate) enum Request {
    /// A connection comes and wants to know what happened since; or it is here, and has missed something, or has to know its
    /// seat anew.
    Enter {
        connection: ConnectionId,
        player: PlayerId,
        since: Option<u32>,
        reply: Sender<Result<Entered, Refusal>>,
    },
    /// A connection goes.
    Leave { connection: ConnectionId, player: PlayerId },
    /// A player does something.
    Act {
        visitor: Visitor,
        id: ActId,
        act: Act,
        /// When it arrived: nobody pays for the time in which it waits for others here.
        received: Timestamp,
        round_trip: Millis,
        reply: Sender<Result<u32, Refusal>>,
    },
    /// Somebody says something.
    Say { visitor: Visitor, room: Room, speech: Speech, reply: Sender<Result<(), Refusal>> },
    /// How long messages to a connection take, there and back.
    Measure { connection: ConnectionId, player: PlayerId, round_trip: Millis },
    /// The state, for one who does not stay.
    Look { reply: Sender<Result<Look, Refusal>> },
    /// The game for the archive.
    Pgn { reply: Sender<Result<Box<PgnGame>, Refusal>> },
    /// Its time may have come.
    Wake,
}

/// What a connection learns when it comes.
#[derive(Debug)]
pub(crate) struct Entered {
    /// Its seat; nothing for one who watches.
    pub(crate) seat: Option<Seat>,
    /// The last event that it knows then.
    pub(crate) number: u32,
    /// For which moment the clocks are told.
    pub(crate) now: Moment,
    /// What it missed.
    pub(crate) update: Update,
    /// Who is there.
    pub(crate) presence: ToClient,
    /// What was said in its room.
    pub(crate) talk: Vec<Line>,
}

/// What brings a client up to date.
#[derive(Debug)]
pub(crate) enum Update {
    /// A few events.
    Events(Vec<Event>),
    /// Everything.
    State(Box<GameState>),
}

/// A game at a moment.
#[derive(Debug)]
pub(crate) struct Look {
    /// The moment.
    pub(crate) now: Moment,
    /// The game.
    pub(crate) state: Box<GameState>,
}
