//! Messages from the server to the client.

use serde::{Deserialize, Serialize};

use crate::{
    ActionError, ActionId, BySeat, Challenge, ChallengeOutcome, ChatMessage, ChatRoom, DurationMillis,
    EventNumber, GameEvent, GameId, GameState, LobbyStats, PlayerInfo, Seat, Seek, SeekId, UnixMillis,
};

/// A message to a client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToClient {
    /// First message on every connection.
    Welcome {
        /// The authenticated player.
        you: PlayerInfo,
        /// Server time.
        now: UnixMillis,
    },
    /// Snapshot of a game.
    State {
        /// The game.
        game: GameId,
        /// Server time of the clocks in the snapshot.
        now: UnixMillis,
        /// Seat of the recipient; absent for spectators.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        you: Option<Seat>,
        /// The snapshot.
        state: Box<GameState>,
    },
    /// New events of a game.
    Events {
        /// The game.
        game: GameId,
        /// Server time of sending.
        now: UnixMillis,
        /// Consecutive events.
        events: Vec<GameEvent>,
    },
    /// The action is durable.
    Accepted {
        /// Id of the action.
        id: ActionId,
        /// Number of the last resulting event, for actions in a game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<EventNumber>,
    },
    /// The action, seek, message or subscription was rejected.
    Refused {
        /// Id of the rejected action, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<ActionId>,
        /// The game, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
        /// The reason.
        reason: ActionError,
    },
    /// Presence in a game changed.
    Presence {
        /// The game.
        game: GameId,
        /// Presence of the players.
        players: BySeat<SeatPresence>,
        /// Number of spectators.
        watchers: u32,
    },
    /// Recent chat messages of one room.
    Talk {
        /// The game.
        game: GameId,
        /// The room.
        room: ChatRoom,
        /// The messages, oldest first.
        lines: Vec<ChatMessage>,
    },
    /// Snapshot of the lobby.
    Lobby {
        /// All open seeks.
        seeks: Vec<Seek>,
        /// Statistics.
        crowd: LobbyStats,
    },
    /// A seek was opened.
    SeekOpened {
        /// The seek.
        seek: Seek,
    },
    /// A seek was closed.
    SeekClosed {
        /// The seek.
        seek: SeekId,
    },
    /// The statistics changed.
    Crowd {
        /// Statistics.
        crowd: LobbyStats,
    },
    /// The recipient's seek is open.
    Seeking {
        /// Id of the request.
        id: ActionId,
        /// Id of the seek in the list.
        seek: SeekId,
    },
    /// The recipient was paired.
    Paired {
        /// The game.
        game: GameId,
        /// Seat of the recipient.
        seat: Seat,
    },
    /// The opponent has moved in a game of the recipient that none of the recipient's connections has entered.
    YourTurn {
        /// The game.
        game: GameId,
    },
    /// All open challenges from and to the recipient: after `Welcome`, unless there are none, and whenever messages between
    /// servers may have been lost.
    Challenges {
        /// The challenges, oldest first.
        challenges: Vec<Challenge>,
    },
    /// The recipient's challenge is open.
    Challenging {
        /// Id of the request.
        id: ActionId,
        /// Id of the challenge.
        challenge: GameId,
    },
    /// A challenge from or to the recipient was opened or prolonged.
    Challenge {
        /// The challenge.
        challenge: Box<Challenge>,
    },
    /// A challenge from or to the recipient was answered or withdrawn.
    ChallengeClosed {
        /// The challenge.
        challenge: GameId,
        /// The outcome.
        outcome: ChallengeOutcome,
    },
    /// Heartbeat, at least every fifteen seconds.
    Beat {
        /// Server time.
        now: UnixMillis,
        /// Round-trip time measured by the server.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lag: Option<DurationMillis>,
    },
    /// Last message before the server closes the connection.
    Farewell {
        /// The reason.
        reason: CloseReason,
        /// Delay before reconnecting; absent if reconnecting is pointless.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry: Option<DurationMillis>,
    },
    /// A message of a newer server.
    #[serde(other)]
    Unknown,
}

/// Presence of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum SeatPresence {
    /// Not tracked: the seat is free or the game is over.
    #[default]
    Unasked,
    /// Connected.
    Here,
    /// Not connected.
    Away {
        /// Time from which the opponent may claim the game; absent if never.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim: Option<UnixMillis>,
    },
}

/// Reasons for closing a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CloseReason {
    /// The server is shutting down or restarting.
    Closing,
    /// Rate limit exceeded.
    Flood,
    /// Too many malformed messages.
    Malformed,
    /// The account is banned.
    Banned,
    /// A reason of a newer server.
    #[serde(other)]
    Unknown,
}
