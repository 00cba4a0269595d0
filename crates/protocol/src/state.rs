//! Snapshot of a game, sent on entering and whenever events are missing.

use game::Ruleset;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{
    BySeat, ClockTimes, EventNumber, GameId, GameResult, MoveRecord, OfferKind, OnlineTimeControl,
    PlayerInfo, PublicRating, RatingMode, Seat, UnixMillis, Visibility,
};

/// Immutable attributes of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameInfo {
    /// The ruleset.
    #[serde(serialize_with = "write_ruleset", deserialize_with = "read_ruleset")]
    pub ruleset: Ruleset,
    /// FEN of the start position.
    pub fen: String,
    /// Time control.
    pub control: OnlineTimeControl,
    /// Rated or casual.
    pub stakes: RatingMode,
    /// Public or private.
    pub visibility: Visibility,
    /// The previous game, if this game is a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<GameId>,
}

/// Snapshot of a game after the event with [`number`](GameState::number).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameState {
    /// Number of the last event included.
    pub number: EventNumber,
    /// Attributes of the game.
    pub about: GameInfo,
    /// Time of creation.
    pub opened: UnixMillis,
    /// The players.
    pub seats: BySeat<Option<PlayerInfo>>,
    /// The moves played.
    pub moves: Vec<MoveRecord>,
    /// Clocks at the time given in the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClockTimes>,
    /// Deadline for the next move, while both sides have not moved; the game is aborted then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_by: Option<UnixMillis>,
    /// Unanswered offers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<PendingOffer>,
    /// Result of a finished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Ratings after the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<BySeat<PublicRating>>,
    /// The rematch, once created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<GameId>,
}

/// An unanswered offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PendingOffer {
    /// The proposer.
    pub seat: Seat,
    /// The kind of offer.
    pub offer: OfferKind,
}

fn write_ruleset<S: Serializer>(ruleset: &Ruleset, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(ruleset.name())
}

fn read_ruleset<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Ruleset, D::Error> {
    let name = String::deserialize(deserializer)?;
    Ruleset::from_name(&name).ok_or_else(|| de::Error::custom(format!("no such ruleset: {name}")))
}
