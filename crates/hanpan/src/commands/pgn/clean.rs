//! `hanpan pgn clean`: rewrites games in export format.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use game::pgn::{PgnGame, PgnLine, Reader};

use super::atomic_file::AtomicFile;
use super::summary::{InputError, Summary};
use crate::encoding::EncodingArgs;
use crate::error::CommandError;

/// Rewrite every game in PGN export format
#[derive(clap::Args, Debug)]
#[command(after_help = "\
An invalid game is left out and reported on standard error, FILE:LINE:COLUMN: game N: reason; the summary is printed there
as well. The exit code is 2 if a game was left out. What is passed over inside a game is noted, see `hanpan pgn --help`.
The output is UTF-8.

The output file is replaced atomically when it is complete. If an input file cannot be read or the run is interrupted, an
existing file is unchanged; an interrupted run leaves a temporary file beside it, FILE.NUMBER.part. A game may be 16 MiB
long and its variations nested 256 deep.

Example:
  $ hanpan pgn clean games.pgn --output clean.pgn
  games 2, moves 161, errors 0, written 2, seconds 0.0")]
pub(super) struct Args {
    /// PGN files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Output file; standard output if omitted or `-`
    #[arg(long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    /// Add the tags ECO and Opening to games that have neither
    #[arg(long)]
    openings: bool,
    #[command(flatten)]
    encoding: EncodingArgs,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let path = args.output.as_path();
    let (mut summary, end) = if path == Path::new("-") {
        let mut summary = Summary::start_streaming(&args.files);
        write_games(args, &mut summary, out)?;
        out.flush()?;
        summary.written = Some(summary.games);
        (summary, Ok(()))
    } else {
        if args.files.iter().any(|file| is_same_file(file, path)) {
            return Err(CommandError::file(path, "cannot be read and written at once"));
        }
        let mut summary = Summary::start(&args.files);
        let end = write_file(args, &mut summary, path)?;
        (summary, end)
    };
    let errors = summary.finish();
    // The games are written even if the summary cannot be printed.
    writeln!(io::stderr(), "{summary}").ok();
    end.and(errors)
}

/// Writes the file. The inner result is an error if some input could not be read; the file is then not
/// replaced.
fn write_file(
    args: &Args,
    summary: &mut Summary,
    path: &Path,
) -> Result<Result<(), CommandError>, CommandError> {
    let failed = |error: io::Error| CommandError::output_file(path, &error);
    let mut target = AtomicFile::open(path).map_err(failed)?;
    write_games(args, summary, &mut target).map_err(failed)?;
    if summary.unreadable > 0 {
        summary.written = Some(0);
        return Ok(Err(CommandError::file(path, "not written, because not all of the input could be read")));
    }
    target.commit().map_err(failed)?;
    summary.written = Some(summary.games);
    Ok(Ok(()))
}

/// Returns true if an input is the output file. Standard input is compared by its device path.
pub(in crate::commands) fn is_same_file(file: &Path, output: &Path) -> bool {
    let file = if file == Path::new("-") { Path::new("/dev/stdin") } else { file };
    matches!((file.canonicalize(), output.canonicalize()), (Ok(file), Ok(output)) if file == output)
}

/// Writes every game that parses completely.
fn write_games(args: &Args, summary: &mut Summary, out: &mut dyn Write) -> io::Result<()> {
    let mut is_first = true;
    for path in &args.files {
        let source = match summary.open(path, args.encoding) {
            Ok(source) => source,
            Err(error) => {
                summary.report_error(&error);
                continue;
            }
        };
        let used_encoding = source.used();
        let mut games = Reader::new(source).games_with_notes();
        while let Some(game) = games.next() {
            games.notes().iter().for_each(|note| summary.report_note(path, note));
            match game {
                Ok(mut game) => {
                    summary.games += 1;
                    summary.moves += count_moves(&game);
                    if args.openings {
                        openings::add_tags(&mut game);
                    }
                    write!(out, "{}{game}", if is_first { "" } else { "\n" })?;
                    is_first = false;
                }
                Err(broken) => summary.report_error(&InputError::new(path, broken.error)),
            }
            summary.advance(games.bytes_read());
        }
        summary.report_encoding(path, &used_encoding);
        summary.finish_file(games.bytes_read());
    }
    Ok(())
}

/// Counts the moves of the main line and of all variations. Iterative, because variations can be nested
/// deeply.
fn count_moves(game: &PgnGame) -> u64 {
    let mut lines: Vec<&PgnLine> = vec![&game.line];
    let mut count = 0;
    while let Some(line) = lines.pop() {
        count += line.moves.iter().filter(|node| node.m.is_some()).count() as u64;
        lines.extend(line.moves.iter().flat_map(|node| &node.variations));
    }
    count
}
