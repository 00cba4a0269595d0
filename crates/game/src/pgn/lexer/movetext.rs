//! Tokens of movetext. Skips white space, move numbers, `%` lines and `e.p.`.

use std::io::Read;

use super::super::bytes::{
    begins_move, end_of_number, first_delimiter, has_special_number, is_blank, is_delimiter, is_line_break,
    is_space,
};
use super::super::token::{LexError, Span, Token};
use super::super::typography::{
    PlainWord, blank_len, dash_len, evaluation_sign, has_dash, is_castling_without_hyphens, is_figurine,
    unusual_result,
};
use super::super::{Nag, PgnNoteKind, PgnResult};
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
        let end = word[len % 8];
        let is_usual = begins_move(word[0], word[1])
            & (len < 8)
            & (end != b'(')
            & (end != 0xE2)
            & !has_special_number(bytes);
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
                b'a'..=b'z' | b'A'..=b'Z' | b'@' => {
                    if let Some(token) = self.word()? {
                        return Ok(token);
                    }
                }
                0x80.. => {
                    if let Some(token) = self.non_ascii()? {
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
        let word = &self.source.unread()[..len];
        if matches!(word[0], b'O' | b'o') && is_castling_without_hyphens(word) {
            return self.unusual_san(len, PgnNoteKind::Spelling).map(Some);
        }
        // A move has a digit, unless it is castling.
        let has_digit = word.iter().any(u8::is_ascii_digit);
        if word[0] == b'Z' || !has_digit && !matches!(word[0], b'O' | b'o') {
            return self.special_word(len);
        }
        if !word.is_ascii() && has_dash(word) {
            return self.unusual_san(len, PgnNoteKind::Typography).map(Some);
        }
        self.spanning(len, Span { back: len, len }, Token::San).map(Some)
    }

    #[cold]
    fn unusual_san(&mut self, len: usize, kind: PgnNoteKind) -> Result<Token, LexError> {
        self.spanning(len, Span { back: len, len }, Token::UnusualSan(kind))
    }

    /// Typographic characters, or a word that begins with a figurine or another character.
    #[cold]
    fn non_ascii(&mut self) -> Result<Option<Token>, LexError> {
        self.byte_at(2);
        let unread = self.source.unread();
        if unread.starts_with(BYTE_ORDER_MARK) {
            self.source.consume(BYTE_ORDER_MARK.len());
            return Ok(None);
        }
        if let Some((len, nag)) = evaluation_sign(unread) {
            return self.token(len, Token::Nag(nag)).map(Some);
        }
        if dash_len(unread) > 0 {
            return self.symbol().map(Some);
        }
        match blank_len(unread) {
            0 if matches!(unread, [0xBD, ..] | [0xC2, 0xBD, ..]) => self.result().map(Some),
            0 => self.word(),
            len => self.token(len, Token::PassedOver(PgnNoteKind::Typography)).map(Some),
        }
    }

    /// Length of the text before the next delimiter.
    #[inline(always)]
    fn word_len(&mut self, mut from: usize) -> usize {
        loop {
            match self.find(from, is_delimiter) {
                Some(len) if self.source.unread()[len] == 0xE2 && self.belongs_to_word(len) => from = len + 3,
                Some(len) => return len,
                None => return self.source.unread().len(),
            }
        }
    }

    /// Returns true if there is a figurine, or a dash between two parts of a word as in `O–O`.
    #[cold]
    fn belongs_to_word(&mut self, at: usize) -> bool {
        self.figurine_at(at)
            || self.is_dash_at(at)
                && (self.byte_at(at + 3).is_some_and(|byte| byte.is_ascii_alphanumeric())
                    || self.figurine_at(at + 3))
    }

    #[cold]
    fn figurine_at(&mut self, at: usize) -> bool {
        self.byte_at(at + 2);
        self.source.unread().get(at..).is_some_and(is_figurine)
    }

    /// A word that may not be a move.
    #[cold]
    fn special_word(&mut self, len: usize) -> Result<Option<Token>, LexError> {
        let token = match &self.source.unread()[..len] {
            b"e.p." | b"ep" => {
                self.source.consume(len);
                return Ok(None);
            }
            b"Z0" | b"@@@@" | b"null" => Token::Null,
            // Begins like a move, or is one of an unknown kind.
            [first, second, ..] if begins_move(*first, *second) => Token::San,
            [b'Z', ..] => Token::San,
            // Castling in other letters, such as Cyrillic ones: without it the next moves would be those of another game.
            word if word.contains(&b'-') => Token::San,
            _ => Token::PassedOver(PgnNoteKind::Word),
        };
        self.spanning(len, Span { back: len, len }, token).map(Some)
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
            Some(at) if !self.source.unread()[at].is_ascii() && self.is_dash_at(at) => {
                return self.result().map(Some);
            }
            Some(at) => at,
            None => self.source.unread().len(),
        };
        self.check_length(digits)?;
        let number = &self.source.unread()[..digits];
        if number == b"0000" {
            return self.token(digits, Token::Null).map(Some);
        }
        if matches!(number, b"00" | b"000") && self.source.unread().get(digits) != Some(&b'.') {
            return self.unusual_san(digits, PgnNoteKind::Spelling).map(Some);
        }
        let is_one = number == b"1";
        if (is_one || number == b"0")
            && let Some((len, score)) = self.unusual_result()
        {
            return self.token(len, Token::GameResult(score)).map(Some);
        }
        if is_one && self.begins_first_move() {
            self.last = 0;
            return Ok(Some(Token::FirstMove));
        }
        self.token(digits, Token::End)?;
        Ok(None)
    }

    #[cold]
    fn is_dash_at(&mut self, at: usize) -> bool {
        self.byte_at(at + 2);
        dash_len(&self.source.unread()[at..]) > 0
    }

    /// A result at the cursor in an unusual spelling, with its length.
    #[cold]
    fn unusual_result(&mut self) -> Option<(usize, PgnResult)> {
        self.byte_at(MAX_RESULT_BYTES);
        let unread = self.source.unread();
        unusual_result(&unread[..unread.len().min(MAX_RESULT_BYTES)])
    }

    /// Returns true at the beginning of a line.
    pub(in crate::pgn) fn at_line_start(&self) -> bool {
        is_line_break(self.source.previous())
    }

    /// Returns true if the `1` at the cursor stands after white space, as the fast path requires too, and before one
    /// dot and a move.
    #[cold]
    fn begins_first_move(&mut self) -> bool {
        let mut at = 2;
        while at < MAX_NUMBER_BLANKS && self.byte_at(at).is_some_and(is_blank) {
            at += 1;
        }
        is_space(self.source.previous())
            && self.byte_at(1) == Some(b'.')
            && (self.byte_at(at).is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'{')
                || self.figurine_at(at))
    }

    /// Skips the `1` of [`Token::FirstMove`].
    pub(in crate::pgn) fn skip_first_move(&mut self) {
        self.source.consume(1);
    }

    fn result(&mut self) -> Result<Token, LexError> {
        let len = match self.find(1, |byte| byte.is_ascii() && is_delimiter(byte)) {
            Some(len) => len,
            None => self.source.unread().len(),
        };
        self.check_length(len)?;
        let word = &self.source.unread()[..len];
        let len = (0..len).find(|&at| blank_len(&word[at..]) > 0).unwrap_or(len);
        let word = &word[..len];
        let plain = PlainWord::new(word);
        let result = PgnResult::parse(plain.as_bytes());
        // `1/2` alone is a result, but `1/2 - 1/2` is only one.
        if (result.is_none() || plain.as_bytes() == b"1/2")
            && let Some((len, score)) = self.unusual_result()
        {
            return self.token(len, Token::GameResult(score));
        }
        match result {
            Some(score) => self.token(len, Token::GameResult(score)),
            None if plain.as_bytes().starts_with(b"0-0") => {
                let len = self.word_len(1);
                if has_dash(&self.source.unread()[..len]) {
                    return self.unusual_san(len, PgnNoteKind::Typography);
                }
                self.spanning(len, Span { back: len, len }, Token::San)
            }
            None => self.unexpected(),
        }
    }

    fn symbol(&mut self) -> Result<Token, LexError> {
        let mut len = 0;
        while len < MAX_SYMBOL_BYTES
            && let Some(part) = self.symbol_part_at(len)
        {
            len += part;
        }
        let symbol = PlainWord::new(&self.source.unread()[..len]);
        match Nag::parse_symbol(symbol.as_bytes()) {
            Some(nag) => self.token(len, Token::Nag(nag)),
            None if symbol.as_bytes() == b"--" => self.token(len, Token::Null),
            None => self.token(len, Token::PassedOver(PgnNoteKind::Symbol)),
        }
    }

    /// Length of the sign or dash at this distance, if there is one.
    fn symbol_part_at(&mut self, at: usize) -> Option<usize> {
        match self.byte_at(at)? {
            b'!' | b'?' | b'+' | b'-' | b'=' | b'/' => Some(1),
            0x80.. => {
                self.byte_at(at + 2);
                Some(dash_len(&self.source.unread()[at..])).filter(|&len| len > 0)
            }
            _ => None,
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
            None => self.token(len, Token::PassedOver(PgnNoteKind::Nag)),
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

/// A longer result is none.
const MAX_RESULT_BYTES: usize = 32;
/// A longer symbol is several.
const MAX_SYMBOL_BYTES: usize = 16;
/// Blanks between the first move number and the move.
const MAX_NUMBER_BLANKS: usize = 8;
/// Length of `(Q)`.
const PROMOTION: usize = 3;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
