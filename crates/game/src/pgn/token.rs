//! What movetext is made of.

use super::{Nag, PgnReason, PgnResult};

/// What movetext is made of. Two bytes, so that it travels in a register: the bytes meant are [`Lexer::bytes`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    /// What looks like a move.
    San,
    /// A comment, without its marks.
    Comment,
    Nag(Nag),
    Open,
    Close,
    GameResult(PgnResult),
    /// A `[` that begins a tag; not consumed.
    Tag,
    /// The end of the text.
    End,
}

/// What is no token; small for the same reason.
#[derive(Clone, Copy, Debug)]
pub(super) enum LexError {
    UnterminatedComment,
    UnterminatedTag,
    TagName,
    TagValue,
    Unexpected(u8),
    Nag,
    NullMove,
    TooLong,
}

/// Some bytes, by their distance back from the cursor. Good until the next read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) back: usize,
    pub(super) len: usize,
}

impl LexError {
    /// What to tell of it, if a game may have so many bytes.
    #[cold]
    pub(super) fn reason(self, limit: u64) -> PgnReason {
        match self {
            LexError::UnterminatedComment => PgnReason::UnterminatedComment,
            LexError::UnterminatedTag => PgnReason::UnterminatedTag,
            LexError::TagName => PgnReason::TagName,
            LexError::TagValue => PgnReason::TagValue,
            LexError::Unexpected(byte) => PgnReason::Unexpected(byte),
            LexError::Nag => PgnReason::Nag,
            LexError::NullMove => PgnReason::NullMove,
            LexError::TooLong => PgnReason::TooLong(limit),
        }
    }
}
