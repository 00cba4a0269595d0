//! `cargo xtask bench`: the measurements, in release and for this processor (see `.cargo/config.toml`). Those of the board in
//! space and of the engine are taken in a browser.

use std::process::ExitCode;

use crate::build::Build;
use crate::step::{Failure, cargo, step};
use crate::{bots, chromium, debian, toolchain, visitor, web};

/// Each benchmark and the room it belongs to.
const BENCHMARKS: [(&str, &str); 4] =
    [("perft", "peers"), ("check", "hanpan"), ("pgn", "peers"), ("start", "hanpan")];

pub(crate) fn run(what: &str) -> Result<ExitCode, Failure> {
    match what {
        "board3d" => return board3d(),
        "engine" => return engine(),
        _ => {}
    }
    let chosen: Vec<_> = BENCHMARKS.into_iter().filter(|(name, _)| what == "all" || what == *name).collect();
    if chosen.is_empty() {
        return Err(Failure(format!(
            "no benchmark is called {what}; there are perft, check, pgn, start, server, all of these, board3d and engine"
        )));
    }
    for (name, package) in chosen {
        step(name, &mut cargo(&["bench", "--package", package, "--bench", name]))?;
    }
    if what == "all" { bots::load(&[]) } else { Ok(ExitCode::SUCCESS) }
}

/// Times frames in a browser; the last line is what the module weighs.
fn board3d() -> Result<ExitCode, Failure> {
    chromium::ensure()?;
    toolchain::ensure_target(web::TARGET)?;
    let page = web::page()?;
    let weight = web::weight_of_board3d(&page)?;
    // Frames do not know how fast their host is.
    let mut visit = visitor::visitor("board3d", Build::Development, &page)?;
    visitor::go(visit.arg(weight.to_string()))
}

/// Times the search natively, in a browser's worker, and beside Debian's stockfish.
fn engine() -> Result<ExitCode, Failure> {
    chromium::ensure()?;
    toolchain::ensure_target(web::TARGET)?;
    let stockfish = debian::ensure("stockfish")?;
    visitor::go(visitor::visitor("engine", Build::Release, &web::page()?)?.arg(stockfish))
}
