//! Error recovery: skips the rest of a game.

use std::io::Read;

use super::PgnResult;
use super::bytes::{is_delimiter, is_line_break};
use super::lexer::{EVENT_TAG_START, Lexer};
use super::typography::PlainWord;

/// Section of the game in which the error occurred.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Tags,
    Moves { depth: usize },
}

/// Skips to the beginning of the next game: after a result outside of variations, or to a tag after moves. A
/// line that begins with `[Event "` always begins a game.
pub(super) fn skip_game<R: Read>(lexer: &mut Lexer<R>, mut part: Section) {
    while let Some(byte) = lexer.skip_space() {
        match (byte, part) {
            (b'[', _) if lexer.at_tag() => {
                let begins = part != Section::Tags || lexer.source.starts_with(EVENT_TAG_START);
                // The first tag of the current game is skipped if it is itself too long.
                if begins && !lexer.at_beginning() {
                    return;
                }
                skip_tag(lexer);
            }
            (b'{', _) => skip_comment(lexer),
            (b';', _) => lexer.skip_line(),
            (b'%', _) if is_line_break(lexer.source.previous()) => lexer.skip_line(),
            (b'(', Section::Moves { depth }) => {
                part = Section::Moves { depth: depth + 1 };
                lexer.source.consume(1);
            }
            (b')', Section::Moves { depth }) => {
                part = Section::Moves { depth: depth.saturating_sub(1) };
                lexer.source.consume(1);
            }
            _ => {
                if let Section::Tags = part {
                    part = Section::Moves { depth: 0 };
                }
                if skip_word(lexer).is_some() && part == (Section::Moves { depth: 0 }) {
                    return;
                }
            }
        }
    }
}

/// Skips a word of any length; returns the result if it is one.
fn skip_word<R: Read>(lexer: &mut Lexer<R>) -> Option<PgnResult> {
    let mut word = Vec::with_capacity(MAX_RESULT_BYTES);
    while let Some(byte) = lexer.source.peek() {
        if !word.is_empty() && byte.is_ascii() && is_delimiter(byte) {
            break;
        }
        if word.len() <= MAX_RESULT_BYTES {
            word.push(byte);
        }
        lexer.source.consume(1);
        if byte == b'*' {
            break;
        }
    }
    PgnResult::parse(PlainWord::new(&word).as_bytes())
}

const MAX_RESULT_BYTES: usize = "1/2–1/2".len();

fn skip_comment<R: Read>(lexer: &mut Lexer<R>) {
    while let Some(byte) = lexer.source.peek() {
        lexer.source.consume(1);
        if byte == b'}' || is_line_break(byte) && lexer.source.starts_with(EVENT_TAG_START) {
            return;
        }
    }
}

/// Skips to the closing bracket outside of quotation marks, or to the end of the line.
fn skip_tag<R: Read>(lexer: &mut Lexer<R>) {
    let mut quoted = false;
    let mut escaped = false;
    while let Some(byte) = lexer.source.peek() {
        if is_line_break(byte) {
            return;
        }
        lexer.source.consume(1);
        match byte {
            b']' if !quoted => return,
            b'"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = byte == b'\\' && !escaped;
    }
}
