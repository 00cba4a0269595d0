//! Tokens.

use super::{Nag, PgnNoteKind, PgnReason, PgnResult};

/// A token of movetext. Two bytes, so that it is returned in a register; its content is [`Lexer::bytes`](super::lexer::Lexer::bytes).
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    /// A move, not yet validated.
    San,
    /// A move in an unusual spelling, such as `O–O`, with its note.
    UnusualSan(PgnNoteKind),
    /// A comment.
    Comment,
    Nag(Nag),
    /// A null move such as `--`.
    Null,
    /// Move number 1, followed by a move; not consumed.
    FirstMove,
    /// Something that is neither a move nor another element.
    PassedOver(PgnNoteKind),
    Open,
    Close,
    GameResult(PgnResult),
    /// A `[` that begins a tag; not consumed.
    Tag,
    /// The end of the text.
    End,
}

/// A lexer error; small for the same reason.
#[derive(Clone, Copy, Debug)]
pub(super) enum LexError {
    UnterminatedComment,
    UnterminatedTag,
    TagName,
    TagValue,
    Unexpected(u8),
    TooLong,
}

/// Bytes by their distance back from the cursor. Valid until the next read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) back: usize,
    pub(super) len: usize,
}

impl LexError {
    /// The public reason; `limit` is the maximum size of a game.
    #[cold]
    pub(super) fn reason(self, limit: u64) -> PgnReason {
        match self {
            LexError::UnterminatedComment => PgnReason::UnterminatedComment,
            LexError::UnterminatedTag => PgnReason::UnterminatedTag,
            LexError::TagName => PgnReason::TagName,
            LexError::TagValue => PgnReason::TagValue,
            LexError::Unexpected(byte) => PgnReason::Unexpected(byte),
            LexError::TooLong => PgnReason::TooLong(limit),
        }
    }
}
