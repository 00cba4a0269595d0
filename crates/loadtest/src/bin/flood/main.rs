//! `flood`: attacks the server from a few addresses and verifies that others are served.
//!
//! Each attack runs against a new `hanpan serve` over real sockets, prints its figures and fails if an honest
//! client is refused or waits too long. Addresses are those of the loopback network, or given in
//! `X-Forwarded-For`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "figures are printed")]

mod connections;
mod games;
mod logins;
mod seeks;

use std::process::ExitCode;

use loadtest::http::data_folder;
use loadtest::{LoadtestError, LoadtestResult, ServerProcess};
use logins::Attackers;

/// Names of the attacks, in the order in which they run.
const ATTACKS: [&str; 8] =
    ["memory", "logins", "newcomers", "block", "connections", "seeks", "computer", "invitations"];

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let names = if names.is_empty() { ATTACKS.map(str::to_owned).to_vec() } else { names };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let outcome = runtime
        .map_err(|error| LoadtestError::context("tokio runtime", error))
        .and_then(|runtime| names.iter().try_for_each(|name| runtime.block_on(run(name))));
    match outcome {
        Ok(()) => {
            println!("flood ok");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("flood: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(name: &str) -> LoadtestResult {
    let data = data_folder("flood-data")?;
    let figures = match name {
        "memory" => logins::memory(&ServerProcess::start(&data)?).await,
        "logins" => logins::delay(&ServerProcess::start(&data)?).await,
        "newcomers" => logins::newcomers(&ServerProcess::start(&data)?, Attackers::ManyBlocks).await,
        "block" => logins::newcomers(&ServerProcess::start(&data)?, Attackers::OneBlock).await,
        // Half requests have no header, so the addresses must be real ones.
        "connections" => connections::half_requests(&ServerProcess::start_with(&data, &[])?).await,
        "seeks" => seeks::fill_lobby(&ServerProcess::start(&data)?).await,
        "computer" => games::fill_computer(&ServerProcess::start(&data)?).await,
        "invitations" => games::parallel_invitations(&ServerProcess::start(&data)?).await,
        _ => Err(LoadtestError(format!("unknown attack {name}; expected {}", ATTACKS.join(", ")))),
    };
    println!("{name}: {}", figures.map_err(|error| LoadtestError::context(name, error))?);
    Ok(())
}

/// Returns an error with the figures if a condition is not met.
fn check(met: bool, figures: String) -> LoadtestResult<String> {
    if met { Ok(figures) } else { Err(LoadtestError(figures)) }
}
