//! Lines in, lines out.

use std::fmt;
use std::io::{self, BufRead, Read, Write};

use game::Timestamp;

use super::Interrupt;
use crate::{ascii, platform};

/// Where lines come from and go to, and what time it is.
pub struct Console<'a> {
    /// What is typed, or what a script says.
    pub input: &'a mut dyn BufRead,
    /// What is shown.
    pub output: &'a mut dyn Write,
    /// Who types.
    pub source: InputSource,
    /// A clock that does not go back.
    pub clock: &'a dyn Fn() -> Timestamp,
    /// Tells whether a signal asks for the end.
    interrupt: Interrupt,
    /// The end has been read, and shown.
    at_end: bool,
    /// Why nothing more can be read, once that is so.
    pub(super) read_error: Option<String>,
    pub(super) charset: Charset,
}

/// Which signs are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Charset {
    /// All of them.
    Unicode,
    /// Those of a typewriter, as far as it has them.
    Ascii,
}

/// Who types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputSource {
    /// Somebody at a terminal, which shows what is typed.
    Person,
    /// A file or another program.
    Script,
}

/// The longest line that makes sense: the path of a file.
const MAX_LINE_BYTES: u64 = 4096;

impl<'a> Console<'a> {
    /// A console between these ends.
    pub fn new(
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
        source: InputSource,
        clock: &'a dyn Fn() -> Timestamp,
    ) -> Console<'a> {
        Console {
            input,
            output,
            source,
            clock,
            interrupt: Interrupt::default(),
            at_end: false,
            read_error: None,
            charset: Charset::Unicode,
        }
    }

    /// The same console, where nothing is waited for once a signal has come.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Console<'a> {
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
    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        let shown = text.replace(|letter: char| letter.is_control() && letter != '\n', " ");
        match self.charset {
            Charset::Unicode => writeln!(self.output, "{shown}"),
            Charset::Ascii => writeln!(self.output, "{}", ascii::to_ascii(&shown)),
        }
    }

    /// Shows a prompt and reads the next line, without blanks around it; `None` at the end, which is shown once, by a word
    /// of its own. What a script says is shown as if it had been typed.
    pub(super) fn prompt(&mut self, prompt: &str, end: &str) -> io::Result<Option<String>> {
        if self.at_end {
            return Ok(None);
        }
        write!(self.output, "{prompt} ")?;
        self.output.flush()?;
        // What cannot be read is the end of it; the game is kept and the reason told.
        let line = self.read_line().unwrap_or_else(|error| {
            self.read_error = Some(platform::io_reason(&error));
            None
        });
        self.at_end = line.is_none();
        if self.at_end || self.source == InputSource::Script {
            // A signal is no end of what is said.
            let end = if self.is_interrupted() { "" } else { end };
            self.print(line.as_deref().unwrap_or(end))?;
        }
        Ok(line)
    }

    fn read_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if (&mut self.input).take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)? == 0 {
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
