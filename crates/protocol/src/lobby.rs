//! Finding somebody to play with.

use serde::{Deserialize, Serialize};

use crate::{ColorPreference, GameId, GameSetup, PlayerInfo, SeekId};

/// A game somebody is looking for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seek {
    /// Names it.
    pub id: SeekId,
    /// Who is looking.
    pub player: PlayerInfo,
    /// What for.
    pub terms: GameSetup,
    /// The seat the seeker would like.
    pub side: ColorPreference,
}

/// How many are here, and where there is something to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LobbyStats {
    /// People connected.
    pub players: u32,
    /// Games that are being played.
    pub games: u32,
    /// The liveliest public game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub liveliest: Option<GameId>,
}
