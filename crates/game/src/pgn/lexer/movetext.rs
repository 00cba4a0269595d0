//! Tokens of movetext. Skips white space, move numbers, `%` lines and `e.p.`.

use std::io::Read;

use super::super::bytes::{begins_move, end_of_number, first_delimiter, is_delimiter, is_line_break};
use super::super::token::{LexError, Span, Token};
use super::super::{Nag, PgnResult};
use super::{EVENT_TAG_START, Lexer};

impl<R: Read> Lexer<R> {
    /// The next token.
    #[inline(always)]
    pub(in crate::pgn) fn next(&mut self) -> Result<Token, LexError> {
        if self.common_move() { Ok(Token::San) } else { self.slow_token() }
    }

    /// Fast path: consumes a move in its common form together with the preceding move number and blanks. All
    /// conditions are evaluated before the single branch, because the next token is unpredictable.
    #[inline(always)]
    fn common_move(&mut self) -> bool {
        let Some(bytes) = self.source.unread().first_chunk::<16>() else { return false };
        let start = end_of_number(bytes);
        let Some(word) = bytes[start..].first_chunk() else { return false };
        let len = first_delimiter(word);
        let is_usual = begins_move(word[0], word[1]) & (len < 8) & (word[len % 8] != b'(');
        if !is_usual || self.check_length(start + len).is_err() {
            return false;
        }
        self.source.consume(start + len);
        self.last = len;
        self.span = Span { back: len, len };
        true
    }

    #[inline(never)]
    fn slow_token(&mut self) -> Result<Token, LexError> {
        loop {
            let Some(byte) = self.skip_space() else {
                self.last = 0;
                return Ok(Token::End);
            };
            match byte {
                b'0'..=b'9' => {
                    if let Some(token) = self.number()? {
                        return Ok(token);
                    }
                }
                b'.' => self.source.consume(1),
                b'{' => return self.brace_comment(),
                b';' => return self.line_comment(),
                b'(' => return self.token(1, Token::Open),
                b')' => return self.token(1, Token::Close),
                b'*' => return self.token(1, Token::GameResult(PgnResult::Unknown)),
                b'[' => {
                    self.last = 0;
                    return if self.at_tag() { Ok(Token::Tag) } else { self.unexpected() };
                }
                b'$' => return self.nag(),
                b'!' | b'?' | b'+' | b'-' | b'=' => return self.symbol(),
                b'%' if is_line_break(self.source.previous()) => self.skip_line(),
                b'a'..=b'z' | b'A'..=b'Z' | b'@' | 0x80.. => {
                    if let Some(token) = self.word()? {
                        return Ok(token);
                    }
                }
                _ => return self.unexpected(),
            }
        }
    }

    #[inline(always)]
    fn word(&mut self) -> Result<Option<Token>, LexError> {
        let mut len = self.word_len(1);
        if self.source.unread().get(len) == Some(&b'(') && self.at_promotion(len) {
            len = self.word_len(len + PROMOTION);
        }
        // No move has one of these as its second byte.
        if let [b'Z', ..] | [_, b'.' | b'p' | b'@' | 0xBB, ..] = self.source.unread()[..len] {
            return self.special_word(len);
        }
        self.spanning(len, Span { back: len, len }, Token::San).map(Some)
    }

    /// Length of the text before the next delimiter.
    #[inline(always)]
    fn word_len(&mut self, from: usize) -> usize {
        match self.find(from, is_delimiter) {
            Some(len) => len,
            None => self.source.unread().len(),
        }
    }

    /// A word that may not be a move.
    #[cold]
    fn special_word(&mut self, len: usize) -> Result<Option<Token>, LexError> {
        let passed_over = match &self.source.unread()[..len] {
            b"e.p." | b"ep" => len,
            b"Z0" | b"@@@@" => return self.fail(len, LexError::NullMove),
            word if word.starts_with(BYTE_ORDER_MARK) => BYTE_ORDER_MARK.len(),
            _ => return self.spanning(len, Span { back: len, len }, Token::San).map(Some),
        };
        self.source.consume(passed_over);
        Ok(None)
    }

    /// Returns true if a pawn move is followed by a promotion such as `(Q)`, which is not a variation.
    #[cold]
    fn at_promotion(&mut self, at: usize) -> bool {
        self.byte_at(at + PROMOTION - 1);
        let unread = self.source.unread();
        matches!(unread.get(at..at + PROMOTION), Some([b'(', b'Q' | b'R' | b'B' | b'N', b')']))
            && matches!(unread[at - 1], b'1' | b'8')
    }

    /// A move number, a result, or castling written with zeros.
    #[inline(always)]
    fn number(&mut self) -> Result<Option<Token>, LexError> {
        let digits = match self.find(1, |byte| !byte.is_ascii_digit()) {
            Some(at) if matches!(self.source.unread()[at], b'-' | b'/') => return self.result().map(Some),
            Some(at) => at,
            None => self.source.unread().len(),
        };
        let dots = self.source.unread()[digits..].iter().take_while(|&&byte| byte == b'.').count();
        self.token(digits, Token::End)?;
        self.source.consume(dots);
        Ok(None)
    }

    fn result(&mut self) -> Result<Token, LexError> {
        let len = self.word_len(1);
        let word = &self.source.unread()[..len];
        match PgnResult::parse(word) {
            Some(score) => self.token(len, Token::GameResult(score)),
            None if word.starts_with(b"0-0") => self.spanning(len, Span { back: len, len }, Token::San),
            None => self.unexpected(),
        }
    }

    fn symbol(&mut self) -> Result<Token, LexError> {
        let len = match self.find(1, |byte| !matches!(byte, b'!' | b'?' | b'+' | b'-' | b'=' | b'/')) {
            Some(len) => len,
            None => self.source.unread().len(),
        };
        let symbol = &self.source.unread()[..len];
        match Nag::parse_symbol(symbol) {
            Some(nag) => self.token(len, Token::Nag(nag)),
            None if symbol == b"--" => self.fail(len, LexError::NullMove),
            None => self.unexpected(),
        }
    }

    fn nag(&mut self) -> Result<Token, LexError> {
        let len = match self.find(1, |byte| !byte.is_ascii_digit()) {
            Some(len) => len,
            None => self.source.unread().len(),
        };
        let digits = str::from_utf8(&self.source.unread()[1..len]);
        match digits.ok().and_then(|digits| digits.parse().ok()) {
            Some(number) => self.token(len, Token::Nag(Nag(number))),
            None => self.fail(len, LexError::Nag),
        }
    }

    fn brace_comment(&mut self) -> Result<Token, LexError> {
        let mut from = 1;
        let found = loop {
            let Some(at) = self.find_or_control(from, [b'}']) else { break None };
            let byte = self.source.unread()[at];
            match byte {
                b'}' => break Some(at),
                _ if is_line_break(byte) && self.begins_game(at + 1) => {
                    self.check_length(at + 1 + EVENT_TAG_START.len())?;
                    return self.fail(at + 1, LexError::UnterminatedComment);
                }
                _ => from = at + 1,
            }
        };
        match found {
            Some(at) => {
                self.check_length(at + 1)?;
                self.spanning(at + 1, Span { back: at, len: at - 1 }, Token::Comment)
            }
            None => {
                self.check_length(self.source.unread().len())?;
                // Only the brace is skipped, because a game may follow.
                self.fail(1, LexError::UnterminatedComment)
            }
        }
    }

    /// Returns true if the next game begins at this distance.
    #[inline(always)]
    fn begins_game(&mut self, at: usize) -> bool {
        // The second byte distinguishes it from most commands.
        let second = self.source.unread().get(at + 1);
        second.is_none_or(|&byte| byte == EVENT_TAG_START[1]) && self.begins_game_slow(at)
    }

    #[cold]
    fn begins_game_slow(&mut self, at: usize) -> bool {
        (at..).zip(EVENT_TAG_START).all(|(at, &byte)| self.byte_at(at) == Some(byte))
    }

    fn line_comment(&mut self) -> Result<Token, LexError> {
        let len = match self.find(1, is_line_break) {
            Some(len) => len,
            None => self.source.unread().len(),
        };
        self.spanning(len, Span { back: len - 1, len: len - 1 }, Token::Comment)
    }
}

/// Length of `(Q)`.
const PROMOTION: usize = 3;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
