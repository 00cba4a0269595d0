//! Lexer with lookahead; the tokens of movetext are in `lexer/movetext.rs`.

mod movetext;

use std::io::Read;

use super::bytes::{find_or_control, is_blank, is_line_break, is_space};
use super::source::Source;
use super::tag::is_tag_name;
use super::token::{LexError, Span, Token};
use super::{PgnReason, SourceLocation};

/// Splits a text into tokens.
pub(super) struct Lexer<R> {
    pub(super) source: Source<R>,
    /// Maximum size of a game in bytes.
    limit: u64,
    /// Offsets of the beginning of the current game and of its latest permitted end.
    game_start: u64,
    game_end_limit: u64,
    /// Length of the last token or, after an error, the distance back to the error.
    last: usize,
    /// Bytes of the last token without delimiters.
    span: Span,
}

/// A line with this prefix always begins a game, even inside a comment: it does not occur there, but braces
/// are often left open.
pub(super) const EVENT_TAG_START: &[u8] = b"[Event \"";

/// Upper bound of the number of blanks between `[` and the tag name.
const MAX_TAG_BLANKS: usize = 16;

impl<R: Read> Lexer<R> {
    pub(super) fn new(source: R, limit: u64) -> Lexer<R> {
        Lexer {
            source: Source::new(source),
            limit,
            game_start: 0,
            game_end_limit: limit,
            last: 0,
            span: Span { back: 0, len: 0 },
        }
    }

    /// Begins the next game at the current offset.
    pub(super) fn begin_game(&mut self) {
        self.game_start = self.source.offset();
        self.game_end_limit = self.game_start.saturating_add(self.limit);
    }

    /// Returns true if nothing of the current game has been consumed.
    pub(super) fn at_beginning(&self) -> bool {
        self.source.offset() == self.game_start
    }

    /// The move or comment of the last token.
    #[inline(always)]
    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes_of(self.span)
    }

    #[inline(always)]
    pub(super) fn bytes_of(&self, span: Span) -> &[u8] {
        let bytes = self.source.consumed(span.back);
        &bytes[..span.len.min(bytes.len())]
    }

    /// The last token.
    pub(super) fn last_token(&self) -> &[u8] {
        self.source.consumed(self.last)
    }

    /// Converts a lexer error to its public reason.
    #[cold]
    pub(super) fn reason(&self, trouble: LexError) -> PgnReason {
        trouble.reason(self.limit)
    }

    /// Location of the last token or error.
    pub(super) fn location(&mut self) -> SourceLocation {
        self.source.location(self.last)
    }

    /// Marks the last token for [`Source::marked_location`].
    pub(super) fn mark(&mut self) {
        self.source.mark(self.last);
    }

    /// Consumes a token of length `len`, unless the game becomes too long.
    #[inline(always)]
    pub(super) fn token(&mut self, len: usize, token: Token) -> Result<Token, LexError> {
        self.check_length(len)?;
        self.source.consume(len);
        self.last = len;
        Ok(token)
    }

    /// Consumes a token of length `len` whose content is `span`.
    #[inline(always)]
    pub(super) fn spanning(&mut self, len: usize, span: Span, token: Token) -> Result<Token, LexError> {
        self.span = span;
        self.token(len, token)
    }

    /// Fails at the cursor and skips the next `len` bytes.
    #[cold]
    pub(super) fn fail<T>(&mut self, len: usize, reason: LexError) -> Result<T, LexError> {
        self.token(len, Token::End)?;
        Err(reason)
    }

    #[cold]
    pub(super) fn unexpected<T>(&mut self) -> Result<T, LexError> {
        let byte = self.source.peek().unwrap_or_default();
        self.fail(1, LexError::Unexpected(byte))
    }

    /// Checks that the game may grow by `len` bytes.
    #[inline(always)]
    pub(super) fn check_length(&mut self, len: usize) -> Result<(), LexError> {
        if self.source.offset() + len as u64 > self.game_end_limit { self.too_long() } else { Ok(()) }
    }

    /// Skips nothing, so that recovery does not depend on how much has been read.
    #[cold]
    fn too_long<T>(&mut self) -> Result<T, LexError> {
        self.last = 0;
        Err(LexError::TooLong)
    }

    /// Skips white space and returns the next byte.
    #[inline(always)]
    pub(super) fn skip_space(&mut self) -> Option<u8> {
        loop {
            let unread = self.source.unread();
            let mut spaces = 0;
            while let Some(&byte) = unread.get(spaces) {
                if !is_space(byte) {
                    self.source.consume(spaces);
                    return Some(byte);
                }
                spaces += 1;
            }
            self.source.consume(spaces);
            self.source.peek()?;
        }
    }

    /// Skips the rest of the line without its line break, discarding it.
    pub(super) fn skip_line(&mut self) {
        while let Some(byte) = self.source.peek() {
            if is_line_break(byte) {
                return;
            }
            self.source.consume(1);
        }
    }

    /// Returns true if the `[` at the cursor begins a tag.
    pub(super) fn at_tag(&mut self) -> bool {
        let name = self.tag_name_at();
        self.byte_at(name).is_some_and(|byte| byte == b'"' || is_tag_name(&[byte]))
    }

    /// Returns true if the tag at the cursor is `Event`.
    pub(super) fn at_event(&mut self) -> bool {
        let name = self.tag_name_at();
        let matches = (name..).zip(b"Event").all(|(at, &byte)| self.byte_at(at) == Some(byte));
        matches && self.byte_at(name + b"Event".len()).is_some_and(|byte| is_blank(byte) || byte == b'"')
    }

    fn tag_name_at(&mut self) -> usize {
        (1..MAX_TAG_BLANKS).find(|&at| !self.byte_at(at).is_some_and(is_blank)).unwrap_or(MAX_TAG_BLANKS)
    }

    /// The byte at a small distance from the cursor.
    pub(super) fn byte_at(&mut self, at: usize) -> Option<u8> {
        while self.source.unread().len() <= at && self.source.fill() {}
        self.source.unread().get(at).copied()
    }

    /// Distance, at least `from`, to the first matching byte. `None` at the end of the text or of the
    /// permitted size; then all unread bytes have been searched.
    #[inline(always)]
    pub(super) fn find(&mut self, from: usize, fits: impl Fn(u8) -> bool) -> Option<usize> {
        let unread = self.source.unread();
        let mut at = from;
        while let Some(&byte) = unread.get(at) {
            if fits(byte) {
                return Some(at);
            }
            at += 1;
        }
        self.find_further(at, |unread| unread.iter().position(|&byte| fits(byte)))
    }

    /// Distance to the first byte that is one of `wanted` or a control byte. As [`Lexer::find`], but fast
    /// over long distances.
    #[inline(always)]
    pub(super) fn find_or_control<const N: usize>(&mut self, from: usize, wanted: [u8; N]) -> Option<usize> {
        match self.source.unread().get(from..).and_then(|unread| find_or_control(wanted, unread)) {
            Some(at) => Some(from + at),
            None => {
                let unread = self.source.unread().len();
                self.find_further(unread.max(from), |unread| find_or_control(wanted, unread))
            }
        }
    }

    /// As [`Lexer::find`], reading more input.
    #[cold]
    fn find_further(&mut self, mut from: usize, search: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
        while self.source.offset() + self.source.unread().len() as u64 <= self.game_end_limit
            && self.source.fill()
        {
            if let Some(at) = self.source.unread().get(from..).and_then(&search) {
                return Some(from + at);
            }
            from = from.max(self.source.unread().len());
        }
        None
    }
}
