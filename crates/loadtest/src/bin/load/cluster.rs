//! `load cluster`: the same load on a server with SQLite, on one with PostgreSQL, and on three with PostgreSQL and NATS, in
//! one run.
//!
//! With three servers the two players of a game are connected to different ones. CPU time is that of the servers alone; that
//! of the database and of the bus is shown beside it. Everything shares this machine with the bots, so moves per second are
//! a lower limit, while CPU time per move depends little on that.

mod report;
mod system;

use std::time::{Duration, Instant};

use loadtest::LoadtestResult;
use tokio::time::sleep;

use crate::load_driver::LoadDriver;
use crate::measurement::{MAX_RATE_DURATION, PACED_DURATION, SETTLE_TIME, WARMUP_GAMES};
use crate::metrics::Metrics;
use report::ClusterReport;
use system::{CpuTimes, System, SystemKind};

/// Concurrent games without an argument.
const GAMES: u32 = 400;

/// Interval between two moves of a game in the first phase.
const MOVE_INTERVAL: Duration = Duration::from_secs(1);

/// Results of one system.
#[derive(Debug)]
struct SystemMeasurement {
    kind: SystemKind,
    /// One move per second per game.
    paced: PhaseMeasurement,
    /// Every game as fast as the rate limit allows.
    max_rate: PhaseMeasurement,
    /// Events that were missing or out of order.
    violations: usize,
}

/// Metrics of one phase with the time and CPU time it took.
#[derive(Debug)]
struct PhaseMeasurement {
    metrics: Metrics,
    wall: Duration,
    cpu: CpuTimes,
}

impl PhaseMeasurement {
    fn moves(&self) -> f64 {
        self.metrics.latencies.len() as f64
    }

    /// Moves per second.
    fn per_second(&self) -> f64 {
        self.moves() / self.wall.as_secs_f64()
    }

    /// Moves per second of CPU time of the servers.
    fn per_cpu_second(&self) -> f64 {
        self.moves() / self.cpu.nodes.as_secs_f64().max(0.01)
    }

    /// Microseconds of this CPU time per move.
    fn micros_per_move(&self, cpu: Duration) -> f64 {
        cpu.as_secs_f64() * 1e6 / self.moves().max(1.0)
    }
}

/// Measures all systems with this number of games, and prints the results.
pub(crate) async fn run(games: Option<u32>) -> LoadtestResult {
    let games = games.unwrap_or(GAMES);
    let started = Instant::now();
    let mut report = ClusterReport { games, systems: Vec::new() };
    for kind in SystemKind::ALL {
        let progress = Progress { started, kind, games };
        report.systems.push(measure(kind, games, &progress).await?);
    }
    println!("\n{report}");
    report.check()
}

async fn measure(kind: SystemKind, games: u32, progress: &Progress) -> LoadtestResult<SystemMeasurement> {
    progress.say("start");
    let system = System::start(kind).await?;
    let servers = system.addresses();
    let mut warmup = LoadDriver::connect(&servers, WARMUP_GAMES).await?;
    warmup.start_games().await?;
    drop(warmup);
    progress.say("connect the players");
    let mut driver = LoadDriver::connect(&servers, games).await?;
    progress.say("start the games");
    let mut violations = driver.start_games().await?.violations;
    sleep(SETTLE_TIME).await;
    progress.say(&format!("one move per second and game for {PACED_DURATION:?}"));
    let paced = measure_phase(&system, driver.play(Some(MOVE_INTERVAL), PACED_DURATION)).await?;
    progress.say(&format!("maximum rate for {MAX_RATE_DURATION:?}"));
    let max_rate = measure_phase(&system, driver.play(None, MAX_RATE_DURATION)).await?;
    violations += paced.metrics.violations + max_rate.metrics.violations;
    Ok(SystemMeasurement { kind, paced, max_rate, violations })
}

async fn measure_phase(
    system: &System,
    work: impl Future<Output = LoadtestResult<Metrics>>,
) -> LoadtestResult<PhaseMeasurement> {
    let (before, start) = (system.cpu_times()?, Instant::now());
    let metrics = work.await?;
    let wall = start.elapsed();
    Ok(PhaseMeasurement { metrics, wall, cpu: system.cpu_times()?.since(before) })
}

/// Prints the steps of a run with the time since its start.
struct Progress {
    started: Instant,
    kind: SystemKind,
    games: u32,
}

impl Progress {
    fn say(&self, step: &str) {
        let (seconds, number) = (self.started.elapsed().as_secs_f64(), self.kind as usize + 1);
        let (kind, all, games) = (self.kind, SystemKind::ALL.len(), self.games);
        println!("{seconds:6.1} s: {kind} ({number} of {all}), {games} games: {step}");
    }
}
