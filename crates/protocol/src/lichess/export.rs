//! Games as exports have them.

use serde::Serialize;

use super::is_false;
use crate::{GameId, Seat, UnixMillis};

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameJson {
    /// The game.
    pub id: GameId,
    /// True if the game is rated.
    pub rated: bool,
    /// Key of the rules.
    pub variant: &'static str,
    /// Speed.
    pub speed: &'static str,
    /// Rating category.
    pub perf: &'static str,
    /// Creation time.
    pub created_at: UnixMillis,
    /// Time of the last move or of the end.
    pub last_move_at: UnixMillis,
    /// Name of the status.
    pub status: &'static str,
    /// Origin of the game.
    pub source: &'static str,
    /// The players.
    pub players: ExportPlayers,
    /// Winner of a finished game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// FEN of another start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_fen: Option<String>,
    /// Opening, if it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<ExportOpening>,
    /// Moves in SAN, separated by blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// Time left after every move, in hundredths of a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Vec<u64>>,
    /// Evaluations after each move, for White.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Vec<ExportEvaluation>>,
    /// The game as PGN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pgn: Option<String>,
    /// Days per move of a correspondence game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days_per_turn: Option<u32>,
    /// Clock, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ExportClock>,
}

/// Evaluation of a position for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ExportEvaluation {
    /// In centipawns.
    Eval(i32),
    /// Moves to mate; negative if Black mates.
    Mate(i32),
}

/// Opening of a [`GameJson`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ExportOpening {
    /// Code of the Encyclopaedia of Chess Openings.
    pub eco: &'static str,
    /// English name.
    pub name: &'static str,
    /// Plies played when the game had last reached the opening.
    pub ply: usize,
}

/// Players of a [`GameJson`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportPlayers {
    /// White.
    pub white: ExportPlayer,
    /// Black.
    pub black: ExportPlayer,
}

/// A player of a [`GameJson`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportPlayer {
    /// Account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<ExportUser>,
    /// Level of the computer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ai_level: Option<u8>,
    /// Rating at the start of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// Change of the rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_diff: Option<i32>,
    /// True if the rating is provisional.
    #[serde(skip_serializing_if = "is_false")]
    pub provisional: bool,
}

/// An account in a [`GameJson`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportUser {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// `BOT`, if a program plays with the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
}

/// Clock in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportClock {
    /// Initial time.
    pub initial: u64,
    /// Increment.
    pub increment: u64,
    /// Estimated duration of a game for one player.
    pub total_time: u64,
}
