//! A program of the room `browser` that visits the page.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::build::Profile;
use crate::step::{TaskError, cargo, step, target_folder};

/// Visitors and the tests of `browser` visit the program that this variable names.
pub(crate) const PROGRAM_ENV: &str = "HANPAN_PROGRAM";

/// Builds Hanpan with this page, and the visitor. Gives the command that starts the visit.
pub(crate) fn build(name: &str, build: Profile, page: &Path) -> Result<Command, TaskError> {
    let hanpan = build.build("hanpan", "hanpan", Some(page))?;
    step(name, &mut cargo(&["build", "--package", "e2e", "--bin", name]))?;
    let program = target_folder()?.join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(program);
    command.env(PROGRAM_ENV, hanpan);
    Ok(command)
}

/// Lets the visit happen. What the visitor says comes last: nothing is said after it.
pub(crate) fn run(visit: &mut Command) -> Result<ExitCode, TaskError> {
    println!();
    let status = visit.status().map_err(|error| TaskError(format!("cannot start {visit:?}: {error}")))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
