//! `cargo xtask test`: everything that must hold, the quickest to fail first.

mod advisories;
mod page;

use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::build::PAGE;
use crate::step::{Failure, cargo, output, root, step};
use crate::{bots, debian, toolchain};

/// How deep the tests that count millions of positions go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// To a number of nodes that keeps the run short.
    Capped,
    /// To the end.
    Full,
}

/// The tests that go deeper when asked look for this variable.
const FULL: &str = "HANPAN_FULL";

/// WebAssembly with `core` and `alloc` and nothing else: whatever builds for it needs neither `std` nor a system.
const BARE_TARGET: &str = "wasm32v1-none";

pub(crate) fn run(depth: Depth) -> Result<ExitCode, Failure> {
    let start = Instant::now();
    toolchain::ensure_components()?;
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    step("clippy", &mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    // All rooms together share their features; the program that is given to people has to do with its own.
    step("the program alone", &mut cargo(&["check", "--package", "hanpan"]))?;
    rules_stands_alone()?;
    let advisories = advisories::check()?;
    bare_build()?;
    let page = page::pack()?;
    ensure_rivals()?;
    step("tests", with_depth(&mut cargo(&["test", "--workspace", "--exclude", "browser"]), depth))?;
    tuner()?;
    other_processors()?;
    page::visit(&page)?;
    bots::short_chaos(&page)?;
    step("documentation", cargo(&["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    match advisories {
        None => println!("\nall passed in {:.0} s", start.elapsed().as_secs_f64()),
        Some(skipped) => {
            println!("\nskipped: {skipped}\nall else passed in {:.0} s", start.elapsed().as_secs_f64());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The visits alone: whoever works on the page wants them often.
pub(crate) fn in_browser() -> Result<ExitCode, Failure> {
    page::visit(&page::pack()?)?;
    Ok(ExitCode::SUCCESS)
}

/// The tests of the UCI room, of matches and of plain play want a grown engine on the other side, and a board of other
/// people's on ours.
fn ensure_rivals() -> Result<(), Failure> {
    debian::ensure("stockfish")?;
    let knows_chess = |python: &str| output(Command::new(python).args(["-c", "import chess.engine"])).is_ok();
    if !["python3", "/usr/bin/python3"].into_iter().any(knows_chess) {
        debian::install(&["python3-chess"]).map_err(|Failure(why)| {
            Failure(format!("please install python-chess, which drives our engine in a test: {why}"))
        })?;
    }
    Ok(())
}

fn with_depth(command: &mut Command, depth: Depth) -> &mut Command {
    match depth {
        Depth::Capped => command.env_remove(FULL),
        Depth::Full => command.env(FULL, "1"),
    }
    // The tests of the program want one without the board, whatever is being built around them.
    .env_remove(PAGE)
}

/// The tuner of the engine is a program behind a feature, which nothing else asks for.
fn tuner() -> Result<(), Failure> {
    let engine = ["--package", "engine", "--features", "tuning", "--lib", "--bins"];
    step("clippy of the tuner", cargo(&["clippy"]).args(engine).args(["--tests", "--", "-D", "warnings"]))?;
    step("tests of the tuner", cargo(&["test"]).args(engine))
}

/// Move generation is compiled in three ways: for processors with AVX-512, with PEXT, and with neither. The machine at
/// hand chooses one; this tests the others as well.
fn other_processors() -> Result<(), Failure> {
    if !cfg!(target_arch = "x86_64") {
        return Ok(());
    }
    for (name, processor) in [("tests with PEXT", "x86-64-v3"), ("tests without PEXT", "x86-64")] {
        let mut command =
            cargo(&["test", "--package", "rules", "--lib", "--test", "perft", "--test", "legality"]);
        command
            .env("RUSTFLAGS", format!("-C target-cpu={processor}"))
            .env("CARGO_TARGET_DIR", root().join("target").join(processor))
            .env_remove(FULL);
        step(name, &mut command)?;
    }
    Ok(())
}

fn rules_stands_alone() -> Result<(), Failure> {
    let tree =
        output(&mut cargo(&["tree", "--package", "rules", "--edges", "normal,build", "--prefix", "none"]))?;
    if tree.lines().count() == 1 { Ok(()) } else { Err(Failure(format!("rules has dependencies:\n{tree}"))) }
}

/// Builds `rules` without `std`.
fn bare_build() -> Result<(), Failure> {
    toolchain::ensure_target(BARE_TARGET)?;
    step("rules without std", &mut cargo(&["check", "--package", "rules", "--target", BARE_TARGET]))
}
