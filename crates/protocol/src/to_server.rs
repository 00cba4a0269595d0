//! What a client sends.

use serde::{Deserialize, Serialize};

use crate::strict::nothing_else;
use crate::{
    ActionId, ChatContent, ChatRoom, ColorPreference, GameId, GameSetup, PlayerAction, PlayerName, SeekId,
};

/// A message to the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// Be told what happens in a game.
    Enter {
        /// Which.
        game: GameId,
        /// The last event seen: the rest comes, or the state if there is too much.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u32>,
    },
    /// Be told no more.
    Leave {
        /// Which game.
        game: GameId,
    },
    /// Do something in a game. It is done once, however often it is sent with the same id.
    Act {
        /// Which game.
        game: GameId,
        /// Chosen by the client at random.
        id: ActionId,
        /// What.
        act: PlayerAction,
    },
    /// Say something.
    Say {
        /// Beside which board.
        game: GameId,
        /// To whom.
        room: ChatRoom,
        /// What.
        speech: ChatContent,
    },
    /// Be told what happens in the lobby.
    #[serde(deserialize_with = "nothing_else")]
    EnterLobby,
    /// Be told no more.
    #[serde(deserialize_with = "nothing_else")]
    LeaveLobby,
    /// Look for a game. If somebody looks for the same, it begins at once.
    Seek {
        /// Chosen by the client at random. Sent again it is the same wish: it leads to one game.
        id: ActionId,
        /// What is wanted.
        terms: GameSetup,
        /// The seat.
        #[serde(default)]
        side: ColorPreference,
        /// What a guest wants to be called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<PlayerName>,
    },
    /// Look no more.
    Cancel {
        /// Which seek.
        seek: SeekId,
    },
    /// Play with somebody who is looking.
    Join {
        /// Chosen by the client at random. Sent again it is the same wish.
        id: ActionId,
        /// Whose seek.
        seek: SeekId,
        /// What a guest wants to be called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<PlayerName>,
    },
}

impl ToServer {
    /// A longer message is not read.
    pub const MAX_BYTES: usize = 2_048;
}
