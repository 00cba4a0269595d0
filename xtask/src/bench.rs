//! `cargo xtask bench`: runs the benchmarks in release mode. The 3D board and the engine are measured in a
//! browser.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::build::{PAGE_ENV, Profile};
use crate::step::{TaskError, cargo, step, target_folder};
use crate::{browser_bin, chromium, debian, loadtest, toolchain, web};

/// Benchmarks and their crates.
const BENCHMARKS: [(&str, &str); 4] =
    [("perft", "oracles"), ("check", "hanpan"), ("pgn", "oracles"), ("start", "hanpan")];

pub(crate) fn run(what: &str) -> Result<ExitCode, TaskError> {
    match what {
        "board3d" => return board3d(),
        "engine" => return engine(),
        "explorer" => return explorer(DEFAULT_EXPLORER_GAMES),
        "invitation" => return invitation(),
        "portable" => return portable(),
        _ => {}
    }
    let chosen: Vec<_> = BENCHMARKS.into_iter().filter(|(name, _)| what == "all" || what == *name).collect();
    if chosen.is_empty() {
        return Err(TaskError(format!(
            "no benchmark is called {what}; there are perft, check, pgn, start, server, all of these, board3d, engine, explorer, invitation, cluster, export and portable"
        )));
    }
    for (name, package) in chosen {
        let mut bench = cargo(&["bench", "--package", package, "--bench", name]);
        if package == "oracles" {
            // The other libraries do not choose at run time and shall be as fast as they can be.
            for_this_processor(&mut bench)?;
        }
        step(name, &mut bench)?;
    }
    if what == "all" { loadtest::load(&[]) } else { Ok(ExitCode::SUCCESS) }
}

/// Measures frame times in a browser; the last line is the size of the module.
fn board3d() -> Result<ExitCode, TaskError> {
    chromium::ensure_for_tests()?;
    toolchain::ensure_target(web::TARGET)?;
    let page = web::bundle(web::Page::Shipped)?;
    let weight = web::weight(&page, "board3d")?;
    // Frame times do not depend on the server's build profile.
    let mut visit = browser_bin::build("board3d", Profile::Development, &page)?;
    browser_bin::run(visit.arg(weight.to_string()))
}

/// Measures how long pages and an invitation take on a slow network; the last line is the time to the button that joins the game.
fn invitation() -> Result<ExitCode, TaskError> {
    chromium::ensure_for_tests()?;
    toolchain::ensure_target(web::TARGET)?;
    let page = web::bundle(web::Page::Shipped)?;
    // The network is slower than any build profile of the server.
    browser_bin::run(&mut browser_bin::build("invitation", Profile::Development, &page)?)
}

/// Lets cargo compile for this machine's processor, into a target folder of its own, which is returned.
fn for_this_processor(command: &mut Command) -> Result<PathBuf, TaskError> {
    let folder = target_folder()?.join("native");
    command.env("RUSTFLAGS", "-C target-cpu=native").env("CARGO_TARGET_DIR", &folder);
    Ok(folder)
}

/// Compares the shipped program, as `cargo xtask dist` leaves it, with one compiled for this processor.
fn portable() -> Result<ExitCode, TaskError> {
    let target = target_folder()?;
    let portable = target.join("x86_64-unknown-linux-musl").join("dist").join("hanpan");
    if !portable.exists() {
        return Err(TaskError(format!(
            "{} does not exist; `cargo xtask dist` builds it",
            portable.display()
        )));
    }
    let mut build = cargo(&["build", "--release", "--package", "hanpan"]);
    let native = for_this_processor(&mut build)?.join("release").join("hanpan");
    step("native program", build.env_remove(PAGE_ENV))?;
    let mut bench = cargo(&["bench", "--package", "oracles", "--bench", "portable", "--"]);
    step("portable", bench.arg(portable).arg(native))?;
    Ok(ExitCode::SUCCESS)
}

/// Measures size, compaction and export of an archive of finished games.
pub(crate) fn export(options: &[&str]) -> Result<ExitCode, TaskError> {
    let mut bench = cargo(&["bench", "--package", "server", "--bench", "archive", "--"]);
    step("export", bench.args(options))?;
    Ok(ExitCode::SUCCESS)
}

/// Games that the opening explorer is measured with.
const DEFAULT_EXPLORER_GAMES: &str = "1000000";

/// Measures building and queries of the opening explorer beside Debian's Scid.
pub(crate) fn explorer(games: &str) -> Result<ExitCode, TaskError> {
    debian::ensure_from("xvfb-run", &["xvfb", "xauth"])?;
    let tkscid = debian::ensure_from("tkscid", &["scid"])?;
    let mut bench = cargo(&["bench", "--package", "oracles", "--bench", "explorer", "--"]);
    bench.arg(tkscid).arg(target_folder()?.join("explorer")).arg(games);
    step("explorer", &mut bench)?;
    Ok(ExitCode::SUCCESS)
}

/// Measures search speed natively, in a web worker, and of Debian's Stockfish.
fn engine() -> Result<ExitCode, TaskError> {
    chromium::ensure_for_tests()?;
    toolchain::ensure_target(web::TARGET)?;
    let stockfish = debian::ensure("stockfish")?;
    browser_bin::run(
        browser_bin::build("engine", Profile::Release, &web::bundle(web::Page::Shipped)?)?.arg(stockfish),
    )
}
