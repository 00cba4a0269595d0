//! What has happened in a game, one number after another.

use game::{Ending, Outcome};
use serde::{Deserialize, Serialize};

use crate::{
    BySeat, DurationMillis, GameId, GameInfo, OfferKind, PlayerInfo, PublicRating, Seat, UnixMillis, WireMove,
};

/// Something that happened. Numbers begin at 0 and have no gaps: whoever misses one asks for the state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameEvent {
    /// Its number in this game.
    pub number: u32,
    /// When it happened.
    pub at: UnixMillis,
    /// When the game is called off unless the next move comes: while both sides have not moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_by: Option<UnixMillis>,
    /// What happened.
    #[serde(flatten)]
    pub kind: GameEventKind,
}

/// What can happen in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum GameEventKind {
    /// The game was set up.
    Opened {
        /// What is played.
        about: Box<GameInfo>,
    },
    /// Somebody sat down. With the second player the game begins.
    Seated {
        /// Where.
        seat: Seat,
        /// Who.
        player: PlayerInfo,
    },
    /// A move was made.
    Moved {
        /// How many plies had been played before it.
        ply: u32,
        /// The move.
        #[serde(flatten)]
        played: MoveRecord,
        /// The clocks after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockTimes>,
    },
    /// A player proposed something.
    Offered {
        /// Who.
        seat: Seat,
        /// What.
        offer: OfferKind,
    },
    /// A player refused something.
    Declined {
        /// Who.
        seat: Seat,
        /// What.
        offer: OfferKind,
    },
    /// Moves were taken back by agreement.
    TakenBack {
        /// How many plies.
        plies: u32,
        /// The clocks after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockTimes>,
    },
    /// A player was given time by the other.
    TimeGiven {
        /// Who has more now.
        seat: Seat,
        /// How much.
        amount: DurationMillis,
        /// The clocks after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockTimes>,
    },
    /// The server was away; nobody's time was counted. If no clock runs after it, the one of the side to move stands still
    /// until that side has come back, or has been waited for long enough.
    Interrupted {
        /// For how long.
        away: DurationMillis,
        /// The clocks after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockTimes>,
    },
    /// The clock goes on after the server was away.
    Resumed {
        /// The clocks after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockTimes>,
    },
    /// The game is over.
    Ended {
        /// How.
        result: GameResult,
        /// The clocks as they stopped.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockTimes>,
    },
    /// The ratings after the game.
    Rated {
        /// The new ones.
        ratings: BySeat<PublicRating>,
    },
    /// The players play once more.
    Rematched {
        /// There.
        game: GameId,
    },
    /// Something that this program is too old to know.
    #[serde(other)]
    Unknown,
}

/// A move as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move.
    pub uci: WireMove,
    /// How long the mover was charged for it, where time is counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<DurationMillis>,
    /// How much the server took off for the time on the network, where that is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lag: Option<DurationMillis>,
    /// What the mover had left after it, the bonus included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<DurationMillis>,
}

/// Both clocks at the moment of the event or state that shows them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockTimes {
    /// White's time.
    pub white: DurationMillis,
    /// Black's time.
    pub black: DurationMillis,
    /// Whose time runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Seat>,
    /// How long that clock still waits before it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<DurationMillis>,
}

/// Who won and why the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "WireResult", into = "WireResult")]
pub struct GameResult(pub Outcome);

#[derive(Clone, Serialize, Deserialize)]
struct WireResult {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<Seat>,
    ending: String,
}

impl TryFrom<WireResult> for GameResult {
    type Error = String;

    fn try_from(wire: WireResult) -> Result<GameResult, String> {
        let ending = Ending::from_name(&wire.ending);
        ending
            .and_then(|ending| Outcome::new(wire.winner.map(Into::into), ending))
            .map(GameResult)
            .ok_or_else(|| format!("no such ending: {} with winner {:?}", wire.ending, wire.winner))
    }
}

impl From<GameResult> for WireResult {
    fn from(GameResult(outcome): GameResult) -> WireResult {
        WireResult { winner: outcome.winner().map(Seat::from), ending: outcome.ending().name().to_owned() }
    }
}
