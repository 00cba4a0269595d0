//! `cargo xtask chaos`, `lag`, `clock`, `flood`, `bench server` and `bench cluster`: tests of a real server from outside (crate
//! `loadtest`).

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::browser_bin::{PROGRAM_ENV, run};
use crate::build::Profile;
use crate::debian;
use crate::step::{TaskError, step};

/// Kills the server repeatedly during games. Durability does not depend on the profile, so the faster build
/// is used.
pub(crate) fn chaos(options: &[&str]) -> Result<ExitCode, TaskError> {
    if options.contains(&"--cluster") {
        ensure_cluster_services()?;
    }
    let hanpan = Profile::Development.build("hanpan", "hanpan", None)?;
    run(Command::new(Profile::Development.build("loadtest", "chaos", None)?)
        .args(options)
        .env(PROGRAM_ENV, hanpan))
}

/// Runs a check of the server by a program of the crate `loadtest` without arguments.
pub(crate) fn check(program: &str) -> Result<ExitCode, TaskError> {
    let hanpan = Profile::Development.build("hanpan", "hanpan", None)?;
    run(Command::new(Profile::Development.build("loadtest", program, None)?).env(PROGRAM_ENV, hanpan))
}

/// Attacks the server from a few addresses and checks that others are served.
pub(crate) fn flood(attacks: &[&str]) -> Result<ExitCode, TaskError> {
    let hanpan = Profile::Development.build("hanpan", "hanpan", None)?;
    let flood = Profile::Development.build("loadtest", "flood", None)?;
    run(Command::new(flood).args(attacks).env(PROGRAM_ENV, hanpan))
}

/// Short chaos runs for `cargo xtask test`: one server, and a cluster that has each kind of fault once.
pub(crate) fn short_chaos(page: &Path) -> Result<(), TaskError> {
    ensure_cluster_services()?;
    let hanpan = Profile::Development.build("hanpan", "hanpan", Some(page))?;
    let chaos = Profile::Development.build("loadtest", "chaos", Some(page))?;
    step("chaos", Command::new(&chaos).args(["--kills", "8", "--bots", "24"]).env(PROGRAM_ENV, &hanpan))?;
    let cluster = ["--cluster", "--short", "--bots", "16"];
    step("chaos in a cluster", Command::new(chaos).args(cluster).env(PROGRAM_ENV, hanpan))
}

/// Installs the database, the message bus and the library that shifts system times.
fn ensure_cluster_services() -> Result<(), TaskError> {
    debian::ensure_postgresql()?;
    debian::ensure("nats-server")?;
    debian::ensure("faketime").map(drop)
}

/// Load test of the release build with the given numbers of games, or the default ones.
pub(crate) fn load(games: &[&str]) -> Result<ExitCode, TaskError> {
    let hanpan = Profile::Release.build("hanpan", "hanpan", None)?;
    run(Command::new(Profile::Release.build("loadtest", "load", None)?).args(games).env(PROGRAM_ENV, hanpan))
}

/// Load test of SQLite, PostgreSQL and a cluster, with the given number of games or the default one.
pub(crate) fn bench_cluster(games: &[&str]) -> Result<ExitCode, TaskError> {
    ensure_cluster_services()?;
    load(&[&["cluster"], games].concat())
}
