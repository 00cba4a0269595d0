//! Measures an archive of finished games: size on disk, compaction, and export of all games as PGN.
//!
//! `cargo xtask bench export [GAMES [COPIES]]` writes the games as a server of any version writes them, exports them,
//! compacts them, and exports them again. Then the compact games are copied inside the database until there are `COPIES`,
//! and as many as before are exported of them.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark is a program that speaks")]

mod client;
mod copy;
mod sample;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, fs};

use game::Timestamp;
use server::store::{ArchiveStore, Filter, GameStore, SqliteStore};
use tokio::task::JoinSet;

use client::export_pgn;
use sample::SampleGames;

/// Games without an argument.
const GAMES: u32 = 60_000;

/// Games written at a time.
const BATCH: u32 = 1_000;

/// Games of a page of the archive.
const PAGE: u32 = 30;

/// Games compacted by one write, as in a server.
const COMPACTED_AT_ONCE: u32 = 4;

fn main() {
    let mut numbers = env::args().skip(1).filter(|argument| argument != "--bench");
    let games = numbers.next().map_or(GAMES, |games| games.parse().unwrap());
    let copies = numbers.next().map_or(games, |copies| copies.parse().unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(measure(games, copies));
}

async fn measure(games: u32, copies: u32) {
    let folder = new_folder();
    let samples = SampleGames::new();
    let started = Stopwatch::start();
    let store = Arc::new(SqliteStore::open(&folder).unwrap());
    for first in (0..games).step_by(BATCH as usize) {
        let mut writes = JoinSet::new();
        for number in first..games.min(first + BATCH) {
            writes.spawn(store.create(samples.game(number)));
        }
        while let Some(written) = writes.join_next().await {
            written.unwrap().unwrap();
        }
    }
    println!("{games} games of {} plies written in {started}", sample::PLIES);
    report("rows", &folder, Arc::clone(&store), games, games).await;
    let compaction = compact(&store).await;
    let rate = f64::from(games) / compaction.cpu().as_secs_f64();
    println!("compacted in {compaction}: {rate:.0} games per CPU second");
    store.close().await;
    drop(store);
    let store = open(&folder);
    report("compact", &folder, Arc::clone(&store), games, games).await;
    store.close().await;
    if copies > games {
        drop(store);
        let started = Stopwatch::start();
        let copies = copy::copy_games(&folder.join("hanpan.db"), copies);
        println!("copied until there are {copies} in {started}");
        let store = open(&folder);
        report("copies", &folder, Arc::clone(&store), copies, games).await;
        store.close().await;
    }
    fs::remove_dir_all(&folder).unwrap();
}

fn open(folder: &Path) -> Arc<SqliteStore> {
    let started = Stopwatch::start();
    let store = Arc::new(SqliteStore::open(folder).unwrap());
    println!("opened in {started}");
    store
}

/// Compacts all logs without pauses.
async fn compact(store: &SqliteStore) -> Stopwatch {
    let started = Stopwatch::start();
    while store.compact_logs(Timestamp(u64::MAX), COMPACTED_AT_ONCE).await.unwrap().has_more {}
    started.stop()
}

/// Prints size, time for a page of the archive, and speed of an export of the latest games.
async fn report(form: &str, folder: &Path, store: Arc<SqliteStore>, games: u32, exported_games: u32) {
    let bytes: u64 = fs::read_dir(folder).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum();
    let started = Instant::now();
    let page = store.finished_games(Filter::default(), None, PAGE).await.unwrap();
    let listed = started.elapsed();
    assert_eq!(page.games.len(), PAGE as usize);
    let started = Stopwatch::start();
    let exported = export_pgn(store, exported_games).await;
    let export = started.stop();
    let megabytes = exported.bytes as f64 / 1e6;
    println!(
        "{form}: {:.0} MB on disk, {:.0} bytes per game; a page of {PAGE} in {:.1} ms; PGN of {} games, {megabytes:.0} MB, in {export}: {:.1} MB/s, {:.1} MB per CPU second",
        bytes as f64 / 1e6,
        bytes as f64 / f64::from(games),
        listed.as_secs_f64() * 1e3,
        exported.games,
        megabytes / export.wall().as_secs_f64(),
        megabytes / export.cpu().as_secs_f64(),
    );
}

fn new_folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("archive");
    fs::remove_dir_all(&folder).ok();
    folder
}

/// Wall clock and CPU time of this process.
#[derive(Clone, Copy, Default)]
struct Stopwatch {
    wall: Duration,
    cpu: Duration,
    started: Option<(Instant, Duration)>,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch { started: Some((Instant::now(), cpu_time())), ..Stopwatch::default() }
    }

    fn stop(self) -> Stopwatch {
        Stopwatch { wall: self.wall(), cpu: self.cpu(), started: None }
    }

    fn wall(&self) -> Duration {
        self.wall + self.started.map_or(Duration::ZERO, |(wall, _)| wall.elapsed())
    }

    fn cpu(&self) -> Duration {
        self.cpu + self.started.map_or(Duration::ZERO, |(_, cpu)| cpu_time() - cpu)
    }
}

impl std::fmt::Display for Stopwatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1} s ({:.1} s CPU)", self.wall().as_secs_f64(), self.cpu().as_secs_f64())
    }
}

/// CPU time of this process, in hundredths of a second; zero where the system does not tell it.
fn cpu_time() -> Duration {
    let Ok(text) = fs::read_to_string("/proc/self/stat") else { return Duration::ZERO };
    // User and system time are the 12th and 13th field after the name in parentheses.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}
