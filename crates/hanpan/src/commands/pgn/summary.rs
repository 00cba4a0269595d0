//! Counts, error reporting and progress bar of the `pgn` commands.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use game::MoveInputError;
use game::pgn::{PgnError, PgnNote, PgnReason};
use rules::FenError;
use serde::Serialize;

use crate::arguments::excerpt;
use crate::encoding::{EncodingArgs, UsedEncoding, Utf8Reader};
use crate::error::{CommandError, io_message, one_line};
use crate::input::Input;
use crate::parse_errors::{MoveErrorMessage, fen_error_message};
use crate::progress::Progress;

/// Counts over all files.
pub(in crate::commands) struct Summary {
    /// Games read completely.
    pub(in crate::commands) games: u64,
    /// Moves of those games, including variations.
    pub(in crate::commands) moves: u64,
    /// Games with errors plus unreadable files.
    pub(in crate::commands) errors: u64,
    /// Notes about games that were read nevertheless.
    pub(in crate::commands) notes: u64,
    /// Unreadable files, included in `errors`.
    pub(in crate::commands) unreadable: u64,
    /// Games written; `None` for commands that do not write.
    pub(in crate::commands) written: Option<u64>,
    start: Instant,
    progress: Progress,
    /// Bytes of the finished files.
    bytes_done: u64,
}

/// Error in a file or in one of its games.
pub(in crate::commands) enum InputError<'a> {
    File { path: &'a Path, error: io::Error },
    Game { path: &'a Path, error: PgnError },
}

/// Counts in the output of `pgn check --json`.
#[derive(Serialize)]
pub(in crate::commands) struct CountsJson {
    games: u64,
    moves: u64,
    milliseconds: u64,
    notes: u64,
}

/// One error in the output of `pgn check --json`.
#[derive(Serialize)]
pub(in crate::commands) struct ErrorJson {
    file: String,
    line: Option<u64>,
    column: Option<u64>,
    game: Option<u64>,
    reason: String,
}

impl Summary {
    /// Starts counting. The progress bar is disabled if the length of a file is unknown.
    pub(in crate::commands) fn start(files: &[PathBuf]) -> Summary {
        Summary::with(Progress::start(total_length(files)))
    }

    /// Same, for a command that prints results while it runs: no bar if standard output is a terminal.
    pub(in crate::commands) fn start_streaming(files: &[PathBuf]) -> Summary {
        Summary::with(Progress::start(total_length(files).filter(|_| !io::stdout().is_terminal())))
    }

    fn with(progress: Progress) -> Summary {
        Summary {
            games: 0,
            moves: 0,
            errors: 0,
            notes: 0,
            unreadable: 0,
            written: None,
            start: Instant::now(),
            progress,
            bytes_done: 0,
        }
    }

    pub(in crate::commands) fn open<'a>(
        &self,
        path: &'a Path,
        encoding: EncodingArgs,
    ) -> Result<Utf8Reader<Input>, InputError<'a>> {
        let input = Input::open(path).map_err(|error| InputError::File { path, error })?;
        Ok(Utf8Reader::new(input, encoding))
    }

    /// Updates the progress bar with the bytes read of the current file.
    pub(in crate::commands) fn advance(&mut self, bytes_of_file: u64) {
        self.progress.show(self.bytes_done + bytes_of_file);
    }

    /// Adds the current file to the finished bytes.
    pub(in crate::commands) fn finish_file(&mut self, bytes_of_file: u64) {
        self.bytes_done += bytes_of_file;
    }

    /// Counts the error and prints it on standard error.
    pub(in crate::commands) fn report_error(&mut self, error: &InputError<'_>) {
        self.count_error(error);
        self.progress.clear();
        // If standard error is closed, the exit code still reports the errors.
        writeln!(io::stderr(), "{error}").ok();
    }

    /// Counts a note and prints it on standard error.
    pub(in crate::commands) fn report_note(&mut self, path: &Path, note: &PgnNote) {
        self.notes += 1;
        self.progress.clear();
        let PgnNote { game, location, kind } = note;
        writeln!(io::stderr(), "{}:{location}: game {game}: note: {kind}", display_name(path)).ok();
    }

    /// Prints the encoding of a file that is not UTF-8.
    pub(in crate::commands) fn report_encoding(&mut self, path: &Path, used: &UsedEncoding) {
        if let Some(note) = used.note() {
            self.progress.clear();
            writeln!(io::stderr(), "{}: note: {note}", display_name(path)).ok();
        }
    }

    /// Counts an error.
    pub(in crate::commands) fn count_error(&mut self, error: &InputError<'_>) {
        self.errors += 1;
        self.unreadable += u64::from(matches!(error, InputError::File { .. }));
    }

    /// Removes the bar. Returns an error if any error was counted.
    pub(in crate::commands) fn finish(&mut self) -> Result<(), CommandError> {
        self.progress.clear();
        if self.errors == 0 { Ok(()) } else { Err(CommandError::Reported) }
    }

    /// Counts for the JSON output.
    pub(in crate::commands) fn to_json(&self) -> CountsJson {
        let milliseconds = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        CountsJson { games: self.games, moves: self.moves, milliseconds, notes: self.notes }
    }
}

/// One-line summary.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { games, moves, errors, notes, .. } = self;
        let seconds = self.start.elapsed().as_secs_f64();
        write!(f, "games {games}, moves {moves}, errors {errors}")?;
        if *notes > 0 {
            write!(f, ", notes {notes}")?;
        }
        if let Some(written) = self.written {
            write!(f, ", written {written}")?;
        }
        write!(f, ", seconds {seconds:.1}")
    }
}

/// Total length in bytes; `None` if a file has no known length.
fn total_length(files: &[PathBuf]) -> Option<u64> {
    let length =
        |path: &PathBuf| std::fs::metadata(path).ok().filter(|data| data.is_file()).map(|data| data.len());
    files.iter().map(length).sum()
}

impl<'a> InputError<'a> {
    /// Converts a reader's error: I/O errors concern the file, all others one game.
    pub(in crate::commands) fn new(path: &'a Path, error: PgnError) -> InputError<'a> {
        match error.reason {
            PgnReason::Io(kind) => InputError::File { path, error: kind.into() },
            _ => InputError::Game { path, error },
        }
    }

    pub(in crate::commands) fn to_json(&self) -> ErrorJson {
        let (path, location, game, reason) = match self {
            InputError::File { path, error } => (path, None, None, io_message(error)),
            InputError::Game { path, error } => {
                (path, Some(error.location), Some(error.game), error_reason(error))
            }
        };
        ErrorJson {
            file: path.display().to_string(),
            line: location.map(|location| location.line),
            column: location.map(|location| location.column),
            game,
            reason,
        }
    }
}

/// `FILE:LINE:COLUMN: game N: reason` on one line.
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

/// File name with control characters escaped.
fn display_name(path: &Path) -> String {
    one_line(&path.display().to_string())
}

/// Reason on one line. Illegal moves are explained.
fn error_reason(error: &PgnError) -> String {
    if let PgnReason::Fen(fen) = &error.reason
        && let FenError::Syntax(error) = **fen
    {
        return fen_error_message(error);
    }
    if let PgnReason::Move(refused) = &error.reason {
        let message = match &refused.reason {
            MoveInputError::Invalid(error) => MoveErrorMessage { text: &refused.san, error }.to_string(),
            error => error.to_string(),
        };
        return format!("'{}': {message}", excerpt(&refused.san));
    }
    one_line(&error.reason.to_string())
}
