//! `hanpan pgn clean`: writes games anew in export format.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use game::pgn::{Line, PgnGame, Reader};

use super::report::{Report, Trouble};
use crate::failure::Failure;

/// Write every game anew in PGN's export format
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A game that cannot be read to its end is left out and reported, FILE:LINE:COLUMN: game N: reason, on standard error; the
summary is there too. The exit code is 2 if a game was left out.

Example:
  $ hanpan pgn clean games.pgn --output clean.pgn
  games 2, moves 161, errors 0, seconds 0.0")]
pub(super) struct Args {
    /// Files of games; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let mut report = Report::start(&args.files);
    match &args.output {
        None => write_all(&args.files, &mut report, out)?,
        Some(path) => {
            if args.files.iter().any(|file| is_same(file, path)) {
                return Err(Failure::file(path, "cannot be read and written at once"));
            }
            let file = File::create(path).map_err(|error| Failure::file(path, error))?;
            let mut file = BufWriter::new(file);
            write_all(&args.files, &mut report, &mut file)?;
            file.flush()?;
        }
    }
    let end = report.finish();
    // The games are written, whether or not somebody reads the summary.
    writeln!(io::stderr(), "{report}").ok();
    end
}

fn is_same(file: &Path, other: &Path) -> bool {
    matches!((file.canonicalize(), other.canonicalize()), (Ok(file), Ok(other)) if file == other)
}

fn write_all(files: &[PathBuf], report: &mut Report, out: &mut dyn Write) -> Result<(), Failure> {
    let mut is_first = true;
    for path in files {
        let source = match report.open(path) {
            Ok(source) => source,
            Err(trouble) => {
                report.complain(&trouble);
                continue;
            }
        };
        let mut games = Reader::new(source).games();
        while let Some(game) = games.next() {
            match game {
                Ok(game) => {
                    report.games += 1;
                    report.moves += count_moves(&game);
                    write!(out, "{}{game}", if is_first { "" } else { "\n" })?;
                    is_first = false;
                }
                Err(broken) => report.complain(&Trouble::Game { path, error: broken.error }),
            }
            report.advance(games.bytes_read());
        }
        report.close(games.bytes_read());
    }
    out.flush()?;
    Ok(())
}

/// The moves of the game and of all its variations, without recursion: they may be nested deep.
fn count_moves(game: &PgnGame) -> u64 {
    let mut lines: Vec<&Line> = vec![&game.line];
    let mut count = 0;
    while let Some(line) = lines.pop() {
        count += line.moves.len() as u64;
        lines.extend(line.moves.iter().flat_map(|node| &node.variations));
    }
    count
}
