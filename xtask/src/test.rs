//! `cargo xtask test`: all checks, the fastest first; `--quick` runs only format, lints and native tests.

mod advisories;
mod native;
mod packages;
mod web;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::step::{TaskError, cargo, output, step};
use crate::{debian, loadtest, python, toolchain};

/// Depth limit of the perft suites, and whether the long browser tests are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// Node limit that keeps the run short.
    Capped,
    /// Full depth.
    Full,
}

/// Tests with a node limit ignore it if this variable is set.
const FULL_ENV: &str = "HANPAN_FULL";

/// WebAssembly target without `std`: a crate that builds for it needs only `core` and `alloc`.
const NO_STD_TARGET: &str = "wasm32v1-none";

pub(crate) fn run(depth: Depth) -> Result<ExitCode, TaskError> {
    let start = Instant::now();
    check_format_and_lints()?;
    // In a workspace build all crates share their features; the shipped program must build with its own.
    step("hanpan alone", &mut cargo(&["check", "--package", "hanpan"]))?;
    check_rules_has_no_dependencies()?;
    let advisories = advisories::check()?;
    check_rules_without_std()?;
    let page = bundle_beside_native_tests(depth)?;
    test_tuner()?;
    test_computed_keys()?;
    packages::check()?;
    web::test_in_chromium(&page, depth)?;
    check_chaos_and_documentation(&page)?;
    match advisories {
        None => println!("\nall passed in {:.0} s", start.elapsed().as_secs_f64()),
        Some(skipped) => {
            println!("\nskipped: {skipped}\nall else passed in {:.0} s", start.elapsed().as_secs_f64());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Format, lints and native tests: the inner loop of development.
pub(crate) fn run_quick() -> Result<ExitCode, TaskError> {
    let start = Instant::now();
    check_format_and_lints()?;
    run_native_tests(Depth::Capped)?;
    println!("\nquick checks passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(ExitCode::SUCCESS)
}

/// Only the browser tests, for work on the page.
pub(crate) fn run_browser_tests() -> Result<ExitCode, TaskError> {
    web::test_in_chromium(&web::bundle_and_lint()?, Depth::Capped)?;
    Ok(ExitCode::SUCCESS)
}

/// Bundles the page while the native tests are compiled and run: linking the page keeps only one core busy, and many tests
/// wait for a clock or another process. Returns the folder of the bundle.
fn bundle_beside_native_tests(depth: Depth) -> Result<PathBuf, TaskError> {
    std::thread::scope(|scope| {
        let page = scope.spawn(web::bundle_and_lint);
        let tests = run_native_tests(depth);
        let page = page.join().map_err(|_| TaskError("bundling the page panicked".to_owned()))?;
        tests.and(page)
    })
}

/// Builds the documentation during the chaos runs, which mostly wait.
fn check_chaos_and_documentation(page: &Path) -> Result<(), TaskError> {
    std::thread::scope(|scope| {
        let chaos = scope.spawn(|| loadtest::short_chaos(page));
        let mut doc = cargo(&["doc", "--workspace", "--no-deps"]);
        let documentation = step("documentation", doc.env("RUSTDOCFLAGS", "-D warnings"));
        let chaos = chaos.join().map_err(|_| TaskError("the chaos runs panicked".to_owned()))?;
        chaos.and(documentation)
    })
}

fn check_format_and_lints() -> Result<(), TaskError> {
    toolchain::ensure_components()?;
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    step("clippy", &mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

/// Tests of all crates except the browser tests. Some run against Stockfish, python-chess, PostgreSQL, the message
/// broker NATS and the certificate authority pebble.
fn run_native_tests(depth: Depth) -> Result<(), TaskError> {
    debian::ensure("stockfish")?;
    debian::ensure("g++")?;
    debian::ensure("pebble")?;
    debian::ensure("curl")?;
    debian::ensure_postgresql()?;
    debian::ensure("nats-server")?;
    let python_path = python::ensure(python::CHESS)?;
    native::run(|tests| {
        with_depth(tests, depth).env("PYTHONPATH", &python_path);
    })?;
    match depth {
        Depth::Capped => Ok(()),
        Depth::Full => test_endgame_tables(),
    }
}

/// Solves whole sets of four men with the slow solver, and checks the exercises against pawns. Their longest test takes half an
/// hour and is left out.
fn test_endgame_tables() -> Result<(), TaskError> {
    let tests = ["--package", "tablebase", "--package", "client", "--test", "oracle", "--test", "practice"];
    let longest = "all_positions_of_four_men_have_the_outcome_of_their_moves";
    step("tests: endgame tables", cargo(&["test"]).args(tests).args(["--", "--ignored", "--skip", longest]))
}

/// Runs twice as many tests at once as there are processors: most wait for a clock, a browser or another process.
fn test_threads() -> [(&'static str, String); 1] {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    [("RUST_TEST_THREADS", (2 * processors).to_string())]
}

fn with_depth(command: &mut Command, depth: Depth) -> &mut Command {
    match depth {
        Depth::Capped => command.env_remove(FULL_ENV),
        Depth::Full => command.env(FULL_ENV, "1"),
    }
}

/// Lints and tests the engine's tuner, a binary behind the feature `tuning`.
fn test_tuner() -> Result<(), TaskError> {
    let engine = ["--package", "engine", "--features", "tuning", "--lib", "--bins"];
    step("clippy: tuner", cargo(&["clippy"]).args(engine).args(["--tests", "--", "-D", "warnings"]))?;
    step("tests: tuner", cargo(&["test"]).args(engine))
}

/// Tests the hash keys of the page, which are behind the feature `computed-keys`.
fn test_computed_keys() -> Result<(), TaskError> {
    let tests = ["--package", "hanpan-rules", "--features", "computed-keys", "--test", "hash"];
    step("tests: computed keys", cargo(&["test"]).args(tests))
}

fn check_rules_has_no_dependencies() -> Result<(), TaskError> {
    let tree = output(&mut cargo(&[
        "tree",
        "--package",
        "hanpan-rules",
        "--edges",
        "normal,build",
        "--prefix",
        "none",
    ]))?;
    if tree.lines().count() == 1 {
        Ok(())
    } else {
        Err(TaskError(format!("rules has dependencies:\n{tree}")))
    }
}

/// Checks that `rules` builds without `std`.
fn check_rules_without_std() -> Result<(), TaskError> {
    toolchain::ensure_target(NO_STD_TARGET)?;
    step("rules without std", &mut cargo(&["check", "--package", "hanpan-rules", "--target", NO_STD_TARGET]))
}
