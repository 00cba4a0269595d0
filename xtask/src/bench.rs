//! `cargo xtask bench`: runs the benchmarks in release mode for the native CPU (see `.cargo/config.toml`).
//! The 3D board and the engine are measured in a browser.

use std::process::ExitCode;

use crate::build::Profile;
use crate::step::{TaskError, cargo, step};
use crate::{browser_bin, chromium, debian, loadtest, toolchain, web};

/// Benchmarks and their crates.
const BENCHMARKS: [(&str, &str); 4] =
    [("perft", "oracles"), ("check", "hanpan"), ("pgn", "oracles"), ("start", "hanpan")];

pub(crate) fn run(what: &str) -> Result<ExitCode, TaskError> {
    match what {
        "board3d" => return board3d(),
        "engine" => return engine(),
        _ => {}
    }
    let chosen: Vec<_> = BENCHMARKS.into_iter().filter(|(name, _)| what == "all" || what == *name).collect();
    if chosen.is_empty() {
        return Err(TaskError(format!(
            "no benchmark is called {what}; there are perft, check, pgn, start, server, all of these, board3d and engine"
        )));
    }
    for (name, package) in chosen {
        step(name, &mut cargo(&["bench", "--package", package, "--bench", name]))?;
    }
    if what == "all" { loadtest::load(&[]) } else { Ok(ExitCode::SUCCESS) }
}

/// Measures frame times in a browser; the last line is the size of the module.
fn board3d() -> Result<ExitCode, TaskError> {
    chromium::ensure()?;
    toolchain::ensure_target(web::TARGET)?;
    let page = web::bundle()?;
    let weight = web::board3d_bytes(&page)?;
    // Frame times do not depend on the server's build profile.
    let mut visit = browser_bin::build("board3d", Profile::Development, &page)?;
    browser_bin::run(visit.arg(weight.to_string()))
}

/// Measures search speed natively, in a web worker, and of Debian's Stockfish.
fn engine() -> Result<ExitCode, TaskError> {
    chromium::ensure()?;
    toolchain::ensure_target(web::TARGET)?;
    let stockfish = debian::ensure("stockfish")?;
    browser_bin::run(browser_bin::build("engine", Profile::Release, &web::bundle()?)?.arg(stockfish))
}
