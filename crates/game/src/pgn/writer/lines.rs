//! Puts words into lines.

use std::fmt::{self, Write};

use super::super::Comment;

/// The standard calls lines of 80 and more characters strongly discouraged.
const WIDTH: usize = 79;

/// Lines of words. Only a word that is too long for a line by itself makes a line too long.
pub(super) struct LineWrapper<'a, W> {
    out: &'a mut W,
    column: usize,
    /// Brackets that stand directly before the next word.
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

    /// A bracket before the next word.
    pub(super) fn open(&mut self) {
        self.opening.push('(');
    }

    /// A bracket behind the last word, where there is room.
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

    /// A comment in braces or, if it has a closing brace in it, one to the end of the line, however long that is.
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

    /// A comment of our own.
    pub(super) fn remark(&mut self, text: &str) -> fmt::Result {
        self.comment(&Comment::new(text))
    }
}

/// The parts of a comment between which a line may end. A command stays in one piece, and nothing that a reader could
/// take for a tag or an escape gets to the beginning of a line.
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
