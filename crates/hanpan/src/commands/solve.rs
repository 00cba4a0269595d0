//! `hanpan solve`: runs the engine on test suites of positions with known best moves.

mod rival;
mod suite;
mod test_position;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use engine::{Engine, Limits, Options, SearchControl, SearchInfo, SearchPosition, TimeLimit};

use crate::error::CommandError;
use crate::progress::Progress;
use rival::Rival;
use suite::TestSuite;
use test_position::{SolvedAt, TestPosition};

/// Solve test suites in EPD
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A position is solved if the engine's move is one of 'bm', none of 'am' (or 'avoid'), and the mate of 'dm' is found in as many
moves or fewer. Each line of the table shows from which point of the search on the solution was kept. Lines that begin with
# are skipped. A malformed line is reported on standard error as FILE:LINE: reason, the other positions are still solved, and
the exit code is 2.

With --compare another UCI engine searches every position with the same limits, hash size and threads, but without a mate limit
for 'dm'. Its move and verdict follow after a bar, its score and the ratio of the two scores in the last two lines.

Example:
  $ hanpan solve suite.epd --time 1
  $ hanpan solve suite.epd --nodes 20000 --compare stockfish")]
pub(crate) struct Args {
    /// EPD files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Seconds per position; 1 if there is no other limit
    #[arg(long, value_name = "SECONDS", value_parser = crate::commands::engine_match::seconds)]
    time: Option<Duration>,
    /// Nodes per position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Search depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=120))]
    depth: Option<u8>,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Another UCI engine that solves the same positions, with its arguments
    #[arg(long, value_name = "COMMAND", value_parser = parse_program)]
    compare: Option<uci::Program>,
}

impl Args {
    /// Time per position: as given, or one second if there is no limit at all.
    fn move_time(&self) -> Option<Duration> {
        let is_unlimited = self.time.is_none() && self.nodes.is_none() && self.depth.is_none();
        if is_unlimited { Some(Duration::from_secs(1)) } else { self.time }
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let TestSuite { positions, errors } = TestSuite::read(&args.files);
    if positions.is_empty() {
        return Err(CommandError::Reported);
    }
    let threads = NonZeroUsize::new(args.threads.into()).unwrap_or(NonZeroUsize::MIN);
    let mut rival = args.compare.as_ref().map(|program| Rival::start(program, args)).transpose()?;
    let mut engine = Engine::new(Options { hash: args.hash as usize, threads });
    let width =
        positions.iter().map(|test_position| test_position.name.chars().count()).max().unwrap_or(0).min(40);
    let mut progress = Progress::start(Some(positions.len() as u64));
    let mut elapsed = Duration::ZERO;
    let (mut solved, mut nodes) = (0, 0);
    for (index, test_position) in positions.iter().enumerate() {
        progress.show_with(index as u64, &format!("solved {solved} of {index}"));
        let start = Instant::now();
        let result = solve(&mut engine, test_position, args);
        elapsed += start.elapsed();
        let answer = rival.as_mut().map(|rival| rival.solve(test_position, args)).transpose()?;
        solved += usize::from(result.found.is_some());
        nodes += result.nodes;
        progress.clear();
        let name: String = test_position.name.chars().take(width).collect();
        write!(out, "{:>4}  {name:<width$}  {}", index + 1, result.row(test_position))?;
        if let Some(answer) = answer {
            write!(out, "  | {answer}")?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    progress.clear();
    let seconds = elapsed.as_secs_f64();
    write!(out, "solved {solved} of {}, nodes {nodes}, seconds {seconds:.1}", positions.len())?;
    if errors > 0 {
        write!(out, ", errors {errors}")?;
    }
    writeln!(out)?;
    if let Some(rival) = rival {
        writeln!(out, "{}", rival.summary(solved, positions.len()))?;
    }
    if errors > 0 { Err(CommandError::Reported) } else { Ok(()) }
}

fn parse_program(line: &str) -> Result<uci::Program, uci::ParseCommandError> {
    uci::Program::parse(line)
}

/// Result of a position.
struct SolveResult {
    /// The engine's move in SAN.
    played: String,
    /// Point of the search from which on the solution was kept; `None` if it was not found.
    found: Option<SolvedAt>,
    depth: u8,
    nodes: u64,
}

impl SolveResult {
    fn row(&self, test_position: &TestPosition) -> String {
        let wanted = test_position.wanted.as_str();
        let result = match self.found {
            Some(SolvedAt { depth, nodes, time }) => {
                format!("solved  depth {depth:>2}  nodes {nodes:>9}  {:.2} s", time.as_secs_f64())
            }
            None => format!("failed  depth {:>2}  nodes {:>9}", self.depth, self.nodes),
        };
        format!("{:<8} {result}  {wanted}", self.played)
    }
}

fn solve(engine: &mut Engine, test_position: &TestPosition, args: &Args) -> SolveResult {
    // Positions are searched independently of each other.
    engine.clear();
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        mate: test_position.mate,
        time: args.move_time().map_or(TimeLimit::Unlimited, TimeLimit::MoveTime),
        ..Limits::default()
    };
    let timer = SearchTimer::start();
    let mut found: Option<SolvedAt> = None;
    let result =
        engine.search(&SearchPosition::new(test_position.position), &limits, &timer, &mut |report| {
            if let SearchInfo::Pv(line) = report
                && let Some(&best) = line.pv.first()
            {
                let here = SolvedAt { depth: line.depth, nodes: line.nodes, time: timer.passed() };
                found = test_position.is_solved_by(best, line.score).then(|| found.unwrap_or(here));
            }
        });
    let last = SolvedAt { depth: result.depth, nodes: result.nodes, time: timer.passed() };
    let is_solved = result.best_move.is_some_and(|best| test_position.is_solved_by(best, result.score));
    SolveResult {
        played: result
            .best_move
            .map_or_else(|| "-".to_owned(), |best| test_position.position.san(best).to_string()),
        found: is_solved.then(|| found.unwrap_or(last)),
        depth: result.depth,
        nodes: result.nodes,
    }
}

/// Search control with a clock that never stops the search.
#[derive(Clone, Copy, Debug)]
struct SearchTimer(Instant);

impl SearchTimer {
    fn start() -> SearchTimer {
        SearchTimer(Instant::now())
    }

    fn passed(&self) -> Duration {
        self.0.elapsed()
    }
}

impl SearchControl for SearchTimer {
    fn elapsed(&self) -> Option<Duration> {
        Some(self.passed())
    }

    fn should_stop(&self) -> bool {
        false
    }
}
