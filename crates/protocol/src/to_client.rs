//! What the server sends.

use serde::{Deserialize, Serialize};

use crate::{
    ActionError, ActionId, BySeat, ChatMessage, ChatRoom, DurationMillis, GameEvent, GameId, GameState,
    LobbyStats, PlayerInfo, Seat, Seek, SeekId, UnixMillis,
};

/// A message to a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToClient {
    /// The first message on every connection.
    Welcome {
        /// Who you are.
        you: PlayerInfo,
        /// The server's time.
        now: UnixMillis,
    },
    /// A game as a whole.
    State {
        /// Which.
        game: GameId,
        /// The moment for which its clocks are told.
        now: UnixMillis,
        /// Your seat; nothing if you watch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        you: Option<Seat>,
        /// The game.
        state: Box<GameState>,
    },
    /// What happened in a game.
    Events {
        /// Which.
        game: GameId,
        /// The server's time when it was sent.
        now: UnixMillis,
        /// One after another, without gaps.
        events: Vec<GameEvent>,
    },
    /// What you asked for is done, and will not be undone by anything that breaks.
    Accepted {
        /// The id you gave.
        id: ActionId,
        /// The last event that came of it, in a game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
    },
    /// What you asked for was not done.
    Refused {
        /// The id you gave, if there was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<ActionId>,
        /// The game it was about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
        /// Why.
        reason: ActionError,
    },
    /// Who is at a board.
    Presence {
        /// Which game.
        game: GameId,
        /// The players.
        players: BySeat<SeatPresence>,
        /// How many watch.
        watchers: u32,
    },
    /// What has been said lately in one room of a game.
    Talk {
        /// Which game.
        game: GameId,
        /// Where.
        room: ChatRoom,
        /// What, the oldest first.
        lines: Vec<ChatMessage>,
    },
    /// The lobby as a whole.
    Lobby {
        /// All open seeks.
        seeks: Vec<Seek>,
        /// Who is here.
        crowd: LobbyStats,
    },
    /// Somebody looks for a game.
    SeekOpened {
        /// The seek.
        seek: Seek,
    },
    /// Somebody looks no more.
    SeekClosed {
        /// The seek.
        seek: SeekId,
    },
    /// How many are here.
    Crowd {
        /// So many.
        crowd: LobbyStats,
    },
    /// Your seek is open.
    Seeking {
        /// The id you gave.
        id: ActionId,
        /// The name under which it is listed.
        seek: SeekId,
    },
    /// You have somebody to play with.
    Paired {
        /// The game.
        game: GameId,
        /// Your seat.
        seat: Seat,
    },
    /// The connection lives. One comes at least every fifteen seconds.
    Beat {
        /// The server's time.
        now: UnixMillis,
        /// The round trip as the server measured it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<DurationMillis>,
    },
    /// The last message on a connection that the server ends.
    Farewell {
        /// Why.
        reason: CloseReason,
        /// Come back after this time; never, if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry: Option<DurationMillis>,
    },
    /// Something that this program is too old to know.
    #[serde(other)]
    Unknown,
}

/// Whether a player is at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum SeatPresence {
    /// Nobody has this seat, or nobody waits for them: the game is over.
    #[default]
    Unasked,
    /// Connected.
    Here,
    /// Not connected.
    Away {
        /// From this moment on the other player may claim the game; never, if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim: Option<UnixMillis>,
    },
}

/// Why the server ends a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CloseReason {
    /// The server ends, perhaps to be started again.
    Closing,
    /// You send too much.
    Flood,
    /// What you send are not messages.
    Malformed,
    /// The host has closed your account.
    Banned,
    /// Something that this program is too old to know.
    #[serde(other)]
    Unknown,
}
