//! Errors with which the server rejects an action, a seek, a chat message or a subscription.

use serde::{Deserialize, Serialize};

use crate::OfferKind;

/// Reason for a rejection. The client translates it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ActionError {
    /// No such game.
    NoGame,
    /// The action requires a seat in this game.
    NotSeated,
    /// The player already has a seat in this game.
    Seated,
    /// Both seats are taken.
    Full,
    /// The game has not begun: a seat is free.
    NotBegun,
    /// The game is over.
    Over,
    /// The game is not over yet.
    NotOver,
    /// It is the other side's turn.
    NotYourTurn,
    /// The move was made in another position: moves were played or taken back meanwhile.
    Stale,
    /// The move is illegal.
    IllegalMove,
    /// The player's flag had fallen.
    TimeOut,
    /// The game can no longer be aborted: both sides have moved.
    TooLateToAbort,
    /// The offer is not allowed now.
    MayNotOffer {
        /// The kind of offer.
        offer: OfferKind,
    },
    /// No such offer is pending.
    NoOffer {
        /// The kind of offer.
        offer: OfferKind,
    },
    /// The draw claim is wrong.
    WrongClaim,
    /// The opponent is connected, or may still come back.
    NotGone,
    /// The game has no clock to add time to.
    NoClock,
    /// The clock is at its maximum.
    TooMuchTime,
    /// A rated game requires accounts on both sides.
    AccountNeeded,
    /// A game with this setup cannot be rated.
    CannotBeRated,
    /// The start position is not playable.
    BadStart,
    /// The seek is closed.
    NoSeek,
    /// The seek is the player's own.
    YourSeek,
    /// The seek is for opponents with other ratings.
    RatingOutOfRange,
    /// No account has this name.
    NoPlayer,
    /// The challenge was answered, withdrawn or has expired.
    NoChallenge,
    /// Players cannot challenge themselves.
    SelfChallenge,
    /// Limit of open challenges reached, of the challenger or of the other player.
    TooManyChallenges,
    /// The operator does not allow bots.
    BotsForbidden,
    /// Bots do not play this setup: they know only what the Lichess API has.
    NotWithBot,
    /// Limit of open seeks, games or subscriptions reached, per player or per network.
    TooMany,
    /// The account has as many kept games as it may.
    ArchiveFull,
    /// Limit of games against the computer reached: per player, per network or in total.
    ComputerBusy,
    /// The computer does not play this setup, or the opponent is unknown.
    NotWithComputer,
    /// Rate limit exceeded; try again later.
    TooFast,
    /// The chat room is for players only, or for spectators only.
    WrongRoom,
    /// The message is malformed.
    Malformed,
    /// The message has a type or field that this server does not know: the client is newer.
    Newer,
    /// The storage is unavailable; nothing was changed.
    Storage,
    /// The server is shutting down; try again after the restart.
    Closing,
    /// An error of a newer server.
    #[serde(other)]
    Unknown,
}
