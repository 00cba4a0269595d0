//! A program of the room `browser` that visits the page.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::build::Build;
use crate::step::{Failure, cargo, step, target_folder};

/// Visitors and the tests of `browser` visit the program that this variable names.
pub(crate) const PROGRAM: &str = "HANPAN_PROGRAM";

/// Builds Hanpan with this page, and the visitor. Gives the command that starts the visit.
pub(crate) fn visitor(name: &str, build: Build, page: &Path) -> Result<Command, Failure> {
    let hanpan = build.program("hanpan", "hanpan", Some(page))?;
    step(name, &mut cargo(&["build", "--package", "browser", "--bin", name]))?;
    let program = target_folder()?.join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(program);
    command.env(PROGRAM, hanpan);
    Ok(command)
}

/// Lets the visit happen. What the visitor says comes last: nothing is said after it.
pub(crate) fn go(visit: &mut Command) -> Result<ExitCode, Failure> {
    println!();
    let status = visit.status().map_err(|error| Failure(format!("cannot start {visit:?}: {error}")))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
