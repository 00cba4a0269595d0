//! The Linux programs run on the oldest x86-64 processor and on aarch64, under QEMU.

use std::path::Path;
use std::process::Command;

use super::{TaskError, Trial, expect, output};
use crate::debian;
use crate::dist::platform::{AARCH64_LINUX, Platform, X86_64_LINUX};
use crate::dist::server::Server;

/// The first processor with 64 bits, of 2003, without SSE3, POPCNT and everything later.
const OLDEST: &str = "Opteron_G1";

pub(super) fn check(trial: &Trial) -> Result<String, TaskError> {
    if debian::find("qemu-x86_64").is_none() {
        debian::install(&["qemu-user"])?;
    }
    run(trial, X86_64_LINUX, &["qemu-x86_64", "-cpu", OLDEST])?;
    run(trial, AARCH64_LINUX, &["qemu-aarch64"])?;
    Ok(format!("perft, engine and server work on {OLDEST} and on aarch64"))
}

fn run(trial: &Trial, platform: Platform, emulator: &[&str]) -> Result<(), TaskError> {
    let program = trial.unpack(platform)?.join(platform.program);
    let emulated = |args: &[&str]| emulated(emulator, &program, args);
    expect("perft", &output(&mut emulated(&["perft", "4"]))?, "nodes 197281")?;
    let bench = output(&mut emulated(&["bench"]))?;
    if !bench.contains("nodes") {
        return Err(TaskError(format!("{}: bench printed {bench}", platform.name)));
    }
    let data = trial.folder("emulated-data")?;
    let mut serve = emulated(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    Server::start(serve.arg(data))?.check()
}

fn emulated(emulator: &[&str], program: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(emulator[0]);
    command.args(&emulator[1..]).arg(program).args(args);
    command
}
