//! `cargo xtask bench`: the measurements, in release and for this processor (see `.cargo/config.toml`).

use std::process::ExitCode;

use crate::bots;
use crate::step::{Failure, cargo, step};

/// Each benchmark and the room it belongs to.
const BENCHMARKS: [(&str, &str); 4] =
    [("perft", "peers"), ("check", "hanpan"), ("pgn", "peers"), ("start", "hanpan")];

pub(crate) fn run(what: &str) -> Result<ExitCode, Failure> {
    let chosen: Vec<_> = BENCHMARKS.into_iter().filter(|(name, _)| what == "all" || what == *name).collect();
    if chosen.is_empty() {
        return Err(Failure(format!(
            "no benchmark is called {what}; there are perft, check, pgn, start, server and all"
        )));
    }
    for (name, package) in chosen {
        step(name, &mut cargo(&["bench", "--package", package, "--bench", name]))?;
    }
    if what == "all" { bots::load(&[]) } else { Ok(ExitCode::SUCCESS) }
}
