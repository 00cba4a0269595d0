//! `cargo xtask bench`: the measurements, in release and for this processor (see `.cargo/config.toml`). Those of the board in
//! space and of the engine are taken in a browser.

use std::process::ExitCode;

use crate::build::Profile;
use crate::step::{TaskError, cargo, step};
use crate::{browser_bin, chromium, debian, loadtest, toolchain, web};

/// Each benchmark and the room it belongs to.
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

/// Times frames in a browser; the last line is what the module weighs.
fn board3d() -> Result<ExitCode, TaskError> {
    chromium::ensure()?;
    toolchain::ensure_target(web::TARGET)?;
    let page = web::bundle()?;
    let weight = web::board3d_bytes(&page)?;
    // Frames do not know how fast their host is.
    let mut visit = browser_bin::build("board3d", Profile::Development, &page)?;
    browser_bin::run(visit.arg(weight.to_string()))
}

/// Times the search natively, in a browser's worker, and beside Debian's stockfish.
fn engine() -> Result<ExitCode, TaskError> {
    chromium::ensure()?;
    toolchain::ensure_target(web::TARGET)?;
    let stockfish = debian::ensure("stockfish")?;
    browser_bin::run(browser_bin::build("engine", Profile::Release, &web::bundle()?)?.arg(stockfish))
}
