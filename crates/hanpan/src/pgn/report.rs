//! What was found in the files: the errors as they come, the counts at the end, a bar meanwhile.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use game::pgn::{PgnError, PgnReason};

use rules::Faults;

use crate::arguments::{read, shown};
use crate::failure::Failure;
use crate::json::Json;
use crate::notation::read_move;
use crate::progress::Progress;
use crate::source::Source;

/// Counts over all files.
pub(super) struct Report {
    pub(super) games: u64,
    pub(super) moves: u64,
    pub(super) errors: u64,
    start: Instant,
    progress: Progress,
    /// The bytes of the files that are done.
    done: u64,
}

/// Something that is wrong with a file, or with a game in it.
pub(super) enum Trouble<'a> {
    File { path: &'a Path, error: Failure },
    Game { path: &'a Path, error: PgnError },
}

impl Report {
    /// Begins with these files. Where the length of one is not known there is no bar.
    pub(super) fn start(files: &[PathBuf]) -> Report {
        let length = |path: &PathBuf| {
            std::fs::metadata(path).ok().filter(|data| data.is_file()).map(|data| data.len())
        };
        let total = files.iter().map(length).sum::<Option<u64>>();
        Report {
            games: 0,
            moves: 0,
            errors: 0,
            start: Instant::now(),
            progress: Progress::start(total),
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
        self.games += u64::from(matches!(trouble, Trouble::Game { .. }));
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
        write!(f, "games {games}, moves {moves}, errors {errors}, seconds {seconds:.1}")
    }
}

impl Trouble<'_> {
    pub(super) fn to_json(&self) -> Json {
        let (path, place, game, reason) = match self {
            Trouble::File { path, error } => (path, None, None, error.message().unwrap_or_default()),
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
            Trouble::File { error, .. } => write!(f, "hanpan: {}", error.message().unwrap_or_default()),
            Trouble::Game { path, error } => {
                write!(f, "{}:{}: game {}: {}", path.display(), error.place, error.game, reason(error))
            }
        }
    }
}

/// What is wrong with a game. A move that cannot be played is explained.
fn reason(error: &PgnError) -> String {
    if let PgnReason::Move(refused) = &error.reason
        && let Ok(position) = read(&refused.fen, Faults::FANTASTIC)
        && let Err(not_legal) = read_move(&position, &refused.san)
    {
        return format!("'{}': {not_legal}", shown(&refused.san));
    }
    error.reason.to_string().replace('\n', " ")
}
