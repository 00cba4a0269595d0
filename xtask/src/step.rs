//! One command of a chore, announced, timed and checked.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Why a chore stopped, in words for its user.
#[derive(Debug)]
pub(crate) struct TaskError(pub(crate) String);

/// The cargo that runs this program, called in the root of the repository.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Where cargo puts what it builds: this program is itself in a folder there.
pub(crate) fn target_folder() -> Result<PathBuf, TaskError> {
    let here = std::env::current_exe().map_err(|error| TaskError(format!("who am I? {error}")))?;
    let folder =
        here.ancestors().nth(2).ok_or_else(|| TaskError("this program is in no folder".to_owned()))?;
    Ok(folder.to_owned())
}

/// Runs a command whose output goes to the terminal, between a headline and the time it took.
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

/// What a command prints, or why it does not.
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
