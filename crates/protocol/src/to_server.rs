//! Messages from the client to the server.

use serde::{Deserialize, Serialize};

use crate::wire::no_fields;
use crate::{
    ActionId, ChatContent, ChatRoom, ColorPreference, EventNumber, GameId, GameSetup, PlayerAction,
    PlayerName, SeekId,
};

/// A message to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// Subscribe to a game.
    Enter {
        /// The game.
        game: GameId,
        /// Number of the last event known: the server sends later events, or a snapshot if they are no longer
        /// in memory.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<EventNumber>,
    },
    /// Unsubscribe from a game.
    Leave {
        /// The game.
        game: GameId,
    },
    /// Act in a game. Idempotent: the server executes each id once.
    #[serde(rename = "act")]
    Action {
        /// The game.
        game: GameId,
        /// Random id, chosen by the client.
        id: ActionId,
        /// The action.
        #[serde(rename = "act")]
        action: PlayerAction,
    },
    /// Send a chat message.
    Say {
        /// The game.
        game: GameId,
        /// The room.
        room: ChatRoom,
        /// The content.
        speech: ChatContent,
    },
    /// Subscribe to the lobby.
    #[serde(deserialize_with = "no_fields")]
    EnterLobby,
    /// Unsubscribe from the lobby.
    #[serde(deserialize_with = "no_fields")]
    LeaveLobby,
    /// Open a seek, or pair with a matching open one.
    Seek {
        /// Random id, chosen by the client; sending it again leads to the same game.
        id: ActionId,
        /// Setup of the game.
        terms: GameSetup,
        /// Color preference.
        #[serde(default)]
        side: ColorPreference,
        /// Display name of a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<PlayerName>,
    },
    /// Close a seek.
    Cancel {
        /// The seek.
        seek: SeekId,
    },
    /// Accept a seek.
    Join {
        /// Random id, chosen by the client; sending it again leads to the same game.
        id: ActionId,
        /// The seek.
        seek: SeekId,
        /// Display name of a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<PlayerName>,
    },
}

impl ToServer {
    /// Maximum size of a message.
    pub const MAX_BYTES: usize = 2_048;
}
