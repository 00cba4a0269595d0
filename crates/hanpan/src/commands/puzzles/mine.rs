//! `hanpan puzzles mine`: finds puzzles in games.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use puzzles::{Miner, Puzzle, RecordedGame, VERIFY_NODES, level_rating, play_level_game};

use super::output_file::OutputFile;
use crate::commands::pgn::read_games::read_games;
use crate::commands::pgn::summary::Summary;
use crate::encoding::EncodingArgs;
use crate::error::CommandError;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// Find puzzles in games
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A puzzle begins after a mistake, if exactly one move wins: it leads the second best by almost three pawns or more, and that does not
win, or it is the only one that mates. The line goes on while the solver has one such move. Every puzzle is tried by the
engine's levels, which gives its rating. Games under the rules of chess are used, from any position.

The output is CSV as Lichess publishes it, in the order of the games, without duplicates. The same games give the same
puzzles on every machine and with any number of threads. Ctrl-C stops; the same command continues where it stopped.

Examples:
  $ hanpan puzzles mine games.pgn --output mine.csv
  $ hanpan puzzles mine --play 1000 --seed 7 --output levels.csv")]
pub(crate) struct Args {
    /// PGN files
    #[arg(value_name = "FILE", required_unless_present = "play")]
    files: Vec<PathBuf>,
    /// Instead of files: games that the engine's levels play against each other
    #[arg(long, value_name = "GAMES", conflicts_with = "files")]
    play: Option<u64>,
    /// Seed of these games
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Output file; an existing one is continued
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Nodes of each search by which a puzzle is verified
    #[arg(long, value_name = "N", default_value_t = VERIFY_NODES, value_parser = clap::value_parser!(u64).range(1_000..))]
    nodes: u64,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    encoding: EncodingArgs,
}

/// Seed of the levels' attempts: puzzles are rated alike wherever they come from.
const RATING_SEED: u64 = 1;

/// Games by number.
enum Games {
    Read(Vec<RecordedGame>),
    Played { seed: u64, count: u64 },
}

impl Games {
    fn count(&self) -> u64 {
        match self {
            Games::Read(games) => games.len() as u64,
            Games::Played { count, .. } => *count,
        }
    }

    /// The game with a number; `None` after the last.
    fn get(&self, number: u64) -> Option<RecordedGame> {
        match self {
            Games::Read(games) => games.get(usize::try_from(number).ok()?).cloned(),
            Games::Played { seed, count } => (number < *count).then(|| play_level_game(*seed, number)),
        }
    }

    /// The number of the game with a name.
    fn find(&self, name: &str) -> Option<u64> {
        match self {
            Games::Read(games) => games.iter().position(|game| game.name == name).map(|at| at as u64),
            Games::Played { seed, .. } => {
                name.strip_prefix(&format!("levels-{seed}/")).and_then(|number| number.parse().ok())
            }
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), CommandError> {
    let mut summary = Summary::start(&[]);
    let games = match args.play {
        Some(count) => Games::Played { seed: args.seed, count },
        None => Games::Read(recorded_games(args, &mut summary)),
    };
    let errors = summary.finish();
    let mut output = OutputFile::open(&args.output)?;
    let first = match output.last_game() {
        None => 0,
        Some(name) => games.find(name).ok_or_else(|| {
            CommandError::file(&args.output, format!("continues '{name}', which is none of these games"))
        })?,
    };
    output.begin()?;
    let interrupt = Interrupt::install();
    let done = mine(args, &games, first, &interrupt, &mut output)?;
    let state = if done < games.count() { "; the same command continues" } else { "" };
    // The puzzles are written even if this line cannot be printed.
    writeln!(io::stderr(), "games {done} of {}, puzzles {}{state}", games.count(), output.puzzles()).ok();
    errors
}

/// The games of all files that follow the rules of chess.
fn recorded_games(args: &Args, summary: &mut Summary) -> Vec<RecordedGame> {
    let mut games = Vec::new();
    for path in &args.files {
        let name = file_name(path);
        let read = read_games(std::slice::from_ref(path), args.encoding, summary);
        let named = read.iter().enumerate();
        games.extend(
            named.filter_map(|(index, game)| RecordedGame::from_pgn(format!("{name}/{}", index + 1), game)),
        );
    }
    games
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.replace(|c: char| c == ',' || c == '#' || c.is_control(), "_")
}

/// Puzzles of a game by its number; `None` if the search was stopped.
type MinedGame = (u64, Option<Vec<Puzzle>>);

/// Mines from game `first` on and writes in order. Returns the number of the first game that is not done.
fn mine(
    args: &Args,
    games: &Games,
    first: u64,
    interrupt: &Interrupt,
    output: &mut OutputFile,
) -> Result<u64, CommandError> {
    let next = AtomicU64::new(first);
    let failed = AtomicBool::new(false);
    let should_stop = || interrupt.is_set() || failed.load(Relaxed);
    let mut progress = Progress::start(Some(games.count().saturating_sub(first)));
    let mut done = first;
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel::<MinedGame>(usize::from(args.threads));
        for _ in 0..args.threads {
            let (sender, next, should_stop) = (sender.clone(), &next, &should_stop);
            scope.spawn(move || {
                let mut miner = Miner::new(args.nodes);
                while !should_stop() {
                    let number = next.fetch_add(1, Relaxed);
                    let Some(game) = games.get(number) else { break };
                    let mined = mine_game(&mut miner, &game, should_stop);
                    if sender.send((number, mined)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: BTreeMap<u64, Option<Vec<Puzzle>>> = BTreeMap::new();
        for (number, mined) in receiver {
            waiting.insert(number, mined);
            while let Some(Some(mined)) = waiting.remove(&done) {
                output.append(mined).inspect_err(|_| failed.store(true, Relaxed))?;
                done += 1;
                progress.show_with(done - first, &format!("puzzles {}", output.puzzles()));
            }
        }
        Ok(done)
    })
}

fn mine_game(miner: &mut Miner, game: &RecordedGame, should_stop: &dyn Fn() -> bool) -> Option<Vec<Puzzle>> {
    let mined = miner.mine(game, should_stop)?;
    let mut rated = Vec::with_capacity(mined.len());
    for puzzle in mined {
        if should_stop() {
            return None;
        }
        rated.push(level_rating::rate(puzzle, RATING_SEED));
    }
    Some(rated)
}
