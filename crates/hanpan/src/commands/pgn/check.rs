//! `hanpan pgn check`: validates every move of every game.

use std::io::Write;
use std::path::{Path, PathBuf};

use game::pgn::{Reader, Validator};

use super::summary::{InputError, Summary};
use crate::error::CommandError;
use crate::json::Json;

/// Validate every move of every game and report errors
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Each error is one line on standard error, FILE:LINE:COLUMN: game N: reason; the next game is read all the same. The
exit code is 2 if there was any. The summary counts the games that were read to their end and their moves, those of
variations included. A game may be 16 MiB long and its variations nested 256 deep.

Example:
  $ hanpan pgn check games.pgn
  games 2, moves 161, errors 0, seconds 0.0")]
pub(super) struct Args {
    /// PGN files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object with errors, games, moves and milliseconds
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    if args.json {
        let mut report = Summary::start_streaming(&args.files);
        write!(out, "{{\"errors\":[")?;
        for path in &args.files {
            check_file(path, &mut report, |report, trouble| {
                write!(out, "{}{}", if report.errors > 0 { "," } else { "" }, trouble.to_json())?;
                report.count_error(trouble);
                Ok(())
            })?;
        }
        write!(out, "]")?;
        for (name, value) in report.fields() {
            write!(out, ",{}:{value}", Json::text(name))?;
        }
        writeln!(out, "}}")?;
        report.finish()
    } else {
        let mut report = Summary::start(&args.files);
        for path in &args.files {
            check_file(path, &mut report, |report, trouble| {
                report.report_error(trouble);
                Ok(())
            })?;
        }
        writeln!(out, "{report}")?;
        report.finish()
    }
}

/// Reads one file and passes each error to `report`.
fn check_file(
    path: &Path,
    report: &mut Summary,
    mut tell: impl FnMut(&mut Summary, &InputError<'_>) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let source = match report.open(path) {
        Ok(source) => source,
        Err(trouble) => return tell(report, &trouble),
    };
    let mut reader = Reader::new(source);
    let mut validator = Validator::new();
    let mut before = 0;
    while let Some(game) = reader.read_game(&mut validator) {
        match game {
            Ok(()) => {
                report.games += 1;
                report.moves += validator.moves() - before;
            }
            Err(error) => tell(report, &InputError::new(path, error))?,
        }
        before = validator.moves();
        report.advance(reader.bytes_read());
    }
    report.finish_file(reader.bytes_read());
    Ok(())
}
