//! Runs one command of a task: prints a headline, times it and checks its exit status.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Error that ends a task, as a message for the user.
#[derive(Debug)]
pub(crate) struct TaskError(pub(crate) String);

/// The cargo that runs this program, started in the root of the repository.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    // Cargo describes this package in the environment. Build scripts that read it, such as that of ring, would run again
    // after every change between `cargo xtask` and plain `cargo`, and with them TLS and the server would be recompiled.
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
        {
            command.env_remove(name);
        }
    }
    command
}

/// Root of the repository.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Cargo's target folder, which contains this program.
pub(crate) fn target_folder() -> Result<PathBuf, TaskError> {
    let here = std::env::current_exe()
        .map_err(|error| TaskError(format!("cannot find the running executable: {error}")))?;
    let folder = here
        .ancestors()
        .nth(2)
        .ok_or_else(|| TaskError("the executable is not in a target folder".to_owned()))?;
    Ok(folder.to_owned())
}

/// Runs a command with its output on the terminal, between a headline and the elapsed time.
pub(crate) fn step(name: &str, command: &mut Command) -> Result<(), TaskError> {
    println!("\n==> {name}");
    let start = Instant::now();
    let status = command.status().map_err(|error| TaskError(format!("{name}: cannot start: {error}")))?;
    let seconds = start.elapsed().as_secs_f64();
    if !status.success() {
        return Err(TaskError(format!("{name} failed after {seconds:.1} s ({status}): {command:?}")));
    }
    println!("    {name}: {seconds:.1} s");
    Ok(())
}

/// Runs a command and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String, TaskError> {
    let why = match command.output() {
        Ok(output) if output.status.success() => {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        Err(error) => error.to_string(),
    };
    Err(TaskError(format!("{command:?}: {why}")))
}
