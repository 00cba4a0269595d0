//! Commands of the user for the server connection. Actions in a game are
//! [`PlayerAction`](crate::PlayerAction)s.

use protocol::{ChallengeAnswer, ChatContent, ColorPreference, GameId, GameSetup, PlayerName, SeekId};

use super::JoinIntent;

/// A command for the server connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OnlineCommand {
    /// Connect, and reconnect automatically.
    Connect {
        /// Seed for random ids; different for every connection.
        seed: u64,
    },
    /// Reconnect immediately.
    Retry,
    /// Disconnect.
    Disconnect,
    /// Subscribe to a game and show it.
    EnterGame {
        /// The game.
        game: GameId,
        /// Play or watch.
        intent: JoinIntent,
    },
    /// Unsubscribe from the game. Unconfirmed actions are still sent.
    LeaveGame,
    /// Send a chat message.
    Say(ChatContent),
    /// Hide the messages of others.
    Mute,
    /// Show the messages of others.
    Unmute,
    /// Subscribe to the lobby.
    EnterLobby,
    /// Unsubscribe from the lobby; the user's own seek is closed.
    LeaveLobby,
    /// Open a seek.
    Seek {
        /// Setup of the game.
        terms: GameSetup,
        /// Color preference.
        side: ColorPreference,
        /// Display name of a guest.
        name: Option<PlayerName>,
    },
    /// Close the user's own seek.
    CancelSeek,
    /// Withdraw a lasting seek that a program of the user has posted.
    WithdrawSeek(SeekId),
    /// Accept a seek.
    Join {
        /// The seek.
        seek: SeekId,
        /// Display name of a guest.
        name: Option<PlayerName>,
    },
    /// Challenge a player.
    Challenge {
        /// Account name of the player.
        player: PlayerName,
        /// Setup of the game.
        terms: GameSetup,
        /// Color preference.
        side: ColorPreference,
    },
    /// Accept, decline or withdraw a challenge.
    AnswerChallenge {
        /// The challenge.
        challenge: GameId,
        /// The answer.
        answer: ChallengeAnswer,
    },
    /// Hide the news about the last challenge.
    DismissChallengeNews,
    /// Restore an outbox [saved](super::NetworkEffect::SaveOutbox) earlier.
    RestoreOutbox(String),
    /// Restore the premoves [saved](super::NetworkEffect::SavePremoves) before a reload: they are queued, or the first one
    /// is played, once the state of their game is received.
    RestorePremoves(String),
}
