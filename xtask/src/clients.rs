//! `cargo xtask clients`: programs made for Lichess, unmodified, against a fresh server.

use std::process::{Command, ExitCode};

use crate::browser_bin::{PROGRAM_ENV, run};
use crate::build::Profile;
use crate::debian;
use crate::python::{self, BERSERK, LICHESS_BOT};
use crate::step::{TaskError, root, step, target_folder};

/// Runs berserk over the endpoints, and two lichess-bots against each other if their folder is given.
pub(crate) fn clients(options: &[&str]) -> Result<ExitCode, TaskError> {
    let bot_folder = match options {
        [] => None,
        ["--lichess-bot", folder] => Some(*folder),
        _ => return Err(TaskError("clients takes --lichess-bot FOLDER or nothing".to_owned())),
    };
    let hanpan = Profile::Development.build("hanpan", "hanpan", None)?;
    let script = |name: &str| root().join("xtask/src/clients").join(name);
    let mut berserk = Command::new("python3");
    berserk
        .arg(script("berserk_client.py"))
        .env(PROGRAM_ENV, &hanpan)
        .env("PYTHONPATH", python::ensure(BERSERK)?);
    let Some(folder) = bot_folder else { return run(&mut berserk) };
    step("berserk", &mut berserk)?;
    debian::ensure("stockfish")?;
    let work = target_folder()?.join("lichess-bots");
    run(Command::new("python3")
        .arg(script("two_lichess_bots.py"))
        .arg(folder)
        .arg(work)
        .env(PROGRAM_ENV, hanpan)
        .env("PYTHONPATH", python::ensure(LICHESS_BOT)?))
}
