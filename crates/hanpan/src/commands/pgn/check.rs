//! `hanpan pgn check`: validates every move of every game.

use std::io::Write;
use std::path::{Path, PathBuf};

use game::pgn::{Reader, Validator};

use super::summary::{InputError, Summary};
use crate::encoding::EncodingArgs;
use crate::error::CommandError;
use crate::json;

/// Validate every move of every game and report errors
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Each error is one line on standard error, FILE:LINE:COLUMN: game N: reason; reading continues with the next game. The
exit code is 2 if there were errors. A note, FILE:LINE:COLUMN: game N: note: text, is no error: see `hanpan pgn --help`.
The summary counts valid games and their moves, including variations. A game may be 16 MiB long and its variations nested
256 deep.

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
    #[command(flatten)]
    encoding: EncodingArgs,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    if args.json {
        let mut summary = Summary::start_streaming(&args.files);
        // Errors are written as they are found; the counts follow in the same object.
        write!(out, "{{\"errors\":[")?;
        for path in &args.files {
            check_file(path, args.encoding, &mut summary, |summary, error| {
                let separator = if summary.errors > 0 { "," } else { "" };
                write!(out, "{separator}{}", json::to_string(&error.to_json())?)?;
                summary.count_error(error);
                Ok(())
            })?;
        }
        let counts = json::to_string(&summary.to_json())?;
        writeln!(out, "],{}", counts.trim_start_matches('{'))?;
        summary.finish()
    } else {
        let mut summary = Summary::start(&args.files);
        for path in &args.files {
            check_file(path, args.encoding, &mut summary, |summary, error| {
                summary.report_error(error);
                Ok(())
            })?;
        }
        writeln!(out, "{summary}")?;
        summary.finish()
    }
}

/// Reads one file and passes each error to `report`.
fn check_file(
    path: &Path,
    encoding: EncodingArgs,
    summary: &mut Summary,
    mut report: impl FnMut(&mut Summary, &InputError<'_>) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let source = match summary.open(path, encoding) {
        Ok(source) => source,
        Err(error) => return report(summary, &error),
    };
    let used_encoding = source.used();
    let mut reader = Reader::new(source);
    let mut validator = Validator::new();
    let mut before = 0;
    while let Some(game) = reader.read_game(&mut validator) {
        validator.notes().iter().for_each(|note| summary.report_note(path, note));
        match game {
            Ok(()) => {
                summary.games += 1;
                summary.moves += validator.moves() - before;
            }
            Err(error) => report(summary, &InputError::new(path, error))?,
        }
        before = validator.moves();
        summary.advance(reader.bytes_read());
    }
    summary.report_encoding(path, &used_encoding);
    summary.finish_file(reader.bytes_read());
    Ok(())
}
