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
        let width = self.opening.len() + word.chars().count();
        if self.column > 0 {
            if self.column + 1 + width > WIDTH {
                self.end()?;
            } else {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        self.out.write_str(&std::mem::take(&mut self.opening))?;
        self.out.write_str(word)?;
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
            self.word(&format!(";{text}"))?;
            return self.end();
        }
        let mut words = words(text).into_iter().peekable();
        let Some(first) = words.next() else { return self.word("{}") };
        let close = |last: bool| if last { "}" } else { "" };
        self.word(&format!("{{{first}{}", close(words.peek().is_none())))?;
        while let Some(word) = words.next() {
            self.word(&format!("{word}{}", close(words.peek().is_none())))?;
        }
        Ok(())
    }

    /// Writes a comment of the writer itself.
    pub(super) fn remark(&mut self, text: &str) -> fmt::Result {
        self.comment(&Comment::new(text))
    }
}

/// Splits a comment where lines may break. Commands are not split, and no line begins with text that the
/// reader takes for a tag or an escape.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut in_command = false;
    for (at, _) in text.match_indices(' ') {
        let word = &text[start..at];
        if let Some(command) = word.rfind("[%") {
            in_command = !word[command..].contains(']');
        } else if in_command {
            in_command = !word.contains(']');
        }
        let next = &text[at + 1..];
        let misleads = next.starts_with('%') || next.starts_with('[') && !next.starts_with("[%");
        if !in_command && !misleads {
            words.push(word);
            start = at + 1;
        }
    }
    if start < text.len() {
        words.push(&text[start..]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_break_where_they_may() {
        let check = |text: &str, expected: &[&str]| assert_eq!(words(text), expected);
        check("", &[]);
        check("one", &["one"]);
        check("a b", &["a", "b"]);
        check("a [%clk 0:00:01] b", &["a", "[%clk 0:00:01]", "b"]);
        check("x[%cal Ga1a2, Rb1] b", &["x[%cal Ga1a2, Rb1]", "b"]);
        check("50 % of [Event \"x\"]", &["50 %", "of [Event", "\"x\"]"]);
    }
}
