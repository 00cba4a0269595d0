//! Errors of the PGN reader.

use std::error::Error;
use std::fmt;
use std::io::ErrorKind;

use rules::{FenError, Setup};

use super::SourceLocation;
use crate::MoveInputError;

/// An error in a game, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// Number of the game in the text, from 1.
    pub game: u64,
    /// Location of the error.
    pub location: SourceLocation,
    /// Reason of the error.
    pub reason: PgnReason,
}

/// The reason why a game could not be read completely.
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
    /// An unexpected byte.
    Unexpected(u8),
    /// A `)` without its `(`.
    StrayClose,
    /// A variation before the first move.
    NothingToVary,
    /// Variations nested deeper than this.
    TooDeep(usize),
    /// The text of the game is longer than this number of bytes.
    TooLong(u64),
    /// A `FEN` tag without a legal position.
    Fen(Box<FenError>),
    /// A `Variant` tag with an unknown variant.
    Variant(String),
    /// An invalid or illegal move.
    Move(Box<IllegalPgnMove>),
    /// An I/O error. Reading ends here.
    Io(ErrorKind),
}

/// An invalid or illegal move and the position it was played in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalPgnMove {
    /// The move as written.
    pub san: String,
    /// The reason.
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
            PgnReason::StrayClose => f.write_str("there is no variation to close"),
            PgnReason::NothingToVary => f.write_str("there is no move to vary"),
            PgnReason::TooDeep(limit) => write!(f, "more than {limit} variations inside each other"),
            PgnReason::TooLong(limit) => write!(f, "the game is longer than {limit} bytes"),
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
