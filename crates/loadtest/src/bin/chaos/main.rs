//! `chaos`: bots play while the server is killed at odd moments and started again, and then everything is counted.
//!
//! A kill is `SIGKILL` of the real program: whatever it had not written is gone. Bots do what the page does then: they come
//! back, ask for what they missed, and send again what was not acknowledged. Afterwards every act that was acknowledged has
//! to be in the archive once, every game has to be one that can be played, and nothing that anybody was told may be gone.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a trial tells how it goes")]

mod ack_log;
mod options;
mod player;
mod verification;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use loadtest::{LoadtestError, LoadtestResult, Rng, ServerProcess};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use ack_log::AckLog;
use options::Options;
use player::BotPair;
use verification::Verification;

/// How long the server lives between two kills, in milliseconds: at least, and how much more at most.
const UPTIME_MILLIS: (u64, u64) = (50, 1_200);

/// How long it is away, in milliseconds, besides the time it takes to start.
const MAX_DOWNTIME_MILLIS: u64 = 200;

/// How long the last games may take to end.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let outcome = Options::read(std::env::args().skip(1)).and_then(|options| {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        runtime.map_err(|error| LoadtestError::context("threads", error))?.block_on(run(&options))
    });
    match outcome {
        Ok(verdict) => {
            for fault in verdict.violations() {
                eprintln!("chaos: {fault}");
            }
            println!("{verdict}");
            if verdict.passed() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(failure) => {
            eprintln!("chaos: {failure}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: &Options) -> LoadtestResult<Verification> {
    println!("{} bots, {} kills, seed {}", options.bots, options.kills, options.seed);
    let data = data_dir()?;
    let mut dice = Rng::new(options.seed);
    let mut host = ServerProcess::start(&data)?;
    let ledger = Arc::new(AckLog::default());
    let (stop, stopped) = watch::channel(false);
    let mut pairs = JoinSet::new();
    for number in 0..options.bots / 2 {
        let pair = BotPair::new(host.address(), number, dice.fork(), Arc::clone(&ledger), stopped.clone());
        pairs.spawn(pair.play_until_stopped());
    }
    let begun = Instant::now();
    for kill in 1..=options.kills {
        sleep(Duration::from_millis(UPTIME_MILLIS.0 + dice.below(UPTIME_MILLIS.1))).await;
        host.kill()?;
        sleep(Duration::from_millis(dice.below(MAX_DOWNTIME_MILLIS))).await;
        host.restart()?;
        let (games, acknowledged) = ledger.counts();
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "kill {kill} of {} after {seconds:.1} s: {games} games, {acknowledged} acknowledged",
            options.kills
        );
    }
    stop.send_replace(true);
    let ended = timeout(DRAIN_TIMEOUT, async { while pairs.join_next().await.is_some() {} }).await;
    if ended.is_err() {
        ledger.add_violation("the last games do not end");
        pairs.shutdown().await;
    }
    let mut verdict = Verification::new(&ledger);
    verdict.check_over_http(host.address(), &ledger, &mut dice).await;
    host.stop()?;
    verdict.check_database(&data, &ledger).await?;
    Ok(verdict)
}

/// Beside this program, where cargo puts what it builds.
fn data_dir() -> LoadtestResult<PathBuf> {
    let here = std::env::current_exe().map_err(|error| LoadtestError::context("where am I", error))?;
    Ok(here.with_file_name("chaos-data"))
}
