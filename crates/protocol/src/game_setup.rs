//! Setup of a game, agreed on before it begins.

use serde::{Deserialize, Serialize};

use crate::wire::no_fields;
use crate::{OnlineTimeControl, Seat};

/// Rules, start position, time control and rating mode of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSetup {
    /// Ruleset and start position.
    pub start: StartPosition,
    /// Time control.
    pub control: OnlineTimeControl,
    /// Rated or casual.
    #[serde(default)]
    pub stakes: RatingMode,
    /// Public or private.
    #[serde(default)]
    pub visibility: Visibility,
}

/// Ruleset and start position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "ruleset", rename_all = "kebab-case", deny_unknown_fields)]
pub enum StartPosition {
    /// Standard chess.
    #[serde(deserialize_with = "no_fields")]
    Standard,
    /// Chess960.
    Chess960 {
        /// Start position number, 0 to 959; random if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u16>,
    },
    /// Standard chess from a position.
    FromPosition {
        /// The position.
        fen: FenText,
    },
    /// King capture: checks may be ignored, and capturing the king wins.
    KingCapture {
        /// The side to move first.
        first: Seat,
    },
}

/// A FEN of at most 120 characters; legality is checked later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FenText(String);

/// Rated or casual.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RatingMode {
    /// The game does not change ratings.
    #[default]
    Casual,
    /// The game changes ratings; both players need an account.
    Rated,
}

/// Visibility of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// Listed and possibly featured on the front page.
    #[default]
    Public,
    /// Unlisted; reachable only by its link.
    Private,
}

impl FenText {
    /// Upper bound for the length of any FEN.
    pub const MAX_LENGTH: usize = 120;

    /// The FEN.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for FenText {
    type Error = &'static str;

    fn try_from(text: String) -> Result<FenText, &'static str> {
        if text.len() <= FenText::MAX_LENGTH {
            Ok(FenText(text))
        } else {
            Err("a FEN of more than 120 characters")
        }
    }
}

impl From<FenText> for String {
    fn from(fen: FenText) -> String {
        fen.0
    }
}
