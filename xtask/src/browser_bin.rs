//! Binaries of the crate `e2e`, which drive the page in a browser.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::build::Profile;
use crate::step::{TaskError, cargo, step, target_folder};

/// Binaries and tests of `e2e` start the program named by this variable.
pub(crate) const PROGRAM_ENV: &str = "HANPAN_PROGRAM";

/// Builds Hanpan with this page, and the binary. Returns the command that runs it.
pub(crate) fn build(name: &str, build: Profile, page: &Path) -> Result<Command, TaskError> {
    let hanpan = build.build("hanpan", "hanpan", Some(page))?;
    step(name, &mut cargo(&["build", "--package", "e2e", "--bin", name]))?;
    let program = target_folder()?.join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(program);
    command.env(PROGRAM_ENV, hanpan);
    Ok(command)
}

/// Runs the binary. Its output comes last, because programs read the last lines.
pub(crate) fn run(command: &mut Command) -> Result<ExitCode, TaskError> {
    println!();
    let status = command.status().map_err(|error| TaskError(format!("cannot start {command:?}: {error}")))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
