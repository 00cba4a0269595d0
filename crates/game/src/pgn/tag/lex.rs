//! Lexer of tags.

use std::io::Read;

use super::super::bytes::{is_blank, is_line_break};
use super::super::lexer::Lexer;
use super::super::token::{LexError, Span};
use super::{RawTag, is_tag_name};

/// Spans of the parts of a tag.
#[derive(Clone, Copy)]
pub(in crate::pgn) struct TagSpans {
    name: Span,
    value: Span,
    len: usize,
}

/// Scans the tag at the cursor; consumes nothing unless it is invalid.
pub(in crate::pgn) fn scan<R: Read>(lexer: &mut Lexer<R>) -> Result<TagSpans, LexError> {
    let name = find(lexer, 1, |byte| !is_blank(byte))?;
    let ends_name = |byte| is_blank(byte) || is_line_break(byte) || byte == b'"' || byte == b']';
    let name_end = find(lexer, name, ends_name)?;
    if !is_tag_name(&lexer.source.unread()[name..name_end]) {
        return lexer.fail(1, LexError::TagName);
    }
    let quote = find(lexer, name_end, |byte| !is_blank(byte))?;
    match lexer.source.unread()[quote] {
        b'"' => {}
        byte if is_line_break(byte) => return lexer.fail(1, LexError::UnterminatedTag),
        _ => return lexer.fail(1, LexError::TagValue),
    }
    let (value_end, len) = value_end(lexer, quote + 1)?;
    let name = Span { back: len - name, len: name_end - name };
    let value = Span { back: len - quote - 1, len: value_end - quote - 1 };
    Ok(TagSpans { name, value, len })
}

impl TagSpans {
    pub(in crate::pgn) fn len(&self) -> usize {
        self.len
    }

    /// The name, before the tag is consumed.
    pub(in crate::pgn) fn name<'a, R: Read>(&self, lexer: &'a Lexer<R>) -> &'a [u8] {
        let start = self.len - self.name.back;
        &lexer.source.unread()[start..start + self.name.len]
    }

    /// The tag, after it is consumed.
    pub(in crate::pgn) fn tag<'a, R: Read>(&self, lexer: &'a Lexer<R>) -> RawTag<'a> {
        // A scanned name is ASCII.
        let name = str::from_utf8(lexer.bytes_of(self.name)).unwrap_or_default();
        RawTag { name, escaped: lexer.bytes_of(self.value) }
    }
}

/// Ends of the value and of the tag. A quotation mark without a following `]` belongs to the value.
fn value_end<R: Read>(lexer: &mut Lexer<R>, mut at: usize) -> Result<(usize, usize), LexError> {
    loop {
        let found = lexer.find_or_control(at, [b'"', b'\\']);
        at = complete(lexer, found)?;
        match lexer.source.unread()[at] {
            b'"' => {
                let next = find(lexer, at + 1, |byte| !is_blank(byte))?;
                if lexer.source.unread()[next] == b']' {
                    return Ok((at, next + 1));
                }
                at += 1;
            }
            b'\\' => {
                // Skips the escaped byte, but not the end of the line.
                let escaped = find(lexer, at + 1, |_| true)?;
                let ends_line = is_line_break(lexer.source.unread()[escaped]);
                at = if ends_line { escaped } else { escaped + 1 };
            }
            byte if is_line_break(byte) => return lexer.fail(1, LexError::UnterminatedTag),
            _ => at += 1,
        }
    }
}

/// Distance to a byte that the tag needs to be complete.
fn find<R: Read>(lexer: &mut Lexer<R>, from: usize, fits: impl Fn(u8) -> bool) -> Result<usize, LexError> {
    let found = lexer.find(from, fits);
    complete(lexer, found)
}

#[inline(always)]
fn complete<R: Read>(lexer: &mut Lexer<R>, found: Option<usize>) -> Result<usize, LexError> {
    lexer.check_length(found.unwrap_or(lexer.source.unread().len()))?;
    match found {
        Some(at) => Ok(at),
        None => lexer.fail(1, LexError::UnterminatedTag),
    }
}
