//! `load`: how a server bears a crowd, beside one that does nothing but answer.
//!
//! So many games are played by bots over real WebSockets on the loopback, with everything on that people have: accounts of
//! time, events to both players, every move on the disk before it is acknowledged. First nobody does anything, then every
//! game moves once a second, then every game as fast as it may. The rival is a bare echo of messages as long as ours, in the
//! same run, over as many connections.
//!
//! Work is compared by what it costs: messages, in and out, for each second of a processor's time that the server used, so
//! that it matters little what else the machine does, and not at all how long a disk takes. No connection may send to us more
//! often than every 50 ms. A server that is woken for every single message does more for each than one that always finds
//! some waiting; so the echo's clients pause as well, and as many messages a second are offered to both. What the echo does
//! for clients that never pause is told beside it.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a measurement tells what it finds")]

mod load_driver;
mod echo_server;
mod report;
mod bot_game;
mod metrics;
mod measurement;

use std::process::ExitCode;
use std::time::Duration;

use loadtest::{LoadtestError, LoadtestResult};

/// How many games there are at once.
const GAMES: [u32; 3] = [100, 1_000, 5_000];

/// A connection may send a message to us every 50 ms; a little later is safe.
const SEND_INTERVAL: Duration = Duration::from_millis(52);

/// How often a connection sends to the echo: a message to us is answered by three, one to the echo by one, so that there are
/// as many messages to be handled in the same time.
const ECHO_SEND_INTERVAL: Duration = Duration::from_millis(26);

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["echo"] => block_on(echo_server::serve()),
        [] => block_on(run(&GAMES)),
        games => games
            .iter()
            .map(|games| games.parse().map_err(|_| LoadtestError(format!("{games} is no number of games"))))
            .collect::<LoadtestResult<Vec<u32>>>()
            .and_then(|games| block_on(run(&games))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("load: {failure}");
            ExitCode::FAILURE
        }
    }
}

async fn run(games: &[u32]) -> LoadtestResult {
    let mut reports = Vec::new();
    for &games in games {
        println!("{games} games, {} connections", 2 * games);
        let ours = measurement::measure_hanpan(games).await?;
        let bytes = ours.message_bytes();
        let echo = measurement::measure_echo(games, bytes, Some(ECHO_SEND_INTERVAL)).await?;
        let restless = measurement::measure_echo(games, bytes, None).await?;
        let report = report::LoadReport { games, hanpan: ours, paced_echo: echo, unpaced_echo: restless };
        println!("{report}");
        reports.push(report);
    }
    for report in &reports {
        println!("{}", report.ratio());
    }
    let faults: usize = reports.iter().map(|report| report.hanpan.violations).sum();
    match faults {
        0 => Ok(()),
        _ => Err(LoadtestError(format!("{faults} events were lost or out of order"))),
    }
}

fn block_on(work: impl Future<Output = LoadtestResult>) -> LoadtestResult {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| LoadtestError::context("threads", error))?.block_on(work)
}
