//! Line input and output.

use std::fmt;
use std::io::{self, BufRead, Read, Write};

use game::Timestamp;

use super::Interrupt;
use crate::{ascii, platform};

/// Input, output and clock of a session.
pub struct Console<'a> {
    /// Input lines.
    pub input: &'a mut dyn BufRead,
    /// Output.
    pub output: &'a mut dyn Write,
    /// Origin of the input: a person or a script.
    pub source: InputSource,
    /// A monotonic clock.
    pub clock: &'a dyn Fn() -> Timestamp,
    /// Set when a signal asks the program to exit.
    interrupt: Interrupt,
    /// The end of input has been read and shown.
    at_end: bool,
    /// Reason of a read error.
    pub(super) read_error: Option<String>,
    pub(super) charset: Charset,
}

/// Characters that may be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Charset {
    /// All.
    Unicode,
    /// ASCII where there is a substitute.
    Ascii,
}

/// Origin of the input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputSource {
    /// A person at a terminal, which echoes the input.
    Person,
    /// A file or another program.
    Script,
}

/// Limit on the length of a line; longer than any file path.
const MAX_LINE_BYTES: u64 = 4096;

impl<'a> Console<'a> {
    /// Creates a console.
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

    /// Makes the console stop waiting when a signal arrives.
    #[must_use]
    pub fn with_interrupt(self, interrupt: Interrupt) -> Console<'a> {
        Console { interrupt, ..self }
    }
}

impl Console<'_> {
    pub(super) fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// True if a signal asks the program to exit.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.signal().is_some()
    }

    /// Prints a line. Control characters (from files or engines) are replaced by blanks.
    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        let shown = text.replace(|letter: char| letter.is_control() && letter != '\n', " ");
        match self.charset {
            Charset::Unicode => writeln!(self.output, "{shown}"),
            Charset::Ascii => writeln!(self.output, "{}", ascii::to_ascii(&shown)),
        }
    }

    /// Prints a prompt and reads the next line, trimmed; `None` at the end of input, which is shown once.
    /// Lines of a script are echoed.
    pub(super) fn prompt(&mut self, prompt: &str, end: &str) -> io::Result<Option<String>> {
        if self.at_end {
            return Ok(None);
        }
        write!(self.output, "{prompt} ")?;
        self.output.flush()?;
        // A read error ends the input; the reason is reported at the end.
        let line = self.read_line().unwrap_or_else(|error| {
            self.read_error = Some(platform::io_reason(&error));
            None
        });
        self.at_end = line.is_none();
        if self.at_end || self.source == InputSource::Script {
            // An interrupted input is not shown as its end.
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
