//! Challenges.

use serde::Serialize;

use super::{Compat, Named, VariantJson, is_false};
use crate::GameId;

/// A challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChallengeJson {
    /// Id of the challenge and of its game.
    pub id: GameId,
    /// Page of the game.
    pub url: String,
    /// `created`, `accepted`, `declined` or `canceled`.
    pub status: &'static str,
    /// The player who challenges.
    pub challenger: ChallengeUser,
    /// The challenged player.
    pub dest_user: Option<ChallengeUser>,
    /// Rules.
    pub variant: VariantJson,
    /// True if the game will be rated.
    pub rated: bool,
    /// Speed.
    pub speed: &'static str,
    /// Time control.
    pub time_control: TimeControlJson,
    /// Colour that the challenger has asked for.
    pub color: &'static str,
    /// Colour that the challenger gets.
    pub final_color: &'static str,
    /// Rating category.
    pub perf: ChallengePerf,
    /// FEN of another start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_fen: Option<String>,
    /// `in` or `out`, for the reader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<&'static str>,
    /// Reason for declining, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decline_reason: Option<&'static str>,
    /// Key of that reason, in lower case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decline_reason_key: Option<String>,
}

/// A player of a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChallengeUser {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// `BOT`, if a program plays with the account.
    pub title: Option<&'static str>,
    /// Rating at the speed of the challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// True if the rating is provisional.
    #[serde(skip_serializing_if = "is_false")]
    pub provisional: bool,
    /// True if the player is connected.
    #[serde(skip_serializing_if = "is_false")]
    pub online: bool,
}

/// Time control of a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum TimeControlJson {
    /// A clock, in seconds.
    Clock {
        /// Initial time.
        limit: u64,
        /// Increment.
        increment: u64,
        /// For people: `5+3`.
        show: String,
    },
    /// Days per move.
    #[serde(rename_all = "camelCase")]
    Correspondence {
        /// Days.
        days_per_turn: u32,
    },
    /// No limit.
    Unlimited,
}

/// Rating category of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ChallengePerf {
    /// Icon in the font of Lichess; empty here.
    pub icon: &'static str,
    /// Name.
    #[serde(flatten)]
    pub named: Named,
}

/// Challenges of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChallengeList {
    /// From others.
    #[serde(rename = "in")]
    pub incoming: Vec<ChallengeJson>,
    /// To others.
    #[serde(rename = "out")]
    pub outgoing: Vec<ChallengeJson>,
}

/// Line of the event stream about a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChallengeEvent {
    /// `challenge`, `challengeCanceled` or `challengeDeclined`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The challenge.
    pub challenge: ChallengeJson,
    /// APIs that can play the game.
    pub compat: Compat,
}
