//! What lists show of a game.

use game::{Ruleset, Timestamp};
use protocol::{PlayerInfo, PlayerName};
use rules::ByColor;

use super::{GameId, GameStatus, LogEntry, PlayerId, RatingMode, Speed, Visibility};

/// A game to be created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Its id.
    pub id: GameId,
    /// What it is played for.
    pub attributes: GameAttributes,
    /// Who sits where already.
    pub seats: ByColor<Option<SeatedPlayer>>,
    /// How it stands.
    pub status: GameStatus,
    /// When it was created.
    pub at: Timestamp,
    /// The beginning of its log.
    pub entries: Vec<LogEntry>,
}

/// What of the agreement between the players lists can be sorted by; all of it is in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameAttributes {
    /// Which rules.
    pub ruleset: Ruleset,
    /// How fast.
    pub speed: Speed,
    /// Whether it counts for ratings.
    pub stakes: RatingMode,
    /// Who may find it.
    pub visibility: Visibility,
}

/// What lists show of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameHead {
    /// Its id.
    pub id: GameId,
    /// What it is played for.
    pub attributes: GameAttributes,
    /// Who sits where, with the rating at the time of sitting down.
    pub seats: ByColor<Option<PlayerInfo>>,
    /// How it stands.
    pub status: GameStatus,
    /// When it was created.
    pub at: Timestamp,
    /// How many moves its log has, those taken back included.
    pub plies: u32,
}

/// Somebody who sits down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedPlayer {
    /// Who.
    pub player: PlayerId,
    /// What a guest wants to be called; an account has its name.
    pub name: Option<PlayerName>,
}
