//! What two players agree on before a game.

use serde::{Deserialize, Serialize};

use crate::strict::nothing_else;
use crate::{OnlineTimeControl, Seat};

/// What is played, for how long and for what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSetup {
    /// The rules and where the game starts.
    pub start: StartPosition,
    /// The time.
    pub control: OnlineTimeControl,
    /// Whether it counts for the ratings.
    #[serde(default)]
    pub stakes: RatingMode,
    /// Who may find it.
    #[serde(default)]
    pub visibility: Visibility,
}

/// The rules and where the game starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "ruleset", rename_all = "kebab-case", deny_unknown_fields)]
pub enum StartPosition {
    /// Chess.
    #[serde(deserialize_with = "nothing_else")]
    Standard,
    /// One of the 960 starts.
    Chess960 {
        /// Its number, 0 to 959; without one the lot decides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u16>,
    },
    /// Chess from a position.
    FromPosition {
        /// The position.
        fen: FenText,
    },
    /// Nobody is forced out of check, and taking the king wins.
    KingCapture {
        /// Who moves first.
        first: Seat,
    },
}

/// A FEN of at most 120 characters; whether a game can begin there is decided later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FenText(String);

/// Whether a game counts for the ratings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RatingMode {
    /// It does not.
    #[default]
    Casual,
    /// It does; both players need an account.
    Rated,
}

/// Who may find a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// Everybody: it may be shown on the front page.
    #[default]
    Public,
    /// Whoever knows its address.
    Private,
}

impl FenText {
    /// The longest FEN there is, with room to spare.
    pub const MAX_LENGTH: usize = 120;

    /// The text.
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
