//! `hanpan puzzles`: puzzles in the terminal.

mod mine;
mod output_file;

use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use client::Language;
use puzzles::lichess_csv::CsvReader;
use puzzles::{Selection, Theme, shipped};
use terminal::Options;
use terminal::line_mode::{Console, PuzzleChoice, StdinReader, solve_puzzles};

use super::play::{clock, finish_result, input_source};
use super::review::parse_language;
use crate::error::{CommandError, io_message};
use crate::input::Input;

/// Solve puzzles in the terminal, or find some in games
#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Without FILE the puzzles are those that come with the program. FILE is CSV as Lichess publishes it:
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags. Of more than 20,000 puzzles a random
sample is used. Lines that are no puzzles are left out and reported on standard error as FILE:LINE: reason; the exit code is then 2.

A puzzle is a board and a sentence; type a move, such as Nf3, or hint, solution, next, board, help or quit. A wrong move is
answered with the opponent's reply and the reason why it is wrong. Your rating (Glicko-2) is stored beside the settings; only
the first answer to a puzzle counts for it. Without --rating the puzzles are of your strength.

Themes: mate, mateIn1 to mateIn5, backRankMate, smotheredMate, fork, pin, skewer, discoveredAttack, doubleCheck,
hangingPiece, capturingDefender, trappedPiece, sacrifice, promotion, underPromotion, enPassant, castling, quietMove,
opening, middlegame, endgame, oneMove, short, long, veryLong.

Examples:
  $ hanpan puzzles
  $ hanpan puzzles --theme fork --rating 1200
  $ printf 'hint\\nsolution\\nquit\\n' | hanpan puzzles --seed 1
  $ hanpan puzzles mine games.pgn --output mine.csv
  $ hanpan puzzles mine.csv"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Puzzles as CSV; `-` is not possible, because moves are read from standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Only puzzles with this theme
    #[arg(long, value_name = "THEME")]
    theme: Option<Theme>,
    /// Only puzzles with about this rating [default: your own]
    #[arg(long, value_name = "RATING", value_parser = clap::value_parser!(u16).range(..=4000))]
    rating: Option<u16>,
    /// Seed of the order [default: random]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Language: en or ko [default: saved setting, else the system's]
    #[arg(long, value_name = "LANGUAGE", value_parser = parse_language)]
    lang: Option<Language>,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Mine(mine::Args),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    match &args.command {
        Some(Command::Mine(args)) => mine::run(args),
        None => solve(args, out),
    }
}

fn solve(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let seed = args.seed.unwrap_or_else(terminal::time_seed);
    let mut selection = Selection::new(args.theme, args.rating, seed);
    let mut errors = Ok(());
    match &args.file {
        Some(path) => errors = read_file(path, &mut selection)?,
        None => {
            shipped().map_err(CommandError::bad_input)?.into_iter().for_each(|puzzle| selection.offer(puzzle))
        }
    }
    let puzzles = selection.into_puzzles();
    if puzzles.is_empty() {
        return Err(CommandError::BadInput("no puzzle has this theme and rating".to_owned()));
    }
    let options = Options { language: args.lang, ..Options::default() };
    let clock = clock();
    let mut listener = StdinReader::start();
    let interrupt = listener.interrupt();
    let console = Console::new(&mut listener, out, input_source(), &clock).with_interrupt(interrupt.clone());
    let outcome = solve_puzzles(&options, console, PuzzleChoice { puzzles, rating: args.rating })?;
    out.flush()?;
    interrupt.exit_by_signal();
    finish_result(outcome).and(errors)
}

/// Offers the puzzles of a file. The inner result is an error if lines were left out.
fn read_file(path: &Path, selection: &mut Selection) -> Result<Result<(), CommandError>, CommandError> {
    let unreadable = |error: io::Error| CommandError::file(path, io_message(&error));
    if path == Path::new("-") {
        return Err(CommandError::file(path, "moves are read from standard input"));
    }
    let input = Input::open(path).map_err(unreadable)?;
    let mut errors = Ok(());
    for line in CsvReader::new(BufReader::with_capacity(1 << 20, input)) {
        match line.map_err(unreadable)? {
            Ok(puzzle) => selection.offer(puzzle),
            Err(error) => {
                // If standard error is closed, the exit code still reports the errors.
                writeln!(io::stderr(), "{}:{error}", path.display()).ok();
                errors = Err(CommandError::Reported);
            }
        }
    }
    Ok(errors)
}
