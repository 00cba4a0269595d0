//! Numbered events of a game: the state changes that the server publishes.

use std::fmt;

use game::{Ending, Outcome, Ply};
use serde::{Deserialize, Serialize};

use crate::{
    BySeat, DurationMillis, GameId, GameInfo, OfferKind, PlayerInfo, PublicRating, Seat, UnixMillis, WireMove,
};

/// An event of a game. A client that misses a number requests the missing events or the whole state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameEvent {
    /// Number in this game.
    pub number: EventNumber,
    /// Server time of the event.
    pub at: UnixMillis,
    /// Deadline for the next move, while both sides have not moved; the game is aborted then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_by: Option<UnixMillis>,
    /// The state change.
    #[serde(flatten)]
    pub kind: GameEventKind,
}

/// Number of an event in its game: 0 for the first, without gaps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventNumber(pub u32);

/// State changes of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum GameEventKind {
    /// The game was created.
    Opened {
        /// Setup of the game.
        about: Box<GameInfo>,
    },
    /// A player took a seat. The game begins with the second player.
    Seated {
        /// The seat.
        seat: Seat,
        /// The player.
        player: PlayerInfo,
    },
    /// A move was played.
    Moved {
        /// Index of the position before the move.
        #[serde(with = "crate::wire::ply")]
        ply: Ply,
        /// The move.
        #[serde(flatten)]
        played: MoveRecord,
        /// Clocks after the move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockTimes>,
    },
    /// A player made an offer.
    Offered {
        /// The proposer.
        seat: Seat,
        /// The kind of offer.
        offer: OfferKind,
    },
    /// A player declined an offer.
    Declined {
        /// The player who declined.
        seat: Seat,
        /// The kind of offer.
        offer: OfferKind,
    },
    /// Moves were taken back by agreement.
    TakenBack {
        /// Number of plies taken back.
        plies: u32,
        /// Clocks after the takeback.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockTimes>,
    },
    /// A player gave the opponent time.
    TimeGiven {
        /// The player who received time.
        seat: Seat,
        /// Amount of time.
        amount: DurationMillis,
        /// Clocks afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockTimes>,
    },
    /// The server was down; the clocks did not run. If no clock runs afterwards, the clock of the side to
    /// move stays paused until that side reconnects or the grace period ends.
    Interrupted {
        /// Duration of the outage.
        away: DurationMillis,
        /// Clocks after the outage.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockTimes>,
    },
    /// The clock runs again after an outage.
    Resumed {
        /// Clocks afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockTimes>,
    },
    /// The game ended.
    Ended {
        /// The result.
        result: GameResult,
        /// Final clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockTimes>,
    },
    /// The ratings changed.
    Rated {
        /// Ratings after the game.
        ratings: BySeat<PublicRating>,
    },
    /// A rematch was created.
    Rematched {
        /// The new game.
        game: GameId,
    },
    /// An event of a newer server.
    #[serde(other)]
    Unknown,
}

/// A played move with its times.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move.
    pub uci: WireMove,
    /// Time charged to the mover, if the game is timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<DurationMillis>,
    /// Lag compensation, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<DurationMillis>,
    /// Time left to the mover afterwards, bonus included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<DurationMillis>,
}

/// Both clocks at the time of the event or state that contains them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockTimes {
    /// Time left to White.
    pub white: DurationMillis,
    /// Time left to Black.
    pub black: DurationMillis,
    /// The side whose clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Seat>,
    /// Remaining delay before the running clock counts down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<DurationMillis>,
}

/// Winner and reason of the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "WireResult", into = "WireResult")]
pub struct GameResult(pub Outcome);

#[derive(Clone, Serialize, Deserialize)]
struct WireResult {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<Seat>,
    /// An ending that the first version of the protocol has.
    ending: String,
    /// The exact ending, if it is newer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exact: Option<String>,
}

impl EventNumber {
    /// The number of the next event.
    #[must_use]
    pub const fn next(self) -> EventNumber {
        EventNumber(self.0.saturating_add(1))
    }

    /// The number of the previous event; 0 for the first.
    #[must_use]
    pub const fn previous(self) -> EventNumber {
        EventNumber(self.0.saturating_sub(1))
    }
}

impl fmt::Display for EventNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl GameResult {
    /// The result with these names on the wire.
    pub(crate) fn from_names(winner: Option<Seat>, ending: &str, exact: Option<&str>) -> Option<GameResult> {
        let ending = exact.and_then(Ending::from_name).or_else(|| Ending::from_name(ending))?;
        Outcome::new(winner.map(Into::into), ending).map(GameResult)
    }

    /// The names on the wire: winner, an ending of the first version, and the exact one, if it is newer.
    pub(crate) fn to_names(&self) -> (Option<Seat>, &'static str, Option<&'static str>) {
        let ending = self.0.ending();
        // Older clients do not know the ending and read a draw by agreement.
        let known = match ending {
            Ending::ResignationInsufficient => Ending::Agreement,
            known => known,
        };
        (self.0.winner().map(Seat::from), known.name(), (known != ending).then(|| ending.name()))
    }
}

impl TryFrom<WireResult> for GameResult {
    type Error = String;

    fn try_from(wire: WireResult) -> Result<GameResult, String> {
        GameResult::from_names(wire.winner, &wire.ending, wire.exact.as_deref())
            .ok_or_else(|| format!("no such ending: {} with winner {:?}", wire.ending, wire.winner))
    }
}

impl From<GameResult> for WireResult {
    fn from(result: GameResult) -> WireResult {
        let (winner, ending, exact) = result.to_names();
        WireResult { winner, ending: ending.to_owned(), exact: exact.map(str::to_owned) }
    }
}
