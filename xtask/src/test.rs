//! `cargo xtask test`: everything that must hold, the quickest to fail first.

mod advisories;
mod web;

use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::build::PAGE_ENV;
use crate::step::{TaskError, cargo, output, root, step};
use crate::{debian, loadtest, python, toolchain};

/// How deep the tests that count millions of positions go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// To a number of nodes that keeps the run short.
    Capped,
    /// To the end.
    Full,
}

/// The tests that go deeper when asked look for this variable.
const FULL_ENV: &str = "HANPAN_FULL";

/// WebAssembly with `core` and `alloc` and nothing else: whatever builds for it needs neither `std` nor a system.
const NO_STD_TARGET: &str = "wasm32v1-none";

pub(crate) fn run(depth: Depth) -> Result<ExitCode, TaskError> {
    let start = Instant::now();
    toolchain::ensure_components()?;
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    step("clippy", &mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    // All rooms together share their features; the program that is given to people has to do with its own.
    step("the program alone", &mut cargo(&["check", "--package", "hanpan"]))?;
    check_rules_has_no_dependencies()?;
    let advisories = advisories::check()?;
    check_rules_without_std()?;
    let page = web::lint_and_bundle()?;
    debian::ensure("stockfish")?;
    let python_path = python::ensure_chess()?;
    let mut tests = cargo(&["test", "--workspace", "--exclude", "e2e"]);
    step("tests", with_depth(&mut tests, depth).env("PYTHONPATH", python_path))?;
    test_tuner()?;
    test_other_cpus()?;
    web::test_in_chromium(&page)?;
    loadtest::short_chaos(&page)?;
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
pub(crate) fn run_browser_tests() -> Result<ExitCode, TaskError> {
    web::test_in_chromium(&web::lint_and_bundle()?)?;
    Ok(ExitCode::SUCCESS)
}

fn with_depth(command: &mut Command, depth: Depth) -> &mut Command {
    match depth {
        Depth::Capped => command.env_remove(FULL_ENV),
        Depth::Full => command.env(FULL_ENV, "1"),
    }
    // The tests of the program want one without the board, whatever is being built around them.
    .env_remove(PAGE_ENV)
}

/// The tuner of the engine is a program behind a feature, which nothing else asks for.
fn test_tuner() -> Result<(), TaskError> {
    let engine = ["--package", "engine", "--features", "tuning", "--lib", "--bins"];
    step("clippy of the tuner", cargo(&["clippy"]).args(engine).args(["--tests", "--", "-D", "warnings"]))?;
    step("tests of the tuner", cargo(&["test"]).args(engine))
}

/// Move generation is compiled in three ways: for processors with AVX-512, with PEXT, and with neither. The machine at
/// hand chooses one; this tests the others as well.
fn test_other_cpus() -> Result<(), TaskError> {
    if !cfg!(target_arch = "x86_64") {
        return Ok(());
    }
    for (name, processor) in [("tests with PEXT", "x86-64-v3"), ("tests without PEXT", "x86-64")] {
        let mut command =
            cargo(&["test", "--package", "rules", "--lib", "--test", "perft", "--test", "legality"]);
        command
            .env("RUSTFLAGS", format!("-C target-cpu={processor}"))
            .env("CARGO_TARGET_DIR", root().join("target").join(processor))
            .env_remove(FULL_ENV);
        step(name, &mut command)?;
    }
    Ok(())
}

fn check_rules_has_no_dependencies() -> Result<(), TaskError> {
    let tree =
        output(&mut cargo(&["tree", "--package", "rules", "--edges", "normal,build", "--prefix", "none"]))?;
    if tree.lines().count() == 1 {
        Ok(())
    } else {
        Err(TaskError(format!("rules has dependencies:\n{tree}")))
    }
}

/// Builds `rules` without `std`.
fn check_rules_without_std() -> Result<(), TaskError> {
    toolchain::ensure_target(NO_STD_TARGET)?;
    step("rules without std", &mut cargo(&["check", "--package", "rules", "--target", NO_STD_TARGET]))
}
