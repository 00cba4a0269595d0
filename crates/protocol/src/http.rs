//! Bodies of requests and answers over plain HTTP: what one asks once, rather than follows.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    ActionError, BySeat, ColorPreference, GameId, GameResult, GameSetup, PlayerInfo, PlayerName,
    PublicRating, Seat, Speed, UnixMillis,
};

/// `POST /api/games`: a game to which somebody will be invited by its link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateGameRequest {
    /// What is played.
    pub terms: GameSetup,
    /// The seat of the one who invites.
    #[serde(default)]
    pub side: ColorPreference,
    /// What a guest wants to be called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<PlayerName>,
    /// Nobody is invited: this opponent of the computer's sits down, named by its word or its rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<PlayerName>,
}

/// The answer to an [`Invitation`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CreateGameResponse {
    /// The game.
    pub game: GameId,
    /// Your seat.
    pub seat: Seat,
    /// What to send to a friend. It holds no secret: whoever opens it first plays, others watch.
    pub url: String,
}

/// `GET /api/me`: who you are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Me {
    /// As others see you.
    pub you: PlayerInfo,
    /// The server's time.
    pub now: UnixMillis,
    /// Your ratings, if you have an account.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<SpeedRating>,
}

/// A rating at one speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpeedRating {
    /// The speed.
    pub speed: Speed,
    /// The rating.
    pub rating: PublicRating,
}

/// `POST /api/account` (a new account) and `POST /api/session` (log in). What a name and a password may be, the server
/// decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: Secret,
}

/// `POST /api/account/password`: another password for one's account. All other sessions end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The password until now.
    pub current: Secret,
    /// The password from now on.
    pub new: Secret,
}

/// A text that is never shown in logs.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

/// `GET /api/sessions`: where you are logged in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SessionInfo {
    /// Names it, for `DELETE /api/sessions/{id}`; it opens nothing.
    pub id: String,
    /// The browser, in its own words.
    pub device: String,
    /// Since when.
    pub opened: UnixMillis,
    /// When it was last used, more or less.
    pub seen: UnixMillis,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// `GET /api/players/{name}`: somebody with an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerProfile {
    /// Who.
    pub player: PlayerInfo,
    /// Since when.
    pub since: UnixMillis,
    /// Their ratings.
    pub ratings: Vec<SpeedRating>,
}

/// `GET /api/players/{name}/ratings?speed=…`: a point of the rating graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingPoint {
    /// After this game.
    pub game: GameId,
    /// When it ended.
    pub at: UnixMillis,
    /// The rating since then.
    pub rating: u16,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    /// The game.
    pub game: GameId,
    /// What kind of rules.
    pub ruleset: String,
    /// How fast.
    pub speed: Speed,
    /// When it was set up.
    pub opened: UnixMillis,
    /// Who played.
    pub seats: BySeat<Option<PlayerInfo>>,
    /// How many moves were made, those taken back included.
    pub plies: u32,
    /// Whose turn it is while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// A page of a list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameListPage {
    /// The games.
    pub games: Vec<GameSummary>,
    /// What to ask with for the next page; nothing after the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The answer to what was refused, with the HTTP status of the reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ApiErrorBody {
    /// Why.
    pub reason: ApiErrorReason,
}

/// Why something was refused over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ApiErrorReason {
    /// The game does not allow it.
    Refused {
        /// Why.
        refusal: ActionError,
    },
    /// The body cannot be read.
    Malformed {
        /// Where and what is wrong with it.
        words: String,
    },
    /// There is nothing here.
    NotFound,
    /// Another page may not ask this in your name.
    ForeignOrigin,
    /// You are not logged in.
    NotLoggedIn,
    /// Wrong name or password.
    WrongCredentials,
    /// Name and password are right, but the host has closed the account.
    Banned,
    /// Somebody else has this name.
    NameTaken,
    /// You have an account already.
    HasAccount,
    /// This cannot be a name or a password.
    Unfit {
        /// Which of the two.
        field: AccountField,
        /// Why not.
        words: String,
    },
    /// Too often; try again later.
    TooOften,
    /// The body is longer than any that is read here.
    TooLarge,
    /// This can be asked, but not by this method; the header `Allow` tells by which.
    WrongMethod,
}

/// What somebody fills in to have an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccountField {
    /// The name.
    Name,
    /// The password.
    Password,
}

impl Secret {
    /// Hides a text.
    #[must_use]
    pub fn new(text: String) -> Secret {
        Secret(text)
    }

    /// The text, for whoever checks it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
