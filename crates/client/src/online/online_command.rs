//! What the people here want of a server. What players do at the board are [`Act`](crate::Act)s, here as anywhere.

use protocol::{ChatContent, ColorPreference, GameId, GameSetup, PlayerName, SeekId};

use super::JoinIntent;

/// Something wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OnlineCommand {
    /// To be connected, from now on and whatever happens.
    Connect {
        /// Any number, a different one each time: ids are made of it.
        seed: u64,
    },
    /// To try at once, without waiting any longer: the network is back, or somebody presses a button.
    Retry,
    /// To be connected no more.
    Disconnect,
    /// To be at this game.
    EnterGame {
        /// Which.
        game: GameId,
        /// What for.
        purpose: JoinIntent,
    },
    /// To be at no game any more. What was done in it and is not confirmed is still sent.
    LeaveGame,
    /// To take the free seat.
    Sit {
        /// What a guest wants to be called.
        name: Option<PlayerName>,
    },
    /// To win: the opponent has left.
    ClaimWin,
    /// To call it a draw: the opponent has left.
    ClaimDraw,
    /// To give the opponent some time.
    GiveTime,
    /// To play once more, or to agree to it.
    Rematch,
    /// Not to play once more.
    DeclineRematch,
    /// To say something.
    Say(ChatContent),
    /// To hear nothing of what others say.
    Mute,
    /// To hear it again.
    Unmute,
    /// To see who looks for a game.
    EnterLobby,
    /// To see it no more; one's own seek ends.
    LeaveLobby,
    /// To find somebody to play with.
    Seek {
        /// What to play.
        terms: GameSetup,
        /// The seat.
        side: ColorPreference,
        /// What a guest wants to be called.
        name: Option<PlayerName>,
    },
    /// To look no more.
    CancelSeek,
    /// To play with somebody who is looking.
    Join {
        /// Whose seek.
        seek: SeekId,
        /// What a guest wants to be called.
        name: Option<PlayerName>,
    },
    /// To send what was [kept](super::Errand::Keep) from the last time.
    RestoreOutbox(String),
}
