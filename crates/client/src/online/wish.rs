//! What the people here want of a server. What players do at the board are [`Act`](crate::Act)s, here as anywhere.

use protocol::{GameId, Name, SeekId, Side, Speech, Terms};

use super::Purpose;

/// Something wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To be connected, from now on and whatever happens.
    Connect {
        /// Any number, a different one each time: ids are made of it.
        seed: u64,
    },
    /// To try at once, without waiting any longer: the network is back, or somebody presses a button.
    Retry,
    /// To be connected no more.
    HangUp,
    /// To be at this game.
    Enter {
        /// Which.
        game: GameId,
        /// What for.
        purpose: Purpose,
    },
    /// To be at no game any more. What was done in it and is not confirmed is still sent.
    Leave,
    /// To take the free seat.
    Sit {
        /// What a guest wants to be called.
        name: Option<Name>,
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
    Say(Speech),
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
        terms: Terms,
        /// The seat.
        side: Side,
        /// What a guest wants to be called.
        name: Option<Name>,
    },
    /// To look no more.
    CancelSeek,
    /// To play with somebody who is looking.
    Join {
        /// Whose seek.
        seek: SeekId,
        /// What a guest wants to be called.
        name: Option<Name>,
    },
    /// To send what was [kept](super::Errand::Keep) from the last time.
    Found(String),
}
