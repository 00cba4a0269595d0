//! What stands in a game's log.

use protocol::{
    ActionId, BySeat, DurationMillis, GameId, GameInfo, GameResult, OfferKind, PublicRating, Seat,
    UnixMillis, WireMove,
};
use serde::{Deserialize, Serialize};

/// An entry of the log: what happened, and which act of which player brought it about.
///
/// It names sides, never people: an account that is deleted has to be gone from the logs as well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The act, so that it is known when it is sent again; nothing for what comes by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<ActionKey>,
    /// What happened.
    #[serde(flatten)]
    pub(crate) kind: RecordKind,
}

/// An act of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ActionKey {
    pub(crate) seat: Seat,
    pub(crate) id: ActionId,
}

/// What happened in a game. To this list may be added; nothing in it may change, for logs last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum RecordKind {
    /// The game was set up.
    Opened {
        about: Box<GameInfo>,
    },
    /// Somebody sat down; who, the store knows.
    Seated {
        seat: Seat,
    },
    /// The side to move made a move.
    Moved {
        uci: WireMove,
        /// What was taken off its time for the way over the network.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<DurationMillis>,
        /// The other side has not come back since the server was away: its clock stands still until it does, but no longer
        /// than until then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held_until: Option<UnixMillis>,
    },
    Offered {
        seat: Seat,
        offer: OfferKind,
    },
    Declined {
        seat: Seat,
        offer: OfferKind,
    },
    TakenBack {
        plies: u32,
    },
    /// A side was given time by the other.
    TimeGiven {
        seat: Seat,
        amount: DurationMillis,
    },
    /// No server looked after the game; that time counts for nobody.
    Interrupted {
        from: UnixMillis,
        until: UnixMillis,
        /// The clock stands still for the side to move to come back, but no longer than until then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held_until: Option<UnixMillis>,
    },
    /// The clock goes on: the side to move is back, or has been waited for long enough.
    Resumed {
        at: UnixMillis,
    },
    Ended {
        result: GameResult,
    },
    Rated {
        ratings: BySeat<PublicRating>,
    },
    Rematched {
        game: GameId,
    },
}

impl Record {
    /// Something that comes by itself.
    pub(crate) fn automatic(fact: RecordKind) -> Record {
        Record { by: None, kind: fact }
    }

    /// The seat that is taken by it.
    pub(crate) fn taken_seat(&self) -> Option<Seat> {
        match self.kind {
            RecordKind::Seated { seat } => Some(seat),
            _ => None,
        }
    }
}
