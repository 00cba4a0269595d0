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
    let native = trial.unpack(X86_64_LINUX)?.join(X86_64_LINUX.program);
    let nodes = nodes(&output(Command::new(native).arg("bench"))?)?;
    run(trial, X86_64_LINUX, &["qemu-x86_64", "-cpu", OLDEST], nodes)?;
    run(trial, AARCH64_LINUX, &["qemu-aarch64"], nodes)?;
    Ok(format!("perft, engine ({nodes} nodes as here) and server work on {OLDEST} and on aarch64"))
}

/// Node count of `hanpan bench`, the same on every machine.
fn nodes(bench: &str) -> Result<u64, TaskError> {
    let count = bench.rsplit("nodes ").next().and_then(|rest| rest.split(' ').next()?.parse().ok());
    count.ok_or_else(|| TaskError(format!("bench printed {bench}")))
}

fn run(trial: &Trial, platform: Platform, emulator: &[&str], expected: u64) -> Result<(), TaskError> {
    let program = trial.unpack(platform)?.join(platform.program);
    let emulated = |args: &[&str]| emulated(emulator, &program, args);
    expect("perft", &output(&mut emulated(&["perft", "4"]))?, "nodes 197281")?;
    let counted = nodes(&output(&mut emulated(&["bench"]))?)?;
    if counted != expected {
        return Err(TaskError(format!("{}: {counted} nodes instead of {expected}", platform.name)));
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
