//! Game metadata for lists.

use game::{Ruleset, Timestamp};
use protocol::{PlayerInfo, PlayerName};
use rules::ByColor;

use super::{GameId, GameStatus, LogEntry, PlayerId, RatingMode, Speed, Visibility};

/// A game to create.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Game id.
    pub id: GameId,
    /// Searchable attributes.
    pub attributes: GameAttributes,
    /// Players seated from the start.
    pub seats: ByColor<Option<SeatedPlayer>>,
    /// Status.
    pub status: GameStatus,
    /// Creation time.
    pub at: Timestamp,
    /// First entries of the log.
    pub entries: Vec<LogEntry>,
}

/// Attributes by which games are listed; the full terms are in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameAttributes {
    /// Rules.
    pub ruleset: Ruleset,
    /// Speed category.
    pub speed: Speed,
    /// Rated or casual.
    pub stakes: RatingMode,
    /// Public or private.
    pub visibility: Visibility,
}

/// Metadata of a stored game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameHead {
    /// Game id.
    pub id: GameId,
    /// Searchable attributes.
    pub attributes: GameAttributes,
    /// Players, with their ratings when they took the seat.
    pub seats: ByColor<Option<PlayerInfo>>,
    /// Status.
    pub status: GameStatus,
    /// Creation time.
    pub at: Timestamp,
    /// Moves on the board: those of the log without the ones taken back.
    pub plies: u32,
}

/// A player who takes a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedPlayer {
    /// Player id.
    pub player: PlayerId,
    /// Display name of a guest; an account uses its own.
    pub name: Option<PlayerName>,
    /// Number of unfinished games, with this one, that the player may have. Counted in the transaction that
    /// takes the seat, so that concurrent requests cannot exceed it.
    pub max_unfinished: Option<u32>,
}
