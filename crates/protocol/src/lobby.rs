//! Finding somebody to play with.

use serde::{Deserialize, Serialize};

use crate::{GameId, Player, SeekId, Side, Terms};

/// A game somebody is looking for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seek {
    /// Names it.
    pub id: SeekId,
    /// Who is looking.
    pub player: Player,
    /// What for.
    pub terms: Terms,
    /// The seat the seeker would like.
    pub side: Side,
}

/// How many are here, and where there is something to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Crowd {
    /// People connected.
    pub players: u32,
    /// Games that are being played.
    pub games: u32,
    /// The liveliest public game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub liveliest: Option<GameId>,
}
