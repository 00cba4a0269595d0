//! The Windows program runs under Wine. Where Wine cannot be installed the check says so and does not fail.

use std::path::Path;
use std::process::Command;

use super::{TaskError, Trial, expect, output};
use crate::debian;
use crate::dist::platform::X86_64_WINDOWS;
use crate::dist::server::Server;
use crate::python;
use crate::step::root;

pub(super) fn check(trial: &Trial) -> Result<String, TaskError> {
    let folder = trial.unpack(X86_64_WINDOWS)?;
    let wine = match debian::ensure("wine") {
        Ok(wine) => wine,
        Err(TaskError(why)) => return Ok(format!("not started, because Wine is missing: {why}")),
    };
    stand_in_for_missing_library(&folder)?;
    let prefix = trial.folder("wine")?;
    let command = |args: &[&str]| {
        let mut command = Command::new(&wine);
        command.arg("hanpan.exe").args(args).current_dir(&folder);
        command.env("WINEPREFIX", &prefix).env("WINEDEBUG", "-all").env_remove("DISPLAY");
        command
    };
    expect("perft", &output(&mut command(&["perft", "4"]))?, "nodes 197281")?;
    Server::start(&mut command(&["serve", "--listen", "127.0.0.1:0", "--data", "data"]))?.check()?;
    // Ends what Wine leaves running.
    output(Command::new("wineserver").arg("-k").env("WINEPREFIX", &prefix)).ok();
    Ok("perft and server work under Wine".to_owned())
}

/// Compiles what Debian's Wine lacks into the folder of the program.
fn stand_in_for_missing_library(folder: &Path) -> Result<(), TaskError> {
    let zig = python::ensure(python::ZIG)?.join("ziglang").join("zig");
    let source = root().join("xtask/src/dist/check/windows/bcryptprimitives.c");
    let mut compile = Command::new(zig);
    compile.args(["cc", "-target", "x86_64-windows-gnu", "-shared", "-O2"]).arg(source);
    compile.args(["-ladvapi32", "-o"]).arg(folder.join("bcryptprimitives.dll"));
    output(&mut compile).map(drop)
}
