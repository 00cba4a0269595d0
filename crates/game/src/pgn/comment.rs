//! Comments and embedded commands such as `[%clk 1:30:00]`.

mod command;

use std::borrow::Cow;
use std::fmt;

use super::encoding::decode;
use crate::Millis;

pub use command::{EvalScore, Evaluation, ParseEvaluationError};

/// A comment as it is in the text, without delimiters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawComment<'a>(pub &'a [u8]);

impl<'a> RawComment<'a> {
    /// Decoded text: UTF-8, or Latin-1 if it is not valid UTF-8.
    #[must_use]
    pub fn text(self) -> Cow<'a, str> {
        decode(self.0)
    }
}

/// A comment with normalized white space: single spaces, none at the ends. It can be wrapped at any width and
/// parses back to the same value.
///
/// ```
/// use hanpan_game::Millis;
/// use hanpan_game::pgn::Comment;
/// let comment = Comment::new("[%clk 0:01:02.5] Forced,\n  more or less.");
/// assert_eq!(comment.clock(), Some(Millis(62_500)));
/// assert_eq!(comment.text_without_commands(), "Forced, more or less.");
/// let later = comment.with_clock(Millis::seconds(60));
/// assert_eq!(later.text(), "[%clk 0:01:00] Forced, more or less.");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Comment(String);

impl Comment {
    /// A comment with this text.
    #[must_use]
    pub fn new(text: &str) -> Comment {
        let mut words = text.split(is_white).filter(|word| !word.is_empty());
        let mut tidy = String::with_capacity(text.len());
        tidy.extend(words.next());
        for word in words {
            tidy.push(' ');
            tidy.push_str(word);
        }
        Comment(tidy)
    }

    /// The text including commands.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The text without commands.
    #[must_use]
    pub fn text_without_commands(&self) -> String {
        let mut words = String::new();
        let mut rest = self.text();
        while let Some((before, _, after)) = command::first(rest, |_| true) {
            words.push_str(before);
            words.push(' ');
            rest = after;
        }
        words.push_str(rest);
        Comment::new(&words).0
    }

    /// Clock of the mover after the move: `[%clk 0:01:02.3]`.
    #[must_use]
    pub fn clock(&self) -> Option<Millis> {
        self.command("clk")?.parse().ok()
    }

    /// Time spent on the move: `[%emt 0:00:05]`.
    #[must_use]
    pub fn elapsed(&self) -> Option<Millis> {
        self.command("emt")?.parse().ok()
    }

    /// Engine evaluation of the position after the move: `[%eval -1.23]`, `[%eval #3,20]`.
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.command("eval")?.parse().ok()
    }

    /// Operand of the first command of this name: `Gc2,Rc3` for `[%csl Gc2,Rc3]` and `csl`.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<&str> {
        command::first(self.text(), |n| n == name).map(|(_, operand, _)| operand)
    }

    /// Sets the clock of the mover.
    #[must_use]
    pub fn with_clock(self, clock: Millis) -> Comment {
        self.with_command("clk", &clock.to_string())
    }

    /// Sets the time spent on the move.
    #[must_use]
    pub fn with_elapsed(self, elapsed: Millis) -> Comment {
        self.with_command("emt", &elapsed.to_string())
    }

    /// Sets the engine evaluation.
    #[must_use]
    pub fn with_evaluation(self, evaluation: Evaluation) -> Comment {
        self.with_command("eval", &evaluation.to_string())
    }

    /// Replaces the command of this name, or prepends it.
    fn with_command(self, name: &str, operand: &str) -> Comment {
        let (before, after) = match command::first(self.text(), |n| n == name) {
            Some((before, _, after)) => (before, after),
            None => ("", self.text()),
        };
        Comment::new(&format!("{before} [%{name} {operand}] {after}"))
    }
}

impl From<RawComment<'_>> for Comment {
    fn from(raw: RawComment<'_>) -> Comment {
        Comment::new(&raw.text())
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// Returns true for white space that a line break may replace.
fn is_white(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0B' | '\x0C')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_anywhere() {
        let check = |text: &str, clock: Option<u32>, words: &str| {
            let comment = Comment::new(text);
            assert_eq!(comment.clock(), clock.map(Millis::seconds), "{text}");
            assert_eq!(comment.text_without_commands(), words, "{text}");
        };
        check("", None, "");
        check("good", None, "good");
        check("[%clk 1:00:01]", Some(3601), "");
        check("a [%eval 0.1] b[%clk 0:00:10]c", Some(10), "a b c");
        check("[%clk 0:00:10", None, "[%clk 0:00:10");
        check("[%clk]", None, "");
        check("[%clkx 0:00:10]", None, "");
        check("[x] [%", None, "[x] [%");
    }

    #[test]
    fn commands_round_trip() {
        let score = EvalScore::Mate(-3);
        let comment = Comment::new("why  not")
            .with_clock(Millis(7))
            .with_evaluation(Evaluation { score, depth: Some(20) })
            .with_elapsed(Millis::seconds(90))
            .with_clock(Millis::seconds(5));
        assert_eq!(comment.text(), "[%emt 0:01:30] [%eval #-3,20] [%clk 0:00:05] why not");
        assert_eq!(comment.evaluation(), Some(Evaluation { score, depth: Some(20) }));
        assert_eq!(comment.elapsed(), Some(Millis::seconds(90)));
    }
}
