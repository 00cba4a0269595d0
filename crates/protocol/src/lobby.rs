//! Lobby: open seeks and statistics.

use serde::{Deserialize, Serialize};

use crate::{ColorPreference, GameId, GameSetup, PlayerInfo, SeekId};

/// An open seek: a player waiting for an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seek {
    /// Identifier of the seek.
    pub id: SeekId,
    /// The seeker.
    pub player: PlayerInfo,
    /// Setup of the game.
    pub terms: GameSetup,
    /// Color preference of the seeker.
    pub side: ColorPreference,
    /// True if a program has posted it with days: it outlives the connection, and the seeker withdraws it from any other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lasting: bool,
}

/// Statistics shown in the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LobbyStats {
    /// Number of connected players.
    pub players: u32,
    /// Number of games in progress.
    pub games: u32,
    /// The featured public game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub liveliest: Option<GameId>,
}
