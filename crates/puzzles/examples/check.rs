//! Checks the shipped set with another engine, and lets the levels solve it: `check ENGINE [--sample N] [--seed S] [--threads N]`.
//!
//! The engine searches each puzzle for two seconds with two lines. The first move is unique if it leads the second by at least
//! two pawns, or if it is the only one that mates. The levels' solving rate is counted by rating with seeds of its own. The last
//! line is `unique U of N`.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool prints its result")]

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use engine::Level;
use puzzles::level_rating::is_solved_by;
use puzzles::{Puzzle, shipped};
use rng::Rng;
use rules::{CastlingStyle, Move};
use uci::{Engine, EngineEvent, Go, Program, Score};

/// Time for each puzzle.
const MOVE_TIME: Duration = Duration::from_secs(2);

/// Time for the handshake, and for a search beyond its limit.
const PATIENCE: Duration = Duration::from_secs(60);

/// Lead of a unique move, in centipawns.
const LEAD: i32 = 200;

/// Upper limits of the rating bands.
const BANDS: [u16; 7] = [400, 600, 800, 1000, 1200, 1400, u16::MAX];

/// Levels that solve.
const LEVELS: [Level; 6] = [Level::Haru, Level::Dori, Level::Mina, Level::Otto, Level::Yuna, Level::Ines];

/// Puzzles of a band that each level tries.
const TRIED_PER_BAND: usize = 40;

struct Arguments {
    engine: String,
    sample: Option<usize>,
    seed: u64,
    threads: usize,
}

fn main() -> ExitCode {
    let checked = read_arguments().and_then(|arguments| check(&arguments));
    match checked {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("check: {error}");
            ExitCode::from(2)
        }
    }
}

fn read_arguments() -> Result<Arguments, String> {
    let mut words = std::env::args().skip(1);
    let engine = words.next().ok_or("usage: check ENGINE [--sample N] [--seed S] [--threads N]")?;
    let mut arguments = Arguments { engine, sample: None, seed: 1, threads: 1 };
    while let Some(name) = words.next() {
        let value = words.next().ok_or(format!("{name} needs a number"))?;
        let bad = |_| format!("{name}: '{value}' is no number");
        match name.as_str() {
            "--sample" => arguments.sample = Some(value.parse().map_err(bad)?),
            "--seed" => arguments.seed = value.parse().map_err(bad)?,
            "--threads" => arguments.threads = value.parse::<usize>().map_err(bad)?.max(1),
            _ => return Err(format!("there is no option {name}")),
        }
    }
    Ok(arguments)
}

fn check(arguments: &Arguments) -> Result<(), String> {
    let mut puzzles = shipped().map_err(|error| error.to_string())?;
    print_solving_rates(&puzzles, arguments.seed);
    Rng::new(arguments.seed).shuffle(&mut puzzles);
    puzzles.truncate(arguments.sample.unwrap_or(usize::MAX));
    let unique = count_unique(&puzzles, arguments)?;
    println!("unique {unique} of {}", puzzles.len());
    Ok(())
}

/// The number of puzzles whose first move is unique; the others are printed.
fn count_unique(puzzles: &[Puzzle], arguments: &Arguments) -> Result<usize, String> {
    let (next, unique) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                let worked = Judge::start(&arguments.engine).and_then(|mut judge| {
                    while let Some(puzzle) = puzzles.get(next.fetch_add(1, Relaxed)) {
                        let verdict = judge.verdict(puzzle)?;
                        if verdict.is_unique(puzzle) {
                            unique.fetch_add(1, Relaxed);
                        } else {
                            println!("{} {} {}", puzzle.id, puzzle.start().fen(), verdict.text(puzzle));
                        }
                    }
                    Ok(())
                });
                if let (Err(error), Ok(mut failure)) = (worked, failure.lock()) {
                    *failure = Some(error);
                }
            });
        }
    });
    match failure.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => Ok(unique.into_inner()),
    }
}

/// The other engine.
struct Judge(Engine);

/// Its two best lines: first move and score.
struct Verdict {
    lines: [Option<(Move, Score)>; 2],
}

impl Judge {
    fn start(program: &str) -> Result<Judge, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{program}: {error}");
        let parsed = Program::parse(program).map_err(|error| failed(&error))?;
        let mut engine = Engine::start(&parsed, Instant::now() + PATIENCE).map_err(|error| failed(&error))?;
        for (option, value) in [("MultiPV", "2"), ("Hash", "64"), ("Threads", "1")] {
            engine.set_option(option, value).map_err(|error| failed(&error))?;
        }
        Ok(Judge(engine))
    }

    fn verdict(&mut self, puzzle: &Puzzle) -> Result<Verdict, String> {
        let failed = |error: uci::EngineError| format!("{}: {error}", puzzle.id);
        let first = puzzle.moves().get(..1).unwrap_or_default();
        let position = puzzle.position();
        self.0.new_game(puzzle.start(), Instant::now() + PATIENCE).map_err(failed)?;
        self.0.go(puzzle.start(), first, Go { move_time: Some(MOVE_TIME), ..Go::default() });
        let mut lines = [None, None];
        loop {
            match self.0.next_event(Instant::now() + PATIENCE).map_err(failed)? {
                Some(EngineEvent::Info(info)) => {
                    let rank = info.multi_pv.unwrap_or(1) as usize;
                    let best = info.pv.first().and_then(|m| m.resolve(&position).ok());
                    if let (Some(line), Some(m), Some(evaluation)) =
                        (lines.get_mut(rank.wrapping_sub(1)), best, info.evaluation)
                    {
                        *line = Some((m, evaluation.score));
                    }
                }
                Some(EngineEvent::BestMove(_)) => return Ok(Verdict { lines }),
                None => return Err(format!("{}: no answer", puzzle.id)),
            }
        }
    }
}

impl Verdict {
    fn is_unique(&self, puzzle: &Puzzle) -> bool {
        let [Some((best, score)), second] = self.lines else { return false };
        let leads = match (score, second.map(|(_, score)| score)) {
            (_, None) => true,
            (Score::Mate(1..), Some(Score::Mate(1..))) => false,
            (Score::Mate(1..), Some(_)) => true,
            (Score::Mate(_), Some(_)) => false,
            (Score::Centipawns(_), Some(Score::Mate(moves))) => moves <= 0,
            (Score::Centipawns(best), Some(Score::Centipawns(second))) => best - second >= LEAD,
        };
        leads && puzzle.solution().first() == Some(&best)
    }

    fn text(&self, puzzle: &Puzzle) -> String {
        let uci = |m: Move| m.uci(CastlingStyle::Standard);
        let line = |&(m, score): &(Move, Score)| format!("{} {score}", uci(m));
        let lines: Vec<String> = self.lines.iter().flatten().map(line).collect();
        let moves: Vec<String> = puzzle.moves().iter().map(|&m| uci(m).to_string()).collect();
        format!("{}: {}", moves.join(" "), lines.join(", "))
    }
}

/// Prints the share of puzzles that each level solves, by rating.
fn print_solving_rates(puzzles: &[Puzzle], seed: u64) {
    print!("{:>12}", "rating");
    LEVELS.iter().for_each(|level| print!("{:>9}", level.name()));
    println!("  puzzles");
    let mut lower = 0;
    for upper in BANDS {
        let band: Vec<&Puzzle> = puzzles
            .iter()
            .filter(|puzzle| (lower..upper).contains(&puzzle.rating))
            .take(TRIED_PER_BAND)
            .collect();
        let name =
            if upper == u16::MAX { format!("from {lower}") } else { format!("{lower} to {}", upper - 1) };
        lower = upper;
        if band.is_empty() {
            continue;
        }
        print!("{name:>12}");
        for level in LEVELS {
            let solved = (0..)
                .zip(&band)
                .filter(|(number, puzzle)| is_solved_by(puzzle, level, rng::hash(seed ^ 0x5EED, *number)));
            print!("{:>8.0}%", 100.0 * solved.count() as f64 / band.len() as f64);
        }
        println!("  {}", band.len());
    }
}
