//! `chaos`: bots play while the server is killed at odd moments and started again, and then everything is counted.
//!
//! A kill is `SIGKILL` of the real program: whatever it had not written is gone. Bots do what the page does then: they come
//! back, ask for what they missed, and send again what was not acknowledged. Afterwards every act that was acknowledged has
//! to be in the archive once, every game has to be one that can be played, and nothing that anybody was told may be gone.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a trial tells how it goes")]

mod ledger;
mod options;
mod player;
mod verdict;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::{Dice, Failure, Host, Outcome};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use ledger::Ledger;
use options::Options;
use player::Pair;
use verdict::Verdict;

/// How long the server lives between two kills, in milliseconds: at least, and how much more at most.
const LIFE: (u64, u64) = (50, 1_200);

/// How long it is away, in milliseconds, besides the time it takes to start.
const AWAY: u64 = 200;

/// How long the last games may take to end.
const LAST_GAMES: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let outcome = Options::read(std::env::args().skip(1)).and_then(|options| {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        runtime.map_err(|error| Failure::of("threads", error))?.block_on(run(&options))
    });
    match outcome {
        Ok(verdict) => {
            for fault in verdict.faults() {
                eprintln!("chaos: {fault}");
            }
            println!("{verdict}");
            if verdict.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(failure) => {
            eprintln!("chaos: {failure}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: &Options) -> Outcome<Verdict> {
    println!("{} bots, {} kills, seed {}", options.bots, options.kills, options.seed);
    let data = data_folder()?;
    let mut dice = Dice::new(options.seed);
    let mut host = Host::start(&data)?;
    let ledger = Arc::new(Ledger::default());
    let (stop, stopped) = watch::channel(false);
    let mut pairs = JoinSet::new();
    for number in 0..options.bots / 2 {
        let pair = Pair::new(host.address(), number, dice.fork(), Arc::clone(&ledger), stopped.clone());
        pairs.spawn(pair.play_on());
    }
    let begun = Instant::now();
    for kill in 1..=options.kills {
        sleep(Duration::from_millis(LIFE.0 + dice.below(LIFE.1))).await;
        host.kill()?;
        sleep(Duration::from_millis(dice.below(AWAY))).await;
        host.restart()?;
        let (games, acknowledged) = ledger.counts();
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "kill {kill} of {} after {seconds:.1} s: {games} games, {acknowledged} acknowledged",
            options.kills
        );
    }
    stop.send_replace(true);
    let ended = timeout(LAST_GAMES, async { while pairs.join_next().await.is_some() {} }).await;
    if ended.is_err() {
        ledger.blame("the last games do not end");
        pairs.shutdown().await;
    }
    let mut verdict = Verdict::new(&ledger);
    verdict.read_over_http(host.address(), &ledger, &mut dice).await;
    host.stop()?;
    verdict.read_the_database(&data, &ledger).await?;
    Ok(verdict)
}

/// Beside this program, where cargo puts what it builds.
fn data_folder() -> Outcome<PathBuf> {
    let here = std::env::current_exe().map_err(|error| Failure::of("where am I", error))?;
    Ok(here.with_file_name("chaos-data"))
}
