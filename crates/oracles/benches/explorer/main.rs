//! The opening explorer beside Scid: `explorer TKSCID FOLDER GAMES`.
//!
//! The games are generated once into the folder, in files that an interrupted run leaves complete or not at all. Both
//! programs import the same files. The question is the one that a player asks: which moves were played in this position, how often,
//! with which results? It is asked for the positions that most games reach, and both must count the same.
#![allow(missing_docs, clippy::print_stdout, reason = "a program that prints a table")]

mod collection;
#[path = "../generator/mod.rs"]
mod generator;
mod scid;
mod visited;

use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use explorer::{Builder, Explorer, FolderScratch, PlyLimit, PositionStats, SortBuffer};
use game::pgn::Reader;
use rules::Position;

/// Positions that are looked up.
const POSITIONS: usize = 1000;

/// Rounds of looking them up.
const ROUNDS: usize = 5;

/// Positions that Scid is asked for: it takes much longer.
const SCID_POSITIONS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [tkscid, folder, games] = &arguments[..] else {
        return Err("expected TKSCID FOLDER GAMES".into());
    };
    let (folder, games) = (Path::new(folder), games.parse()?);
    fs::create_dir_all(folder)?;
    let files = collection::generate(folder, games)?;
    let index = build(folder, &files)?;

    let positions = visited::most_visited(&index, &files, POSITIONS)?;
    let ours = look_up(&index, &positions)?;
    let chosen: Vec<(&Position, &PositionStats)> =
        positions.iter().zip(&ours.answers).step_by((positions.len() / SCID_POSITIONS).max(1)).collect();
    let base = scid::import(tkscid, folder, &files, games)?;
    let theirs = scid::look_up(tkscid, &base, &chosen)?;
    println!("scid                median {} over {} positions", milliseconds(theirs), chosen.len());
    println!("ratio explorer {:.0}", theirs.as_secs_f64() / ours.median.as_secs_f64());
    Ok(())
}

/// Builds the index as `hanpan explorer build` does.
fn build(folder: &Path, files: &[PathBuf]) -> Result<PathBuf, Box<dyn Error>> {
    let path = folder.join("games.index");
    let start = Instant::now();
    let out = BufWriter::new(File::create(&path)?);
    let scratch = FolderScratch::new(folder.to_owned());
    let mut builder = Builder::new(out, scratch, PlyLimit::default(), SortBuffer::default())?;
    let mut pgn = 0;
    for file in files {
        let mut games = Reader::new(File::open(file)?).games();
        for game in games.by_ref() {
            builder.add_pgn(&game?)?;
        }
        pgn += games.bytes_read();
    }
    let read = start.elapsed().as_secs_f64();
    let (out, size) = builder.finish()?;
    out.into_inner()?.sync_all()?;
    println!(
        "index               {:.1} s, of which {read:.1} s to read the games; {} games, {} positions, {} MB from {} MB of PGN",
        start.elapsed().as_secs_f64(),
        size.games,
        size.positions,
        size.bytes / 1_000_000,
        pgn / 1_000_000
    );
    Ok(path)
}

struct Answers {
    answers: Vec<PositionStats>,
    median: Duration,
}

/// Looks up all positions in the file, first without what the system keeps of it in memory.
fn look_up(index: &Path, positions: &[Position]) -> Result<Answers, Box<dyn Error>> {
    let mut answers = Vec::new();
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        if round == 0 {
            forget(index)?;
        }
        let mut explorer = Explorer::open(File::open(index)?)?;
        let mut of_round = Vec::new();
        answers.clear();
        for position in positions {
            let start = Instant::now();
            answers.push(explorer.find(position)?);
            of_round.push(start.elapsed());
        }
        of_round.sort_unstable();
        let [median, p99, longest] =
            [50, 99, 100].map(|percent| of_round[(of_round.len() * percent / 100).min(of_round.len() - 1)]);
        let name = if round == 0 { "queries, cold" } else { "queries" };
        if round == 0 || round == ROUNDS - 1 {
            println!(
                "{name:<20}median {}, p99 {}, longest {} over {} positions",
                milliseconds(median),
                milliseconds(p99),
                milliseconds(longest),
                positions.len()
            );
        }
        times.push(median);
    }
    times.sort_unstable();
    Ok(Answers { answers, median: times[times.len() / 2] })
}

/// Drops a file from the system's page cache.
fn forget(file: &Path) -> Result<(), Box<dyn Error>> {
    Command::new("sync").arg(file).status()?;
    let mut input = std::ffi::OsString::from("if=");
    input.push(file);
    let output = Command::new("dd").arg(input).args(["iflag=nocache", "count=0", "of=/dev/null"]).output()?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into()) }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
