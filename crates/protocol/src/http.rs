//! Bodies of HTTP requests and responses: everything that a client queries once instead of subscribing to.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    ActionError, ActionId, BySeat, ColorPreference, GameId, GameResult, GameSetup, PlayerInfo, PlayerName,
    PublicRating, Seat, Speed, StartPosition, UnixMillis, WireMove,
};

/// `POST /api/games`: creates a game with an invitation link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateGameRequest {
    /// Setup of the game.
    pub terms: GameSetup,
    /// Color preference of the creator.
    #[serde(default)]
    pub side: ColorPreference,
    /// Display name of a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<PlayerName>,
    /// Level or rating of the computer opponent; without one the opponent joins by the link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<PlayerName>,
}

/// Response to a [`CreateGameRequest`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CreateGameResponse {
    /// The new game.
    pub game: GameId,
    /// Seat of the creator.
    pub seat: Seat,
    /// Invitation link. The link is no secret: the first visitor plays, later ones watch.
    pub url: String,
}

/// `POST /api/archive`: keeps a finished game against the computer that was played on the caller's device. Only the caller
/// sees it, and it is not rated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeepGameRequest {
    /// Id of the request, a hash of the game: a retry with the same id does not store the game again.
    pub id: ActionId,
    /// Starting position; that of Chess960 with its number.
    pub start: StartPosition,
    /// The caller's side.
    pub seat: Seat,
    /// Level or rating of the computer opponent.
    pub computer: PlayerName,
    /// The moves.
    pub moves: Vec<WireMove>,
    /// Result of the game.
    pub result: GameResult,
}

/// Response to a [`KeepGameRequest`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeepGameResponse {
    /// The game in the archive.
    pub game: GameId,
}

/// `GET /api/me`: the authenticated player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Me {
    /// Public data of the player.
    pub you: PlayerInfo,
    /// Server time.
    pub now: UnixMillis,
    /// Ratings of the account; empty for guests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<SpeedRating>,
    /// Conditions under which rated games count; absent if the server has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_rules: Option<RatingRules>,
}

/// Conditions under which a rated game changes ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingRules {
    /// Moves that each side must have made.
    pub moves: u32,
    /// Games between the same two players that count within 24 hours.
    pub games: u32,
}

/// Rating for one speed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpeedRating {
    /// The speed.
    pub speed: Speed,
    /// The rating.
    pub rating: PublicRating,
}

/// `POST /api/account` (register) and `POST /api/session` (log in). The server validates name and password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// Account name.
    pub name: String,
    /// The password.
    pub password: Secret,
}

/// `POST /api/account/password`: changes the password and ends all other sessions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// Current password.
    pub current: Secret,
    /// New password.
    pub new: Secret,
}

/// A string that `Debug` does not print.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

/// `GET /api/sessions`: an open session of the account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SessionInfo {
    /// Identifier for `DELETE /api/sessions/{id}`; it does not authenticate.
    pub id: String,
    /// User agent of the browser.
    pub device: String,
    /// Time of the login.
    pub opened: UnixMillis,
    /// Approximate time of the last request.
    pub seen: UnixMillis,
    /// True for the session that sent the request.
    pub current: bool,
}

/// An API token of the user, without its text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ApiTokenSummary {
    /// Id, to end the token.
    pub id: String,
    /// Purpose, in the owner's words.
    pub description: String,
    /// Names of its permissions.
    pub scopes: Vec<String>,
    /// Time of creation.
    pub created: UnixMillis,
    /// Approximate time of the last use, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<UnixMillis>,
}

/// `POST /api/tokens`: creates an API token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateTokenRequest {
    /// Purpose, in the owner's words.
    pub description: String,
    /// Names of its permissions.
    pub scopes: Vec<String>,
}

/// The new token.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreateTokenResponse {
    /// Id, to end the token.
    pub id: String,
    /// The secret, which is told only once.
    pub token: String,
}

/// `GET /api/players/{name}`: public profile of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerProfile {
    /// The player.
    pub player: PlayerInfo,
    /// Time of registration.
    pub since: UnixMillis,
    /// Ratings of the account.
    pub ratings: Vec<SpeedRating>,
}

/// `GET /api/players/{name}/ratings?speed=…`: a point of the rating history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingPoint {
    /// The rated game.
    pub game: GameId,
    /// Time at which the game ended.
    pub at: UnixMillis,
    /// Rating after the game.
    pub rating: u16,
}

/// `GET /api/explorer?fen=…`: the moves played in a position in public games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplorerPosition {
    /// Name of the position, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningName>,
    /// All games in which the position was reached and played on from.
    pub counts: ExplorerCounts,
    /// The moves, the most frequent first.
    pub moves: Vec<ExplorerMove>,
    /// A few of the games, those with the highest ratings first.
    pub games: Vec<ExplorerGame>,
    /// Number of games in the explorer.
    pub indexed: u32,
}

/// Code and names of an opening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningName {
    /// Code of the Encyclopaedia of Chess Openings.
    pub eco: String,
    /// English name.
    pub name: String,
    /// Korean name, where players have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub korean: Option<String>,
}

/// Games by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplorerCounts {
    /// Wins of White.
    pub white: u32,
    /// Draws.
    pub draws: u32,
    /// Wins of Black.
    pub black: u32,
    /// Average rating of the players, if any had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average_rating: Option<u16>,
}

/// A move of the explorer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplorerMove {
    /// The move in UCI.
    pub uci: String,
    /// The move in SAN.
    pub san: String,
    /// Games in which it was played.
    pub counts: ExplorerCounts,
}

/// A game of the explorer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplorerGame {
    /// The move played in the position, in UCI.
    pub uci: String,
    /// The game.
    pub game: GameSummary,
}

/// `GET` and `POST /api/account/explorer`: use of the account's public games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplorerSetting {
    /// True if the explorer counts and shows them.
    pub included: bool,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    /// The game.
    pub game: GameId,
    /// Name of the ruleset.
    pub ruleset: String,
    /// Speed of the time control.
    pub speed: Speed,
    /// Time of creation.
    pub opened: UnixMillis,
    /// The players.
    pub seats: BySeat<Option<PlayerInfo>>,
    /// Number of moves on the board, without those taken back.
    pub plies: u32,
    /// Side to move while the game is in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// Seat of the authenticated player, in lists of the player's own games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Seat>,
    /// Result of a finished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// A page of a list of games.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameListPage {
    /// The games of this page.
    pub games: Vec<GameSummary>,
    /// Cursor of the next page; absent on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Body of an error response; the reason determines the HTTP status.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ApiErrorBody {
    /// The reason.
    pub reason: ApiErrorReason,
}

/// Reasons for HTTP errors.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ApiErrorReason {
    /// The game rejected the request.
    Refused {
        /// The reason.
        refusal: ActionError,
    },
    /// The body is malformed.
    Malformed {
        /// Position and description of the error.
        words: String,
    },
    /// Unknown path or resource.
    NotFound,
    /// Cross-origin request without permission.
    ForeignOrigin,
    /// Authentication required.
    NotLoggedIn,
    /// Unknown account or wrong password.
    WrongCredentials,
    /// The account is banned.
    Banned,
    /// The account name is taken.
    NameTaken,
    /// The player is already registered.
    HasAccount,
    /// Invalid account name or password.
    Unfit {
        /// The invalid field.
        field: AccountField,
        /// Description of the error.
        words: String,
    },
    /// Rate limit exceeded.
    TooOften,
    /// Body too large.
    TooLarge,
    /// Method not allowed; see the `Allow` header.
    WrongMethod,
}

/// Fields of the registration form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccountField {
    /// Account name.
    Name,
    /// The password.
    Password,
}

impl Secret {
    /// Wraps a string.
    #[must_use]
    pub fn new(text: String) -> Secret {
        Secret(text)
    }

    /// Returns the wrapped string.
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

impl fmt::Debug for CreateTokenResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CreateTokenResponse({})", self.id)
    }
}
