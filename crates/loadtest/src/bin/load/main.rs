//! `load`: measures the server under many concurrent games, compared with a bare WebSocket echo server.
//!
//! Bots play over real WebSockets on the loopback interface with all features on: clocks, events to both
//! players, every move fsynced before it is acknowledged. Phases: idle, one move per second per game, then
//! the maximum rate. The baseline is an echo of messages of the same average length, in the same run, over
//! the same number of connections.
//!
//! Costs are compared as messages (in and out) per second of CPU time used by the server, which depends
//! little on other load on the machine and not at all on disk latency. The server's rate limit allows one
//! message per 50 ms and connection. A server that is woken for each message does more work per message than
//! one that finds several queued; therefore the echo clients pause too, such that both servers receive the
//! same number of messages per second. The result for echo clients without pauses is printed as well.
//!
//! `load cluster` compares stores and numbers of servers instead.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "results are printed")]

mod cluster;
mod load_driver;
mod echo_server;
mod report;
mod bot_game;
mod metrics;
mod measurement;

use std::process::ExitCode;
use std::time::Duration;

use loadtest::{LoadtestError, LoadtestResult};

/// Numbers of concurrent games to measure.
const GAMES: [u32; 3] = [100, 1_000, 5_000];

/// Interval between two messages of a connection: slightly more than the 50 ms of the server's rate limit.
const SEND_INTERVAL: Duration = Duration::from_millis(52);

/// Interval between two messages to the echo server. A move causes three messages from the server, an echo
/// only one, so this interval gives the same number of messages per second.
const ECHO_SEND_INTERVAL: Duration = Duration::from_millis(26);

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["echo"] => block_on(echo_server::serve()),
        ["cluster"] => block_on(cluster::run(None)),
        ["cluster", games] => parse_games(games).and_then(|games| block_on(cluster::run(Some(games)))),
        [] => block_on(run(&GAMES)),
        games => games
            .iter()
            .map(|games| parse_games(games))
            .collect::<LoadtestResult<Vec<u32>>>()
            .and_then(|games| block_on(run(&games))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}

fn parse_games(games: &str) -> LoadtestResult<u32> {
    games.parse().map_err(|_| LoadtestError(format!("{games} is not a number of games")))
}

async fn run(games: &[u32]) -> LoadtestResult {
    let mut reports = Vec::new();
    for &games in games {
        println!("{games} games, {} connections", 2 * games);
        let hanpan = measurement::measure_hanpan(games).await?;
        let bytes = hanpan.message_bytes();
        let paced_echo = measurement::measure_echo(games, bytes, Some(ECHO_SEND_INTERVAL)).await?;
        let unpaced_echo = measurement::measure_echo(games, bytes, None).await?;
        let report = report::LoadReport { games, hanpan, paced_echo, unpaced_echo };
        println!("{report}");
        reports.push(report);
    }
    for report in &reports {
        println!("{}", report.ratio());
    }
    let violations: usize = reports.iter().map(|report| report.hanpan.violations).sum();
    match violations {
        0 => Ok(()),
        _ => Err(LoadtestError(format!("{violations} events lost or out of order"))),
    }
}

fn block_on(work: impl Future<Output = LoadtestResult>) -> LoadtestResult {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| LoadtestError::context("tokio runtime", error))?.block_on(work)
}
