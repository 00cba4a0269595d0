//! Games: the lines of a game stream, and games in events and lists.

use serde::Serialize;

use super::is_false;
use crate::{GameId, Seat, UnixMillis};

/// First line of a game stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename = "gameFull", rename_all = "camelCase")]
pub struct GameFull {
    /// The game.
    pub id: GameId,
    /// Rules.
    pub variant: VariantJson,
    /// Clock, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockJson>,
    /// Days per move of a correspondence game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days_per_turn: Option<u32>,
    /// Speed.
    pub speed: &'static str,
    /// Rating category.
    pub perf: Named,
    /// True if the game is rated.
    pub rated: bool,
    /// Creation time.
    pub created_at: UnixMillis,
    /// White.
    pub white: GameUser,
    /// Black.
    pub black: GameUser,
    /// `startpos` or a FEN.
    pub initial_fen: String,
    /// State at the time of the line.
    pub state: GameStateLine,
}

/// Line of a game stream after a change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename = "gameState")]
pub struct GameStateLine {
    /// Moves in UCI, separated by blanks.
    pub moves: String,
    /// Milliseconds left to White.
    pub wtime: u64,
    /// Milliseconds left to Black.
    pub btime: u64,
    /// White's increment in milliseconds.
    pub winc: u64,
    /// Black's increment in milliseconds.
    pub binc: u64,
    /// Name of the status.
    pub status: &'static str,
    /// Winner of a finished game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// True if White offers a draw.
    #[serde(skip_serializing_if = "is_false")]
    pub wdraw: bool,
    /// True if Black offers a draw.
    #[serde(skip_serializing_if = "is_false")]
    pub bdraw: bool,
    /// True if White asks for a takeback.
    #[serde(skip_serializing_if = "is_false")]
    pub wtakeback: bool,
    /// True if Black asks for a takeback.
    #[serde(skip_serializing_if = "is_false")]
    pub btakeback: bool,
    /// The rematch, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<GameId>,
}

/// Line of a game stream with a chat message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename = "chatLine")]
pub struct ChatLine {
    /// `player` or `spectator`.
    pub room: &'static str,
    /// Author.
    pub username: String,
    /// Text.
    pub text: String,
}

/// Line of a game stream when the opponent leaves or returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename = "opponentGone", rename_all = "camelCase")]
pub struct OpponentGone {
    /// True if the opponent is absent.
    pub gone: bool,
    /// Seconds until the win can be claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_win_in_seconds: Option<u64>,
}

/// Rules of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct VariantJson {
    /// `standard`, `chess960` or `fromPosition`.
    pub key: &'static str,
    /// Name.
    pub name: &'static str,
    /// Short name.
    pub short: &'static str,
}

/// Clock in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ClockJson {
    /// Initial time.
    pub initial: u64,
    /// Increment.
    pub increment: u64,
}

/// Object with a name only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Named {
    /// Name.
    pub name: &'static str,
}

/// A player of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameUser {
    /// Level of the computer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ai_level: Option<u8>,
    /// Id of the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `BOT`, if a program plays with the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
    /// Rating at the start of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// True if the rating is provisional.
    #[serde(skip_serializing_if = "is_false")]
    pub provisional: bool,
}

/// A game in the event stream and in the list of current games, seen by one of its players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EventGame {
    /// The game.
    pub id: GameId,
    /// The same.
    pub game_id: GameId,
    /// The same: seats have no ids of their own.
    pub full_id: GameId,
    /// Seat of the player.
    pub color: Seat,
    /// Position.
    pub fen: String,
    /// True if the player has moved.
    pub has_moved: bool,
    /// True if it is the player's turn.
    pub is_my_turn: bool,
    /// Last move in UCI; empty before the first.
    pub last_move: String,
    /// The other player.
    pub opponent: GameOpponent,
    /// Rating category.
    pub perf: &'static str,
    /// True if the game is rated.
    pub rated: bool,
    /// Seconds left to the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_left: Option<u64>,
    /// Origin of the game.
    pub source: &'static str,
    /// Status.
    pub status: GameStatusJson,
    /// Speed.
    pub speed: &'static str,
    /// Rules.
    pub variant: VariantJson,
    /// APIs that can play the game.
    pub compat: Compat,
    /// Winner of a finished game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// Change of the player's rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_diff: Option<i32>,
}

/// Opponent in an [`EventGame`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameOpponent {
    /// Id of the account; `null` for guests and the computer.
    pub id: Option<String>,
    /// Name.
    pub username: String,
    /// Rating at the start of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// Level of the computer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ai: Option<u8>,
    /// Change of the rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_diff: Option<i32>,
}

/// Status of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct GameStatusJson {
    /// Number of the status.
    pub id: u8,
    /// Name of the status.
    pub name: &'static str,
}

/// APIs that can play a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Compat {
    /// The bot API.
    pub bot: bool,
    /// The board API.
    pub board: bool,
}

/// `/api/account/playing`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NowPlaying {
    /// Current games, own turn first.
    pub now_playing: Vec<EventGame>,
}

/// Answer to `/api/challenge/ai`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreatedGame {
    /// The game.
    pub id: GameId,
    /// The same.
    pub full_id: GameId,
    /// Rules.
    pub variant: VariantJson,
    /// Speed.
    pub speed: &'static str,
    /// Rating category.
    pub perf: &'static str,
    /// True if the game is rated.
    pub rated: bool,
    /// Position.
    pub fen: String,
    /// Seat of the caller.
    pub player: Seat,
    /// Plies played.
    pub turns: u32,
    /// Plies before the first position.
    pub started_at_turn: u32,
    /// Origin of the game.
    pub source: &'static str,
    /// Status.
    pub status: GameStatusJson,
    /// Creation time.
    pub created_at: UnixMillis,
}
