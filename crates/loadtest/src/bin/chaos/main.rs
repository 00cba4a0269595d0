//! `chaos`: kills the server at random moments while bots play, then verifies that no acknowledged action was
//! lost.
//!
//! A kill is `SIGKILL` of the real program, so everything not yet written is lost. The bots behave like the
//! page: they reconnect, ask for the missed events and resend what was not acknowledged. Afterwards every
//! acknowledged action must be in the archive exactly once, every game must replay legally, and no event that
//! a client received may be missing. With `--cluster` there are several servers, and other parts fail as well.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "progress and result are printed")]

mod ack_log;
mod cluster;
mod lobby_bot;
mod options;
mod pauses;
mod player;
mod verification;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use loadtest::{LoadtestError, LoadtestResult, ServerProcess};
use rng::Rng;
use server::store::SqliteStore;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use ack_log::AckLog;
use options::Options;
use player::BotPair;
use verification::Verification;

/// Time between a restart and the next kill in milliseconds: minimum, and maximum random addition.
const UPTIME_MILLIS: (u64, u64) = (50, 1_200);

/// Maximum time in milliseconds that the server stays down, besides its start-up time.
const MAX_DOWNTIME_MILLIS: u64 = 200;

/// Violations that are printed.
const MAX_SHOWN: usize = 100;

/// Time limit for the bots to finish their games after the last kill.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let outcome = Options::read(std::env::args().skip(1)).and_then(|options| {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        runtime.map_err(|error| LoadtestError::context("tokio runtime", error))?.block_on(async {
            match options.cluster {
                Some(cluster) => cluster::run(&options, cluster).await,
                None => run(&options).await,
            }
        })
    });
    match outcome {
        Ok(verification) => {
            for violation in verification.violations().iter().take(MAX_SHOWN) {
                eprintln!("chaos: {violation}");
            }
            println!("{verification}");
            if verification.passed() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("chaos: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: &Options) -> LoadtestResult<Verification> {
    println!("{} bots, {} kills, seed {}", options.bots, options.kills, options.seed);
    let data = data_dir()?;
    let mut rng = Rng::new(options.seed);
    let mut server = ServerProcess::start(&data)?;
    let ack_log = Arc::new(AckLog::default());
    let (stop, stopped) = watch::channel(false);
    let mut pairs = JoinSet::new();
    for number in 0..options.bots / 2 {
        let (servers, ack_log) = (Arc::from([server.address()]), Arc::clone(&ack_log));
        let pair = BotPair::new(servers, number, rng.fork(), ack_log, stopped.clone());
        pairs.spawn(pair.play_until_stopped());
    }
    let begun = Instant::now();
    for kill in 1..=options.kills {
        sleep(Duration::from_millis(UPTIME_MILLIS.0 + rng.below(UPTIME_MILLIS.1))).await;
        server.kill()?;
        sleep(Duration::from_millis(rng.below(MAX_DOWNTIME_MILLIS))).await;
        server.restart()?;
        let (games, acknowledged) = ack_log.counts();
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "kill {kill} of {} after {seconds:.1} s: {games} games, {acknowledged} acknowledged",
            options.kills
        );
    }
    stop.send_replace(true);
    let ended = timeout(DRAIN_TIMEOUT, async { while pairs.join_next().await.is_some() {} }).await;
    if ended.is_err() {
        ack_log.add_violation("games still running after the drain timeout");
        pairs.shutdown().await;
    }
    let mut verification = Verification::new(&ack_log);
    verification.check_over_http(server.address(), 0, &ack_log, &mut rng).await;
    server.stop()?;
    let store = SqliteStore::open(&data).map_err(|error| LoadtestError::context("database", error))?;
    verification.check_store(&store, &ack_log).await?;
    store.close().await;
    Ok(verification)
}

/// The data folder, next to this executable in cargo's target folder.
fn data_dir() -> LoadtestResult<PathBuf> {
    let here =
        std::env::current_exe().map_err(|error| LoadtestError::context("current executable", error))?;
    Ok(here.with_file_name("chaos-data"))
}
