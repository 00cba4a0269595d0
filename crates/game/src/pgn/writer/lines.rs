//! Line wrapping.

use std::fmt::{self, Write};

use super::super::Comment;

/// The standard strongly discourages lines of 80 or more characters.
const WIDTH: usize = 79;

/// Wraps words into lines. A line is longer than the width only if a single word is.
pub(super) struct LineWrapper<'a, W> {
    out: &'a mut W,
    column: usize,
    /// Opening parentheses before the next word.
    opening: String,
}

impl<'a, W: Write> LineWrapper<'a, W> {
    pub(super) fn new(out: &'a mut W) -> LineWrapper<'a, W> {
        LineWrapper { out, column: 0, opening: String::new() }
    }

    pub(super) fn word(&mut self, word: &str) -> fmt::Result {
        self.word_of(&[word])
    }

    /// Adds a word that consists of several parts.
    pub(super) fn word_of(&mut self, parts: &[&str]) -> fmt::Result {
        let width = self.opening.len() + parts.iter().map(|part| width(part)).sum::<usize>();
        if self.column > 0 {
            if self.column + 1 + width > WIDTH {
                self.end()?;
            } else {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        self.out.write_str(&self.opening)?;
        self.opening.clear();
        for part in parts {
            self.out.write_str(part)?;
        }
        self.column += width;
        Ok(())
    }

    /// Adds an opening parenthesis before the next word.
    pub(super) fn open(&mut self) {
        self.opening.push('(');
    }

    /// Adds a closing parenthesis after the last word if it fits.
    pub(super) fn close(&mut self) -> fmt::Result {
        if self.column == 0 || self.column == WIDTH || !self.opening.is_empty() {
            return self.word(")");
        }
        self.column += 1;
        self.out.write_char(')')
    }

    /// Ends the line.
    pub(super) fn end(&mut self) -> fmt::Result {
        self.column = 0;
        self.out.write_char('\n')
    }

    /// Writes a comment in braces, or after `;` if it contains a closing brace, in which case it is not
    /// wrapped.
    pub(super) fn comment(&mut self, comment: &Comment) -> fmt::Result {
        let text = comment.text();
        if text.contains('}') {
            self.word_of(&[";", text])?;
            return self.end();
        }
        let mut open = "{";
        let mut words = words(text).peekable();
        while let Some(word) = words.next() {
            let close = if words.peek().is_none() { "}" } else { "" };
            self.word_of(&[open, word, close])?;
            open = "";
        }
        if open.is_empty() { Ok(()) } else { self.word("{}") }
    }

    /// Writes a comment of the writer itself.
    pub(super) fn remark(&mut self, text: &str) -> fmt::Result {
        self.comment(&Comment::new(text))
    }
}

/// Number of characters; most words are ASCII.
fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// Splits a comment where lines may break. Commands are not split, and no line begins with text that the
/// reader takes for a tag or an escape.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text).filter(|text| !text.is_empty());
    std::iter::from_fn(move || {
        let text = rest?;
        let end = first_break(text);
        rest = end.map(|at| &text[at + 1..]).filter(|rest| !rest.is_empty());
        Some(end.map_or(text, |at| &text[..at]))
    })
}

/// The first space at which a line may break.
fn first_break(text: &str) -> Option<usize> {
    let (mut start, mut in_command) = (0, false);
    let bytes = text.as_bytes();
    for at in (0..bytes.len()).filter(|&at| bytes[at] == b' ') {
        let piece = &bytes[start..at];
        if let Some(command) = piece.windows(2).rposition(|two| two == b"[%") {
            in_command = !piece[command..].contains(&b']');
        } else if in_command {
            in_command = !piece.contains(&b']');
        }
        let misleads = match &bytes[at + 1..] {
            [b'%', ..] => true,
            [b'[', next @ ..] => next.first() != Some(&b'%'),
            _ => false,
        };
        if !in_command && !misleads {
            return Some(at);
        }
        start = at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_break_where_they_may() {
        let check = |text: &str, expected: &[&str]| assert_eq!(words(text).collect::<Vec<_>>(), expected);
        check("", &[]);
        check("one", &["one"]);
        check("a b", &["a", "b"]);
        check("a [%clk 0:00:01] b", &["a", "[%clk 0:00:01]", "b"]);
        check("x[%cal Ga1a2, Rb1] b", &["x[%cal Ga1a2, Rb1]", "b"]);
        check("50 % of [Event \"x\"]", &["50 %", "of [Event", "\"x\"]"]);
    }
}
