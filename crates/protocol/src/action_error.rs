//! Why the server did not do what it was asked.

use serde::{Deserialize, Serialize};

use crate::OfferKind;

/// The reason for a refusal. The words for it are the client's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ActionError {
    /// There is no such game.
    NoGame,
    /// Only a player of this game may do that.
    NotSeated,
    /// You sit at this board already.
    Seated,
    /// Both seats are taken.
    Full,
    /// The game has not begun: a seat is free.
    NotBegun,
    /// The game is over.
    Over,
    /// The game goes on.
    NotOver,
    /// It is the other side's turn.
    NotYourTurn,
    /// The move was meant for another position: moves were made or taken back meanwhile.
    Stale,
    /// The rules do not allow the move.
    IllegalMove,
    /// Your time had run out.
    TimeOut,
    /// Both sides have moved: the game counts.
    TooLateToAbort,
    /// That may not be offered now.
    MayNotOffer {
        /// What.
        offer: OfferKind,
    },
    /// There is no such offer to answer.
    NoOffer {
        /// What.
        offer: OfferKind,
    },
    /// There is nothing of the kind to claim.
    WrongClaim,
    /// The other player is here, or may still come back.
    NotGone,
    /// Without a clock there is no time to give.
    NoClock,
    /// The clock has enough time already.
    TooMuchTime,
    /// A rated game needs an account on both sides.
    AccountNeeded,
    /// Such a game cannot be rated.
    CannotBeRated,
    /// No game can begin in that position.
    BadStart,
    /// There is no such seek any more.
    NoSeek,
    /// It is your own seek.
    YourSeek,
    /// You, or all at your address, have as many seeks, games or boards open as you may.
    TooMany,
    /// The computer plays as many games as it may: with you, with your address, or altogether.
    ComputerBusy,
    /// The computer does not play such games, or has no such opponent.
    NotWithComputer,
    /// Too much at once; try again a little later.
    TooFast,
    /// Only players talk there, or only spectators.
    WrongRoom,
    /// The message cannot be read.
    Malformed,
    /// The server cannot write to its storage now; nothing was done.
    Storage,
    /// The server is about to end; try again when it is back.
    Closing,
    /// Something that this program is too old to know.
    #[serde(other)]
    Unknown,
}
