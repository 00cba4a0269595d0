//! `cargo xtask play`: the product, built and run.

use std::process::{Command, ExitCode};

use crate::build::Build;
use crate::step::Failure;
use crate::{toolchain, web};

/// The program's own exit code is passed on.
pub(crate) fn run(args: &[&str]) -> Result<ExitCode, Failure> {
    let page = match toolchain::ensure_target(web::TARGET) {
        Ok(()) => Some(web::page()?),
        // All but the board works without it.
        Err(Failure(why)) => {
            println!("\n==> no board in the browser, for want of the target {}: {why}", web::TARGET);
            None
        }
    };
    let program = Build::Release.program("hanpan", "hanpan", page.as_deref())?;
    println!();
    become_program(Command::new(program).args(args))
}

/// The program takes the place of this one, so that signals and the terminal are its own.
#[cfg(unix)]
fn become_program(command: &mut Command) -> Result<ExitCode, Failure> {
    let error = std::os::unix::process::CommandExt::exec(command);
    Err(Failure(format!("cannot start {command:?}: {error}")))
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Result<ExitCode, Failure> {
    let status = command.status().map_err(|error| Failure(format!("cannot start {command:?}: {error}")))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
