//! Records of the game log.

use protocol::{
    ActionId, BySeat, DurationMillis, GameId, GameInfo, GameResult, OfferKind, PublicRating, Seat,
    UnixMillis, WireMove,
};
use serde::{Deserialize, Serialize};

/// Record of the log: what happened, and the action that caused it.
///
/// Records name seats, never players: deleting an account must remove it from the logs as well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Action that caused the record, to recognize retries; `None` for automatic records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<ActionKey>,
    #[serde(flatten)]
    pub(crate) kind: RecordKind,
}

/// Identifies a player's action (idempotency key).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ActionKey {
    pub(crate) seat: Seat,
    pub(crate) id: ActionId,
}

/// Content of a record. Variants may be added but never changed, since logs are permanent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum RecordKind {
    /// The game was created.
    Opened {
        about: Box<GameInfo>,
    },
    /// A player took the seat. The player's id is in the store, not in the log.
    Seated {
        seat: Seat,
    },
    /// The side to move made a move.
    Moved {
        uci: WireMove,
        /// Lag compensation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<DurationMillis>,
        /// Delay with which the side to move was told of its turn, because a write took long: not charged either.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        write_delay: Option<DurationMillis>,
        /// Latest time until which the next side's clock stays paused while it reconnects after an outage.
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
    /// The opponent gave this side time.
    TimeGiven {
        seat: Seat,
        amount: DurationMillis,
    },
    /// Server downtime; not charged to either clock.
    Interrupted {
        from: UnixMillis,
        until: UnixMillis,
        /// Latest time until which the clock of the side to move stays paused while it reconnects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held_until: Option<UnixMillis>,
    },
    /// The held clock runs again.
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

impl RecordKind {
    pub(super) fn is_move(&self) -> bool {
        matches!(self, RecordKind::Moved { .. })
    }

    /// Returns true if the game can go on without this record. Declined offers and rematches are bounded by offers.
    pub(super) fn is_optional(&self) -> bool {
        match self {
            RecordKind::Offered { offer, .. } => *offer != OfferKind::Rematch,
            RecordKind::TakenBack { .. } | RecordKind::TimeGiven { .. } => true,
            RecordKind::Opened { .. }
            | RecordKind::Seated { .. }
            | RecordKind::Moved { .. }
            | RecordKind::Declined { .. }
            | RecordKind::Interrupted { .. }
            | RecordKind::Resumed { .. }
            | RecordKind::Ended { .. }
            | RecordKind::Rated { .. }
            | RecordKind::Rematched { .. } => false,
        }
    }
}

impl Record {
    /// A record not caused by an action.
    pub(crate) fn automatic(kind: RecordKind) -> Record {
        Record { by: None, kind }
    }

    /// The seat of a `Seated` record.
    pub(crate) fn taken_seat(&self) -> Option<Seat> {
        match self.kind {
            RecordKind::Seated { seat } => Some(seat),
            _ => None,
        }
    }

    /// Number of moves that the record takes back.
    pub(crate) fn taken_back(&self) -> u32 {
        match self.kind {
            RecordKind::TakenBack { plies } => plies,
            _ => 0,
        }
    }
}
