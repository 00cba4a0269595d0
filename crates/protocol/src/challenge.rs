//! Challenges: invitations of a player to a named player.

use serde::{Deserialize, Serialize};

use crate::{ColorPreference, GameId, GameSetup, PlayerInfo, UnixMillis};

/// An open challenge. Both players need an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Challenge {
    /// Id of the challenge, and of the game that follows.
    pub id: GameId,
    /// The player who challenges, with the rating for the speed of the game.
    pub challenger: PlayerInfo,
    /// The challenged player.
    pub challenged: PlayerInfo,
    /// Setup of the game.
    pub terms: GameSetup,
    /// Color preference of the challenger.
    pub side: ColorPreference,
    /// Server time at which the challenge expires. It may be prolonged: the challenge is sent again then.
    pub expires: UnixMillis,
}

/// Answer to a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeAnswer {
    /// The challenged player accepts: the game begins.
    Accept,
    /// The challenged player declines.
    Decline,
    /// The challenger withdraws the challenge.
    Cancel,
}

/// End of a challenge. Expiry is not told: clients know its time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ChallengeOutcome {
    /// The game has begun; it has the id of the challenge.
    Accepted,
    /// Refused by the challenged player.
    Declined {
        /// The reason.
        reason: DeclineReason,
    },
    /// Withdrawn by the challenger.
    Canceled,
    /// An outcome of a newer server.
    #[serde(other)]
    Unknown,
}

/// Reason for declining a challenge: bots give one, by the Lichess API.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeclineReason {
    /// No particular reason.
    #[default]
    Generic,
    /// Not now.
    Later,
    /// The clock is too fast.
    TooFast,
    /// The clock is too slow.
    TooSlow,
    /// Not with this time control.
    TimeControl,
    /// Rated games only.
    Rated,
    /// Casual games only.
    Casual,
    /// Standard chess only.
    Standard,
    /// Not this variant.
    Variant,
    /// Not against bots.
    NoBot,
    /// Against bots only.
    OnlyBot,
    /// A reason of a newer server.
    #[serde(other)]
    Unknown,
}
