//! What can be wrong with a game's text.

use std::error::Error;
use std::fmt;
use std::io::ErrorKind;

use rules::{FenError, Setup};

use super::SourceLocation;
use crate::MoveInputError;

/// A game that could not be read to its end: which, where and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// The number of the game in its text, from 1.
    pub game: u64,
    /// Where the trouble begins.
    pub location: SourceLocation,
    /// What the trouble is.
    pub reason: PgnReason,
}

/// Why a game could not be read to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnReason {
    /// A `{` without its `}`.
    UnterminatedComment,
    /// A `(` without its `)`; the outermost, if there are several.
    UnterminatedVariation,
    /// A tag that is not complete at the end of its line.
    UnterminatedTag,
    /// A tag without a name.
    TagName,
    /// A tag whose value is not in quotation marks.
    TagValue,
    /// A byte that begins nothing.
    Unexpected(u8),
    /// A `$` without a number from 0 to 255.
    Nag,
    /// A `)` without its `(`.
    StrayClose,
    /// A variation where there is no move to vary.
    NothingToVary,
    /// Variations nested deeper than this.
    TooDeep(usize),
    /// A game whose text is longer than this many bytes.
    TooLong(u64),
    /// A move that leaves the board as it is, such as `--`.
    NullMove,
    /// A `FEN` tag that gives no position.
    Fen(Box<FenError>),
    /// A `Variant` tag with a game we do not know.
    Variant(String),
    /// A move that cannot be played.
    Move(Box<IllegalPgnMove>),
    /// The text could not be read on. Nothing comes after this one.
    Io(ErrorKind),
}

/// A move of a game that cannot be played, and the position it was meant for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalPgnMove {
    /// The move as it is written.
    pub san: String,
    /// Why it cannot be played.
    pub reason: MoveInputError,
    /// The position.
    pub setup: Setup,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: game {}: {}", self.location, self.game, self.reason)
    }
}

impl fmt::Display for PgnReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnReason::UnterminatedComment => f.write_str("the comment is not closed"),
            PgnReason::UnterminatedVariation => f.write_str("the variation is not closed"),
            PgnReason::UnterminatedTag => f.write_str("the tag is not closed"),
            PgnReason::TagName => f.write_str("expected the name of a tag"),
            PgnReason::TagValue => f.write_str("expected the value of the tag in quotation marks"),
            PgnReason::Unexpected(byte) => write!(f, "unexpected '{}'", byte.escape_ascii()),
            PgnReason::Nag => f.write_str("expected a number from 0 to 255 after $"),
            PgnReason::StrayClose => f.write_str("there is no variation to close"),
            PgnReason::NothingToVary => f.write_str("there is no move to vary"),
            PgnReason::TooDeep(limit) => write!(f, "more than {limit} variations inside each other"),
            PgnReason::TooLong(limit) => write!(f, "the game is longer than {limit} bytes"),
            PgnReason::NullMove => f.write_str("null move"),
            PgnReason::Fen(error) => error.fmt(f),
            PgnReason::Variant(name) => write!(f, "unknown variant {name:?}"),
            PgnReason::Move(refused) => refused.fmt(f),
            PgnReason::Io(kind) => write!(f, "cannot read on: {kind}"),
        }
    }
}

impl fmt::Display for IllegalPgnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': {}", self.san, self.reason)
    }
}

impl Error for PgnError {}
