//! Programs of Debian and its kin, installed when they are first needed.

use std::path::PathBuf;
use std::process::Command;

use crate::step::{TaskError, output};

/// Where Debian puts games, which not everybody may call by their name alone.
const GAMES_DIR: &str = "/usr/games";

/// Where a program is, if it is installed.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from(GAMES_DIR)]);
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Where a program is that has its package's name; it is installed if it is missing.
pub(crate) fn ensure(program: &str) -> Result<PathBuf, TaskError> {
    if let Some(file) = find(program) {
        return Ok(file);
    }
    install(&[program]).map_err(|TaskError(why)| TaskError(format!("please install {program}: {why}")))?;
    find(program).ok_or_else(|| TaskError(format!("{program} is installed and cannot be found")))
}

/// Installs packages, and nothing that they merely recommend.
pub(crate) fn install(packages: &[&str]) -> Result<(), TaskError> {
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    for args in [vec!["update"], install] {
        println!("\n==> apt-get {}", args.join(" "));
        output(as_root("apt-get")?.args(args).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
}

/// A command that may change the system. It never asks for a password: nobody may be there to give it.
fn as_root(program: &str) -> Result<Command, TaskError> {
    if output(Command::new("id").arg("-u"))?.trim() == "0" {
        return Ok(Command::new(program));
    }
    let mut command = Command::new("sudo");
    command.args(["--non-interactive", program]);
    Ok(command)
}
