//! `hanpan review`: grades the moves of games and annotates them.

mod annotate;
mod report;
mod search;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use client::review::{NODES_PER_POSITION, ReviewJob};
use client::{Language, Locale};
use engine::{Engine, Options};
use game::pgn::PgnGame;

use super::pgn::atomic_file::AtomicFile;
use super::pgn::read_games::read_games;
use super::pgn::summary::Summary;
use crate::encoding::EncodingArgs;
use crate::error::CommandError;
use crate::json;
use crate::progress::Progress;

/// Review games with the engine, as the page does
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Moves of the main line are marked as great ($1; $3 if it is a sacrifice), inaccurate ($6), mistaken ($2) or blundered ($4). Each
gets the evaluation after it ([%eval], for White), and a marked one a sentence that says why; the better line is added as
a variation. Comments, variations and other marks are kept. The accuracy of the sides is in the tags WhiteAccuracy and
BlackAccuracy.

With --json there is one object per game and line: tags, accuracy, and 'moves' with 'san', 'grade' (great, good, inaccuracy, mistake,
blunder), 'eval' ('before' and 'after', for White, each 'cp' or 'mate'), 'text' and 'better', the better line in SAN.

The same game gets the same review on every machine. Invalid games are left out and reported on standard error; the exit code
is then 2. An output file is replaced when it is complete.

Example:
  $ hanpan review games.pgn --output reviewed.pgn")]
pub(crate) struct Args {
    /// PGN files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Output file; standard output if omitted or `-`
    #[arg(long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    /// Write JSON instead of PGN
    #[arg(long)]
    json: bool,
    /// Nodes per position, on average at most
    #[arg(long, value_name = "N", default_value_t = NODES_PER_POSITION, value_parser = clap::value_parser!(u64).range(10..))]
    nodes: u64,
    /// Language of the sentences: en or ko
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = parse_language)]
    language: Language,
    #[command(flatten)]
    encoding: EncodingArgs,
}

/// Size of the transposition table in MiB, as on the page.
const HASH_MIB: usize = 16;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut summary = Summary::start_streaming(&[]);
    let games = read_games(&args.files, args.encoding, &mut summary);
    let path = args.output.as_path();
    if path == Path::new("-") {
        write_reviews(args, games, &mut summary, out)?;
    } else {
        let failed = |error: io::Error| CommandError::output_file(path, &error);
        let mut target = AtomicFile::open(path).map_err(failed)?;
        write_reviews(args, games, &mut summary, &mut target).map_err(failed)?;
        if summary.unreadable > 0 {
            return Err(CommandError::file(path, "not written, because not all of the input could be read"));
        }
        target.commit().map_err(failed)?;
    }
    summary.written = Some(summary.games);
    let errors = summary.finish();
    // The games are written even if the summary cannot be printed.
    writeln!(io::stderr(), "{summary}").ok();
    errors
}

fn write_reviews(
    args: &Args,
    games: Vec<PgnGame>,
    summary: &mut Summary,
    out: &mut dyn Write,
) -> io::Result<()> {
    let positions: usize = games.iter().map(|game| game.moves().count() + 1).sum();
    let count = games.len();
    let mut progress = Progress::start(Some(positions as u64));
    let mut done = 0;
    let mut engine = Engine::new(Options { hash: HASH_MIB, ..Options::default() });
    let locale = Locale::new(args.language);
    for (index, mut pgn) in games.into_iter().enumerate() {
        let game = match pgn.replay() {
            Ok(game) => game,
            Err(error) => {
                progress.clear();
                writeln!(io::stderr(), "hanpan: game {}: {error}", index + 1).ok();
                summary.errors += 1;
                continue;
            }
        };
        let mut job = ReviewJob::new(game, args.nodes);
        search::run(&mut engine, &mut job, &mut |searched| {
            progress.show_with(done + searched as u64, &format!("game {} of {count}", index + 1));
        });
        done += job.game.plies() as u64 + 1;
        progress.clear();
        if args.json {
            let report = report::GameReport::new(&pgn, &job, locale);
            writeln!(out, "{}", json::to_string(&report)?)?;
        } else {
            annotate::annotate(&mut pgn, &job, locale);
            write!(out, "{}{pgn}", if summary.games == 0 { "" } else { "\n" })?;
        }
        out.flush()?;
        summary.games += 1;
        summary.moves += job.game.plies() as u64;
    }
    Ok(())
}

pub(super) fn parse_language(code: &str) -> Result<Language, String> {
    Language::from_code(code).ok_or_else(|| "the languages are en and ko".to_owned())
}
