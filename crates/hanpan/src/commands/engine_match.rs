//! `hanpan match`: engine matches with Elo, SPRT and ratings.

mod engine_spec;
mod pgn_log;
mod openings;
mod engine_slot;
mod game_runner;
mod match_progress;
mod workers;

use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use engine_match::{
    Adjudication, DrawRule, Format, MatchTimeControl, ResignRule, Schedule, SearchLimit, Sprt, SprtStatus,
    Standings,
};

use crate::error::CommandError;
use crate::interrupt::Interrupt;
use engine_spec::EngineSpec;
pub(crate) use engine_spec::{option, seconds};
use match_progress::MatchProgress;
use openings::Openings;
use pgn_log::PgnLog;
use workers::{MatchConfig, MatchEvent};

/// Play a match between engines
#[derive(clap::Args, Debug)]
#[command(after_help = "\
An engine is a UCI command line, preceded by settings:
  name=NAME          display name; the engine's own name by default
  option.NAME=VALUE  UCI option
  clock=, movetime=, nodes=, depth=   limits of this engine only
  rating=ELO         known rating: an anchor for the ratings of the others
  folder=PATH        working directory
Quotes keep words together. 'hanpan' is the engine of this program, 'hanpan:1500' its level with that rating.

Every opening is played twice with colours reversed. Draws by threefold repetition and the fifty-move rule need no claim.
Crashes, hangs, illegal moves and time losses lose the game and are reported by name. The same command with the same --pgn
resumes an interrupted match; finished games are kept.

Two engines: the last lines are the result and, with --sprt, the state of the test. More: a table of ratings.

Example:
  $ hanpan match --engine hanpan --engine 'option.Hash=16 stockfish' --clock 5+0.05 --games 200 --pgn games.pgn")]
pub(crate) struct Args {
    /// An engine; at least two
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    engines: Vec<EngineSpec>,
    /// Option for every engine that has it, NAME=VALUE
    #[arg(long = "option", value_name = "OPTION", value_parser = engine_spec::option)]
    options: Vec<(String, String)>,
    /// Games per pairing; odd numbers are rounded up
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,
    /// Gauntlet instead of round robin: the first engine plays all others
    #[arg(long)]
    gauntlet: bool,
    /// Time control in seconds: 5+0.05, or 40/60 for a number of moves; 10+0.1 if there is no other limit
    #[arg(long, value_name = "TIME")]
    clock: Option<MatchTimeControl>,
    /// Seconds per move
    #[arg(long, value_name = "SECONDS", value_parser = engine_spec::seconds)]
    movetime: Option<Duration>,
    /// Nodes per move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Search depth in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Openings from an EPD or PGN file, in file order, or shuffled with --seed
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Opening length of PGN games in plies
    #[arg(long, value_name = "N", default_value_t = 16)]
    opening_plies: usize,
    /// Length of random, balanced openings in plies, without --openings
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=100))]
    random_plies: u16,
    /// Seed of random openings or of the shuffled order
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Resign adjudication: both engines report this score for this many moves
    #[arg(long, value_name = "CP:MOVES", num_args = 0..=1, require_equals = true, default_missing_value = "600:4")]
    resign: Option<ResignRule>,
    /// Draw adjudication: both engines report at most this score for this many moves, from this move on
    #[arg(long, value_name = "CP:MOVES:FROM", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "10:8:40")]
    draw: Option<DrawRule>,
    /// Adjudicate a draw after this many moves
    #[arg(long, value_name = "MOVES")]
    longest: Option<NonZeroU32>,
    /// Stop when the SPRT of the first engine (H0: ELO0, H1: ELO1) is decided
    #[arg(long, value_name = "ELO0:ELO1[:ALPHA:BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Seconds a move may exceed its time
    #[arg(long, value_name = "SECONDS", default_value = "0.02", value_parser = engine_spec::seconds)]
    margin: Duration,
    /// Timeout in seconds for engines without a clock, and for starting
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = engine_spec::seconds)]
    patience: Duration,
    /// Save the games to a PGN file; resumes the match in it
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let format = if args.gauntlet { Format::Gauntlet } else { Format::RoundRobin };
    let schedule = Schedule::new(args.engines.len(), format, args.games).map_err(CommandError::bad_input)?;
    if args.sprt.is_some() && args.engines.len() != 2 {
        return Err(CommandError::BadInput("--sprt is a test of two engines".to_owned()));
    }
    let openings = match &args.openings {
        Some(path) => Openings::read(path, args.opening_plies, args.seed)?,
        None => Openings::Random { seed: args.seed.unwrap_or(1), plies: args.random_plies.into() },
    };
    let interrupt = Interrupt::install();
    let mut progress = MatchProgress::new(schedule.games());
    if !args.games.is_multiple_of(2) {
        let games = args.games + 1;
        progress.message(&format!(
            "every opening is played with both colours: {games} games instead of {}",
            args.games
        ));
    }
    let engines = engine_spec::probe_engines(args, &mut progress)?;
    let mut standings = Standings::new(schedule.clone());
    let mut pgn_log = match &args.pgn {
        Some(path) => Some(PgnLog::open(path, &engines, &openings, &mut standings, &mut progress)?),
        None => None,
    };
    progress.start(standings.played());
    let config = MatchConfig {
        engines: &engines,
        openings: &openings,
        adjudication: Adjudication { resign: args.resign, draw: args.draw, max_moves: args.longest },
        margin: args.margin,
        timeout: args.patience,
        interrupt: &interrupt,
    };
    let is_decided = |standings: &Standings| {
        args.sprt.is_some_and(|sprt| sprt.status(standings.pentanomial(0, 1)) != SprtStatus::Continue)
    };
    if !is_decided(&standings) {
        let remaining: Vec<usize> =
            (0..schedule.games()).filter(|&number| !standings.is_played(number)).collect();
        workers::play(&config, &schedule, &remaining, args.concurrency, &mut |event| {
            if let MatchEvent::GameFinished(finished) = event {
                if let Some(pgn_log) = &mut pgn_log {
                    pgn_log.append(&finished.record)?;
                }
                standings.add(finished.scheduled.number, finished.end);
                progress.game_finished(&finished, &engines, &standings, args.sprt);
            } else {
                progress.refresh(&engines, &standings, args.sprt);
            }
            Ok(!is_decided(&standings))
        })?;
    }
    progress.finish();
    match_progress::write_results(out, &engines, &standings, args.sprt)?;
    if interrupt.is_set() {
        writeln!(out, "interrupted after {} of {} games", standings.played(), schedule.games())?;
    }
    Ok(())
}

impl Args {
    /// Limit of engines without a limit of their own.
    fn limit(&self) -> SearchLimit {
        let limit = SearchLimit {
            time_control: self.clock,
            move_time: self.movetime,
            nodes: self.nodes,
            depth: self.depth,
        };
        if limit.is_none() { SearchLimit { time_control: "10+0.1".parse().ok(), ..limit } } else { limit }
    }
}
