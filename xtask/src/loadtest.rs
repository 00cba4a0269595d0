//! `cargo xtask chaos` and `cargo xtask bench server`: a real server under bots, who are in the room `bots`.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::browser_bin::{PROGRAM_ENV, run};
use crate::build::Profile;
use crate::step::{TaskError, step};

/// Kills the server again and again. What survives does not depend on how it was built, so it is built in less time.
pub(crate) fn chaos(options: &[&str]) -> Result<ExitCode, TaskError> {
    let hanpan = Profile::Development.build("hanpan", "hanpan", None)?;
    run(Command::new(Profile::Development.build("loadtest", "chaos", None)?)
        .args(options)
        .env(PROGRAM_ENV, hanpan))
}

/// A few kills, for every run of the tests.
pub(crate) fn short_chaos(page: &Path) -> Result<(), TaskError> {
    let hanpan = Profile::Development.build("hanpan", "hanpan", Some(page))?;
    let trial = Profile::Development.build("loadtest", "chaos", Some(page))?;
    step("chaos", Command::new(trial).args(["--kills", "8", "--bots", "24"]).env(PROGRAM_ENV, hanpan))
}

/// Crowds the server as it is given to people, with so many games or with the usual numbers.
pub(crate) fn load(games: &[&str]) -> Result<ExitCode, TaskError> {
    let hanpan = Profile::Release.build("hanpan", "hanpan", None)?;
    run(Command::new(Profile::Release.build("loadtest", "load", None)?).args(games).env(PROGRAM_ENV, hanpan))
}
