//! `cargo xtask chaos` and `cargo xtask bench server`: a real server under bots, who are in the room `bots`.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::build::Build;
use crate::step::{Failure, step};
use crate::visitor::{PROGRAM, go};

/// Kills the server again and again. What survives does not depend on how it was built, so it is built in less time.
pub(crate) fn chaos(options: &[&str]) -> Result<ExitCode, Failure> {
    let hanpan = Build::Development.program("hanpan", "hanpan", None)?;
    go(Command::new(Build::Development.program("bots", "chaos", None)?).args(options).env(PROGRAM, hanpan))
}

/// A few kills, for every run of the tests.
pub(crate) fn short_chaos(page: &Path) -> Result<(), Failure> {
    let hanpan = Build::Development.program("hanpan", "hanpan", Some(page))?;
    let trial = Build::Development.program("bots", "chaos", Some(page))?;
    step("chaos", Command::new(trial).args(["--kills", "8", "--bots", "24"]).env(PROGRAM, hanpan))
}

/// Crowds the server as it is given to people, with so many games or with the usual numbers.
pub(crate) fn load(games: &[&str]) -> Result<ExitCode, Failure> {
    let hanpan = Build::Release.program("hanpan", "hanpan", None)?;
    go(Command::new(Build::Release.program("bots", "load", None)?).args(games).env(PROGRAM, hanpan))
}
