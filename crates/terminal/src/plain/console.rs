//! Lines in, lines out.

use std::fmt;
use std::io::{self, BufRead, Read, Write};

use game::Timestamp;

use super::Interrupt;
use crate::{typewriter, world};

/// Where lines come from and go to, and what time it is.
pub struct Console<'a> {
    /// What is typed, or what a script says.
    pub input: &'a mut dyn BufRead,
    /// What is shown.
    pub output: &'a mut dyn Write,
    /// Who types.
    pub source: Source,
    /// A clock that does not go back.
    pub clock: &'a dyn Fn() -> Timestamp,
    /// Tells whether a signal asks for the end.
    interrupt: Interrupt,
    /// The end has been read, and shown.
    is_over: bool,
    /// Why nothing more can be read, once that is so.
    pub(super) unread: Option<String>,
    pub(super) letters: Letters,
}

/// Which signs are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Letters {
    /// All of them.
    Any,
    /// Those of a typewriter, as far as it has them.
    Typewriter,
}

/// Who types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// Somebody at a terminal, which shows what is typed.
    Person,
    /// A file or another program.
    Script,
}

/// The longest line that makes sense: the path of a file.
const LONGEST: u64 = 4096;

impl<'a> Console<'a> {
    /// A console between these ends.
    pub fn new(
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
        source: Source,
        clock: &'a dyn Fn() -> Timestamp,
    ) -> Console<'a> {
        Console {
            input,
            output,
            source,
            clock,
            interrupt: Interrupt::default(),
            is_over: false,
            unread: None,
            letters: Letters::Any,
        }
    }

    /// The same console, where nothing is waited for once a signal has come.
    #[must_use]
    pub fn heeding(self, interrupt: Interrupt) -> Console<'a> {
        Console { interrupt, ..self }
    }
}

impl Console<'_> {
    pub(super) fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// Whether a signal asks for the end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.signal().is_some()
    }

    /// Writes a text and ends the line. Control characters in it, from a file or an engine, do nothing to the terminal.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        let shown = text.replace(|letter: char| letter.is_control() && letter != '\n', " ");
        match self.letters {
            Letters::Any => writeln!(self.output, "{shown}"),
            Letters::Typewriter => writeln!(self.output, "{}", typewriter::typed(&shown)),
        }
    }

    /// Shows a prompt and reads the next line, without blanks around it; `None` at the end, which is shown once, by a word
    /// of its own. What a script says is shown as if it had been typed.
    pub(super) fn ask(&mut self, prompt: &str, end: &str) -> io::Result<Option<String>> {
        if self.is_over {
            return Ok(None);
        }
        write!(self.output, "{prompt} ")?;
        self.output.flush()?;
        // What cannot be read is the end of it; the game is kept and the reason told.
        let line = self.line().unwrap_or_else(|error| {
            self.unread = Some(world::reason(&error));
            None
        });
        self.is_over = line.is_none();
        if self.is_over || self.source == Source::Script {
            // A signal is no end of what is said.
            let end = if self.is_interrupted() { "" } else { end };
            self.say(line.as_deref().unwrap_or(end))?;
        }
        Ok(line)
    }

    fn line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if (&mut self.input).take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if !bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}

impl fmt::Debug for Console<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Console").field("source", &self.source).finish_non_exhaustive()
    }
}
