//! What was found in the files: the errors as they come, the counts at the end, a bar meanwhile.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use game::MoveInputError;
use game::pgn::{PgnError, PgnReason};
use rules::FenError;

use crate::arguments::excerpt;
use crate::error::{CommandError, io_message, one_line};
use crate::input::Input;
use crate::json::Json;
use crate::parse_errors::{MoveErrorMessage, fen_error_message};
use crate::progress::Progress;

/// Counts over all files.
pub(super) struct Summary {
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
    bytes_done: u64,
}

/// Something that is wrong with a file, or with a game in it.
pub(super) enum InputError<'a> {
    File { path: &'a Path, error: io::Error },
    Game { path: &'a Path, error: PgnError },
}

impl Summary {
    /// Begins with these files. Where the length of one is not known there is no bar.
    pub(super) fn start(files: &[PathBuf]) -> Summary {
        Summary::with(Progress::start(total_length(files)))
    }

    /// The same for a command that prints as it goes: where that is seen, a bar would be drawn into it.
    pub(super) fn start_streaming(files: &[PathBuf]) -> Summary {
        Summary::with(Progress::start(total_length(files).filter(|_| !io::stdout().is_terminal())))
    }

    fn with(progress: Progress) -> Summary {
        Summary {
            games: 0,
            moves: 0,
            errors: 0,
            unreadable: 0,
            written: None,
            start: Instant::now(),
            progress,
            bytes_done: 0,
        }
    }

    /// Opens a file.
    pub(super) fn open<'a>(&self, path: &'a Path) -> Result<Input, InputError<'a>> {
        Input::open(path).map_err(|error| InputError::File { path, error })
    }

    /// So much of the present file has been read.
    pub(super) fn advance(&mut self, bytes_of_file: u64) {
        self.progress.show(self.bytes_done + bytes_of_file);
    }

    /// The present file has been read.
    pub(super) fn finish_file(&mut self, bytes_of_file: u64) {
        self.bytes_done += bytes_of_file;
    }

    /// Says on standard error what is wrong, and counts it.
    pub(super) fn report_error(&mut self, trouble: &InputError<'_>) {
        self.count_error(trouble);
        self.progress.clear();
        // The exit code tells of the errors too, if nobody can read this.
        writeln!(io::stderr(), "{trouble}").ok();
    }

    /// Counts something that is wrong.
    pub(super) fn count_error(&mut self, trouble: &InputError<'_>) {
        self.errors += 1;
        self.unreadable += u64::from(matches!(trouble, InputError::File { .. }));
    }

    /// Wipes the bar away and tells whether all was well.
    pub(super) fn finish(&mut self) -> Result<(), CommandError> {
        self.progress.clear();
        if self.errors == 0 { Ok(()) } else { Err(CommandError::Reported) }
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
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { games, moves, errors, .. } = self;
        let seconds = self.start.elapsed().as_secs_f64();
        write!(f, "games {games}, moves {moves}, errors {errors}")?;
        if let Some(written) = self.written {
            write!(f, ", written {written}")?;
        }
        write!(f, ", seconds {seconds:.1}")
    }
}

/// The bytes of all files together, if they have a length.
fn total_length(files: &[PathBuf]) -> Option<u64> {
    let length =
        |path: &PathBuf| std::fs::metadata(path).ok().filter(|data| data.is_file()).map(|data| data.len());
    files.iter().map(length).sum()
}

impl<'a> InputError<'a> {
    /// What a reader reports: a game that is wrong, or the end of what can be read of the file.
    pub(super) fn new(path: &'a Path, error: PgnError) -> InputError<'a> {
        match error.reason {
            PgnReason::Io(kind) => InputError::File { path, error: kind.into() },
            _ => InputError::Game { path, error },
        }
    }

    pub(super) fn to_json(&self) -> Json {
        let (path, place, game, reason) = match self {
            InputError::File { path, error } => (path, None, None, io_message(error)),
            InputError::Game { path, error } => {
                (path, Some(error.location), Some(error.game), error_reason(error))
            }
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
impl fmt::Display for InputError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::File { path, error } => {
                write!(f, "hanpan: {}: {}", display_name(path), io_message(error))
            }
            InputError::Game { path, error } => {
                write!(
                    f,
                    "{}:{}: game {}: {}",
                    display_name(path),
                    error.location,
                    error.game,
                    error_reason(error)
                )
            }
        }
    }
}

/// A file's name for a message.
fn display_name(path: &Path) -> String {
    one_line(&path.display().to_string())
}

/// What is wrong with a game, on one line. A move that cannot be played is explained.
fn error_reason(error: &PgnError) -> String {
    if let PgnReason::Fen(fen) = &error.reason
        && let FenError::Syntax(error) = **fen
    {
        return fen_error_message(error);
    }
    if let PgnReason::Move(refused) = &error.reason {
        let words = match &refused.reason {
            MoveInputError::Invalid(error) => MoveErrorMessage { text: &refused.san, error }.to_string(),
            error => error.to_string(),
        };
        return format!("'{}': {words}", excerpt(&refused.san));
    }
    one_line(&error.reason.to_string())
}
