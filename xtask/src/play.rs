//! `cargo xtask play`: builds and runs Hanpan.

use std::process::{Command, ExitCode};

use crate::build::Profile;
use crate::step::TaskError;
use crate::{toolchain, web};

/// Runs the program and returns its exit code.
pub(crate) fn run(args: &[&str]) -> Result<ExitCode, TaskError> {
    let page = match toolchain::ensure_target(web::TARGET) {
        Ok(()) => Some(web::bundle()?),
        // Everything except the web page works without the WebAssembly target.
        Err(TaskError(why)) => {
            println!("\n==> without the web page, because the target {} is missing: {why}", web::TARGET);
            None
        }
    };
    let program = Profile::Release.build("hanpan", "hanpan", page.as_deref())?;
    println!();
    exec(Command::new(program).args(args))
}

/// Replaces this process, so that signals and the terminal belong to the program.
#[cfg(unix)]
fn exec(command: &mut Command) -> Result<ExitCode, TaskError> {
    let error = std::os::unix::process::CommandExt::exec(command);
    Err(TaskError(format!("cannot start {command:?}: {error}")))
}

#[cfg(not(unix))]
fn exec(command: &mut Command) -> Result<ExitCode, TaskError> {
    let status = command.status().map_err(|error| TaskError(format!("cannot start {command:?}: {error}")))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
