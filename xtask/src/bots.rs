//! `cargo xtask chaos` and `cargo xtask bench server`: a real server under bots, who are in the room `bots`.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::step::{Failure, cargo, step, target_folder};
use crate::visitor::{PROGRAM, go};
use crate::web::{self, Build};

/// Kills the server again and again. What survives does not depend on how it was built, so it is built in less time.
pub(crate) fn chaos(options: &[&str]) -> Result<ExitCode, Failure> {
    let hanpan = web::program(Build::Development, None)?;
    go(Command::new(trial("chaos", Build::Development)?).args(options).env(PROGRAM, hanpan))
}

/// A few kills, for every run of the tests.
pub(crate) fn short_chaos(page: &Path) -> Result<(), Failure> {
    let hanpan = web::program(Build::Development, Some(page))?;
    let trial = trial("chaos", Build::Development)?;
    step("chaos", Command::new(trial).args(["--kills", "8", "--bots", "24"]).env(PROGRAM, hanpan))
}

/// Crowds the server as it is given to people, with so many games or with the usual numbers.
pub(crate) fn load(games: &[&str]) -> Result<ExitCode, Failure> {
    let hanpan = web::program(Build::Release, None)?;
    go(Command::new(trial("load", Build::Release)?).args(games).env(PROGRAM, hanpan))
}

/// Builds a program of the room `bots`. Gives where it is.
fn trial(name: &str, build: Build) -> Result<PathBuf, Failure> {
    let mut command = cargo(&["build", "--package", "bots", "--bin", name]);
    let folder = match build {
        Build::Release => {
            command.arg("--release");
            "release"
        }
        Build::Development => "debug",
    };
    step(name, &mut command)?;
    Ok(target_folder()?.join(folder).join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}
