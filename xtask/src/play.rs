//! `cargo xtask play`: the product, built and run.

use std::process::{Command, ExitCode};

use crate::step::{Failure, cargo, step, target_folder};
use crate::{toolchain, web};

/// The program's own exit code is passed on.
pub(crate) fn run(args: &[&str]) -> Result<ExitCode, Failure> {
    let mut build = cargo(&["build", "--release", "--package", "hanpan"]);
    match toolchain::ensure_target(web::TARGET) {
        Ok(()) => build.env(web::PAGE, web::page()?),
        // All but the board works without it.
        Err(Failure(why)) => {
            println!("\n==> no board in the browser, for want of the target {}: {why}", web::TARGET);
            build.env_remove(web::PAGE)
        }
    };
    step("hanpan", &mut build)?;
    let program = target_folder()?.join("release").join(format!("hanpan{}", std::env::consts::EXE_SUFFIX));
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
