//! A game as a whole: for whoever opens it, and for whoever has missed something.

use game::Ruleset;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{
    BySeat, ClockTimes, GameId, GameResult, MoveRecord, OfferKind, OnlineTimeControl, PlayerInfo,
    PublicRating, RatingMode, Seat, UnixMillis, Visibility,
};

/// What is played: never changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameInfo {
    /// The rules.
    #[serde(serialize_with = "write_ruleset", deserialize_with = "read_ruleset")]
    pub ruleset: Ruleset,
    /// Where it starts.
    pub fen: String,
    /// The time.
    pub control: OnlineTimeControl,
    /// Whether it counts for the ratings.
    pub stakes: RatingMode,
    /// Who may find it.
    pub visibility: Visibility,
    /// The game that this one is the rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<GameId>,
}

/// A game after its event with [`number`](GameState::number).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameState {
    /// The last event that is in it.
    pub number: u32,
    /// What is played.
    pub about: GameInfo,
    /// When it was set up.
    pub opened: UnixMillis,
    /// Who sits where.
    pub seats: BySeat<Option<PlayerInfo>>,
    /// The moves so far.
    pub moves: Vec<MoveRecord>,
    /// The clocks at the moment that the message names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClockTimes>,
    /// When the game is called off unless the next move comes: before both sides have moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_by: Option<UnixMillis>,
    /// What is proposed and not answered, and by whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<PendingOffer>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The ratings after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<BySeat<PublicRating>>,
    /// The next game of the two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<GameId>,
}

/// An offer that waits for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PendingOffer {
    /// Whose it is.
    pub seat: Seat,
    /// What is offered.
    pub offer: OfferKind,
}

fn write_ruleset<S: Serializer>(ruleset: &Ruleset, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(ruleset.name())
}

fn read_ruleset<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Ruleset, D::Error> {
    let name = String::deserialize(deserializer)?;
    Ruleset::from_name(&name).ok_or_else(|| de::Error::custom(format!("no such ruleset: {name}")))
}
