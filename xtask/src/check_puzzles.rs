//! `cargo xtask check-puzzles`: the shipped puzzles given to Debian's stockfish, and to the engine's levels.

use std::process::ExitCode;

use crate::debian;
use crate::step::{TaskError, cargo};

/// Runs the example `check` of the crate `puzzles` with these options. Its last line is `unique U of N`.
pub(crate) fn run(options: &[&str]) -> Result<ExitCode, TaskError> {
    let stockfish = debian::ensure("stockfish")?;
    let mut check =
        cargo(&["run", "--quiet", "--profile", "play", "--package", "puzzles", "--example", "check", "--"]);
    let status = check.arg(stockfish).args(options).status();
    let status = status.map_err(|error| TaskError(format!("cargo cannot start: {error}")))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
