//! What one can listen to.

use std::fmt;

use crate::store::{GameId, PlayerId};

/// What one can listen to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Topic {
    /// A game's log has grown, or something was said that is in no log.
    Game(GameId),
    /// Something for all connections of a player: a game began, a session ended.
    Player(PlayerId),
    /// Seeks come and go.
    Lobby,
}

/// As other programs name it: `game.AAAAAAAAAAAAAAAAAAAAAQ`, `lobby`.
impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Topic::Game(game) => write!(f, "game.{game}"),
            Topic::Player(player) => write!(f, "player.{player}"),
            Topic::Lobby => f.write_str("lobby"),
        }
    }
}
