//! What was found in the files: the errors as they come, the counts at the end, a bar meanwhile.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use game::ReadMoveError;
use game::pgn::{PgnError, PgnReason};
use rules::FenError;

use crate::arguments::shown;
use crate::columns::{MoveWords, fen_words};
use crate::failure::{Failure, io_words, one_line};
use crate::json::Json;
use crate::progress::Progress;
use crate::source::Source;

/// Counts over all files.
pub(super) struct Report {
    /// The games that were read to their end.
    pub(super) games: u64,
    /// Their moves, those of variations included.
    pub(super) moves: u64,
    /// The games that were not read to their end, and the files.
    pub(super) errors: u64,
    /// The files among the errors.
    pub(super) unreadable: u64,
    /// The games that were written, by a command that writes.
    pub(super) written: Option<u64>,
    start: Instant,
    progress: Progress,
    /// The bytes of the files that are done.
    done: u64,
}

/// Something that is wrong with a file, or with a game in it.
pub(super) enum Trouble<'a> {
    File { path: &'a Path, error: io::Error },
    Game { path: &'a Path, error: PgnError },
}

impl Report {
    /// Begins with these files. Where the length of one is not known there is no bar.
    pub(super) fn start(files: &[PathBuf]) -> Report {
        Report::with(Progress::start(length(files)))
    }

    /// The same for a command that prints as it goes: where that is seen, a bar would be drawn into it.
    pub(super) fn start_printing(files: &[PathBuf]) -> Report {
        Report::with(Progress::start(length(files).filter(|_| !io::stdout().is_terminal())))
    }

    fn with(progress: Progress) -> Report {
        Report {
            games: 0,
            moves: 0,
            errors: 0,
            unreadable: 0,
            written: None,
            start: Instant::now(),
            progress,
            done: 0,
        }
    }

    /// Opens a file.
    pub(super) fn open<'a>(&self, path: &'a Path) -> Result<Source, Trouble<'a>> {
        Source::open(path).map_err(|error| Trouble::File { path, error })
    }

    /// So much of the present file has been read.
    pub(super) fn advance(&mut self, bytes_of_file: u64) {
        self.progress.show(self.done + bytes_of_file);
    }

    /// The present file has been read.
    pub(super) fn close(&mut self, bytes_of_file: u64) {
        self.done += bytes_of_file;
    }

    /// Says on standard error what is wrong, and counts it.
    pub(super) fn complain(&mut self, trouble: &Trouble<'_>) {
        self.count(trouble);
        self.progress.clear();
        // The exit code tells of the errors too, if nobody can read this.
        writeln!(io::stderr(), "{trouble}").ok();
    }

    /// Counts something that is wrong.
    pub(super) fn count(&mut self, trouble: &Trouble<'_>) {
        self.errors += 1;
        self.unreadable += u64::from(matches!(trouble, Trouble::File { .. }));
    }

    /// Wipes the bar away and tells whether all was well.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.progress.clear();
        if self.errors == 0 { Ok(()) } else { Err(Failure::Reported) }
    }

    /// The counts as fields of a JSON object.
    pub(super) fn fields(&self) -> Vec<(&'static str, Json)> {
        let milliseconds = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        vec![
            ("games", Json::Number(self.games)),
            ("moves", Json::Number(self.moves)),
            ("milliseconds", Json::Number(milliseconds)),
        ]
    }
}

/// The summary, one line.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { games, moves, errors, .. } = self;
        let seconds = self.start.elapsed().as_secs_f64();
        write!(f, "games {games}, moves {moves}, errors {errors}")?;
        if let Some(written) = self.written {
            write!(f, ", written {written}")?;
        }
        write!(f, ", seconds {seconds:.1}")
    }
}

/// The bytes of all files together, if they have a length.
fn length(files: &[PathBuf]) -> Option<u64> {
    let length =
        |path: &PathBuf| std::fs::metadata(path).ok().filter(|data| data.is_file()).map(|data| data.len());
    files.iter().map(length).sum()
}

impl<'a> Trouble<'a> {
    /// What a reader reports: a game that is wrong, or the end of what can be read of the file.
    pub(super) fn new(path: &'a Path, error: PgnError) -> Trouble<'a> {
        match error.reason {
            PgnReason::Io(kind) => Trouble::File { path, error: kind.into() },
            _ => Trouble::Game { path, error },
        }
    }

    pub(super) fn to_json(&self) -> Json {
        let (path, place, game, reason) = match self {
            Trouble::File { path, error } => (path, None, None, io_words(error)),
            Trouble::Game { path, error } => (path, Some(error.place), Some(error.game), reason(error)),
        };
        let number = |value: Option<u64>| value.map_or(Json::Null, Json::Number);
        Json::Object(vec![
            ("file", Json::text(path.display())),
            ("line", number(place.map(|place| place.line))),
            ("column", number(place.map(|place| place.column))),
            ("game", number(game)),
            ("reason", Json::Text(reason)),
        ])
    }
}

/// `FILE:LINE:COLUMN: game N: reason`, one line.
impl fmt::Display for Trouble<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::File { path, error } => write!(f, "hanpan: {}: {}", name(path), io_words(error)),
            Trouble::Game { path, error } => {
                write!(f, "{}:{}: game {}: {}", name(path), error.place, error.game, reason(error))
            }
        }
    }
}

/// A file's name for a message.
fn name(path: &Path) -> String {
    one_line(&path.display().to_string())
}

/// What is wrong with a game, on one line. A move that cannot be played is explained.
fn reason(error: &PgnError) -> String {
    if let PgnReason::Fen(fen) = &error.reason
        && let FenError::Syntax(error) = **fen
    {
        return fen_words(error);
    }
    if let PgnReason::Move(refused) = &error.reason {
        let words = match &refused.reason {
            ReadMoveError::Text(error) => MoveWords { text: &refused.san, error }.to_string(),
            error => error.to_string(),
        };
        return format!("'{}': {words}", shown(&refused.san));
    }
    one_line(&error.reason.to_string())
}
