//! A session without a terminal: lines in, transcript out, with a scripted clock.

use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use client::Language;
use game::Timestamp;
use terminal::line_mode::{Console, InputSource, SessionOutcome, play};
use terminal::{InitialGame, Options};

/// A scripted session.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) options: Options,
    pub(crate) source: InputSource,
}

/// The result of a session.
#[derive(Debug)]
pub(crate) struct Transcript {
    pub(crate) text: String,
    pub(crate) outcome: SessionOutcome,
}

impl Script {
    /// Uses a folder of its own, named after the test.
    pub(crate) fn new(name: &str) -> Script {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("line_mode").join(name);
        // Left by an earlier run.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let options =
            Options { data_dir: Some(folder), language: Some(Language::English), ..Options::default() };
        Script { options, source: InputSource::Script }
    }

    pub(crate) fn by_person(self) -> Script {
        Script { source: InputSource::Person, ..self }
    }

    pub(crate) fn initial_game(self, initial_game: InitialGame) -> Script {
        Script { options: Options { initial_game, ..self.options }, ..self }
    }

    pub(crate) fn in_language(self, language: Language) -> Script {
        Script { options: Options { language: Some(language), ..self.options }, ..self }
    }

    /// A file in the folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.options.data_dir.as_ref().unwrap().join(name)
    }

    /// Runs lines separated by `/`; `+5000` advances the clock by 5000 ms before the next line, `-file`
    /// removes a file.
    pub(crate) fn play(&self, lines: &str) -> Transcript {
        self.play_lines(&lines.split(" / ").collect::<Vec<_>>())
    }

    pub(crate) fn play_lines(&self, lines: &[&str]) -> Transcript {
        let time = Cell::new(1_000_000);
        let mut input = ScriptInput { lines: lines.to_vec(), time: &time, line: Vec::new(), read: 0 };
        let mut output = Vec::new();
        let clock = || Timestamp(time.get());
        let console = Console::new(&mut input, &mut output, self.source, &clock);
        let finish = play(&self.options, console).unwrap();
        Transcript { text: String::from_utf8(output).unwrap(), outcome: finish }
    }
}

impl Transcript {
    /// The last line.
    pub(crate) fn result(&self) -> &str {
        self.text.lines().last().unwrap()
    }

    /// Checks that there were no errors, the result, and that the texts appear in this order.
    pub(crate) fn check(&self, result: &str, texts: &[&str]) {
        assert_eq!(self.outcome, SessionOutcome::Success, "{}", self.text);
        self.check_transcript(result, texts);
    }

    /// As `check`, for a script with errors.
    pub(crate) fn check_with_errors(&self, result: &str, texts: &[&str]) {
        assert_eq!(self.outcome, SessionOutcome::WithErrors, "{}", self.text);
        self.check_transcript(result, texts);
    }

    /// Checks that the start was refused for this reason and nothing was played.
    pub(crate) fn check_refused(&self, reason: &str) {
        let SessionOutcome::Refused(sentence) = &self.outcome else {
            panic!("{:?}: {}", self.outcome, self.text)
        };
        assert!(sentence.contains(reason), "{sentence}");
        assert_eq!(self.text, "*\n");
    }

    fn check_transcript(&self, result: &str, texts: &[&str]) {
        assert_eq!(self.result(), result, "{}", self.text);
        let mut rest = self.text.as_str();
        for text in texts {
            let Some(place) = rest.find(text) else { panic!("{text:?} is missing from\n{}", self.text) };
            rest = &rest[place + text.len()..];
        }
    }
}

/// The lines of a script and the time between them.
struct ScriptInput<'a> {
    lines: Vec<&'a str>,
    time: &'a Cell<u64>,
    line: Vec<u8>,
    read: usize,
}

impl Read for ScriptInput<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut available = self.fill_buf()?;
        let count = available.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for ScriptInput<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.read == self.line.len() && !self.lines.is_empty() {
            let line = self.lines.remove(0);
            let (sign, rest) = line.split_at_checked(1).unwrap_or_default();
            (self.read, self.line) = match (sign, rest.parse::<u64>()) {
                ("+", Ok(millis)) => {
                    self.time.set(self.time.get() + millis);
                    (0, Vec::new())
                }
                ("-", _) => {
                    std::fs::remove_file(rest)?;
                    (0, Vec::new())
                }
                _ => (0, format!("{line}\n").into_bytes()),
            };
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}
