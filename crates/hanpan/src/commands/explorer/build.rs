//! `hanpan explorer build`: indexes the games of PGN files.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use explorer::{Added, Builder, Explorer, FolderScratch, IndexError, IndexSize, PlyLimit, SortBuffer};
use game::pgn::Reader;

use crate::commands::pgn::atomic_file::AtomicFile;
use crate::commands::pgn::clean::is_same_file;
use crate::commands::pgn::summary::{InputError, Summary};
use crate::encoding::EncodingArgs;
use crate::error::CommandError;
use crate::interrupt::Interrupt;

/// Index the games of PGN files
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Games with errors are left out and reported on standard error, FILE:LINE:COLUMN: game N: reason; the exit code is then 2. Games that
do not begin at the usual starting position, games with other rules and games without moves are left out and counted. A game
that is added twice counts twice.

The output is replaced when it is complete: a build that is interrupted leaves an older index as it was. Temporary files are
in the folder of the output, about as large as the index.

Example:
  $ hanpan explorer build games.pgn --output games.index
  games 100, positions 3120, left out 1, errors 0, megabytes 1, seconds 0.1")]
pub(super) struct Args {
    /// PGN files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File of the index
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Add the games to the index if it exists, instead of replacing it
    #[arg(long)]
    add: bool,
    /// Plies of each game that are indexed
    #[arg(long, value_name = "N", default_value_t = PlyLimit::default().0, value_parser = clap::value_parser!(u16).range(1..=1000), conflicts_with = "add")]
    plies: u16,
    /// Memory for sorting, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    memory: u32,
    #[command(flatten)]
    encoding: EncodingArgs,
}

/// Games between two looks at the interrupt flag.
const GAMES_PER_CHECK: u64 = 64;

/// Bytes of a position while it is sorted.
const BYTES_PER_POSITION: usize = 16;

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    if args.files.iter().any(|file| is_same_file(file, &args.output)) {
        return Err(CommandError::file(&args.output, "cannot be read and written at once"));
    }
    let start = Instant::now();
    let mut summary = Summary::start(&args.files);
    let target =
        AtomicFile::open(&args.output).map_err(|error| CommandError::output_file(&args.output, &error))?;
    let mut builder = builder(args, target)?;
    let left_out = add_games(args, &mut summary, &mut builder)?;
    if summary.unreadable > 0 {
        summary.finish().ok();
        return Err(CommandError::file(
            &args.output,
            "not written, because not all of the input could be read",
        ));
    }
    let (target, size) = builder.finish().map_err(|error| failed(args, error))?;
    target.commit().map_err(|error| CommandError::output_file(&args.output, &error))?;
    let errors = summary.finish();
    let IndexSize { games, positions, bytes } = size;
    let megabytes = bytes.div_ceil(1_000_000);
    let seconds = start.elapsed().as_secs_f64();
    writeln!(
        out,
        "games {games}, positions {positions}, left out {left_out}, errors {}, megabytes {megabytes}, seconds {seconds:.1}",
        summary.errors
    )?;
    errors
}

fn builder(args: &Args, target: AtomicFile) -> Result<Builder<'static, AtomicFile>, CommandError> {
    let folder =
        args.output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let scratch = FolderScratch::new(folder.to_owned());
    let buffer = SortBuffer((args.memory as usize) * (1 << 20) / BYTES_PER_POSITION);
    if !args.add || !args.output.exists() {
        return Builder::new(target, scratch, PlyLimit(args.plies), buffer)
            .map_err(|error| failed(args, error));
    }
    let file = File::open(&args.output).map_err(|error| CommandError::file(&args.output, error))?;
    let older =
        Explorer::open(BufReader::new(file)).map_err(|error| CommandError::file(&args.output, error))?;
    Builder::adding_to(older, target, scratch, buffer).map_err(|error| failed(args, error))
}

/// Adds all games and returns the number of those left out.
fn add_games(
    args: &Args,
    summary: &mut Summary,
    builder: &mut Builder<'_, AtomicFile>,
) -> Result<u64, CommandError> {
    let interrupt = Interrupt::install();
    let mut left_out = 0;
    for path in &args.files {
        let source = match summary.open(path, args.encoding) {
            Ok(source) => source,
            Err(error) => {
                summary.report_error(&error);
                continue;
            }
        };
        let used_encoding = source.used();
        let mut games = Reader::new(source).games();
        while let Some(game) = games.next() {
            match game {
                Ok(game) => {
                    summary.games += 1;
                    if builder.add_pgn(&game).map_err(|error| failed(args, error))? != Added::Indexed {
                        left_out += 1;
                    }
                }
                Err(broken) => summary.report_error(&InputError::new(path, broken.error)),
            }
            if summary.games.is_multiple_of(GAMES_PER_CHECK) {
                summary.advance(games.bytes_read());
                if interrupt.is_set() {
                    return Err(CommandError::file(&args.output, "not written: interrupted"));
                }
            }
        }
        summary.report_encoding(path, &used_encoding);
        summary.finish_file(games.bytes_read());
    }
    Ok(left_out)
}

fn failed(args: &Args, error: IndexError) -> CommandError {
    match error {
        IndexError::Io(error) => CommandError::output_file(&args.output, &error),
        // The older index, to which games are added.
        error => CommandError::file(&args.output, error),
    }
}
