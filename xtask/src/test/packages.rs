//! Packages the libraries as for publishing, and runs a program outside the workspace with what is in the packages.

use std::path::Path;
use std::process::Command;

use crate::step::{TaskError, cargo, output, root, step, target_folder};

/// Packages of the libraries that are published.
const LIBRARIES: [&str; 3] = ["hanpan-rules", "hanpan-game", "hanpan-uci"];

/// Folder of the program that uses them.
const PROGRAM: &str = "packaged";

/// Output of the program.
const EXPECTED: &str = "\
perft 197281
result 0-1
fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3
uci go depth 3
";

pub(super) fn check() -> Result<(), TaskError> {
    let target = target_folder()?;
    // Work in progress is packaged too; the program below is what compiles it.
    let mut package = cargo(&["package", "--allow-dirty", "--no-verify", "--target-dir"]);
    package.arg(&target);
    for library in LIBRARIES {
        package.args(["--package", library]);
    }
    step("packages", &mut package)?;
    let folder = target.join(PROGRAM);
    unpack(&target.join("package"), &folder)?;
    let printed = run_program(&folder)?;
    if printed == EXPECTED {
        Ok(())
    } else {
        Err(TaskError(format!("examples/packaged printed:\n{printed}instead of:\n{EXPECTED}")))
    }
}

/// Unpacks the packages and copies the program beside them.
fn unpack(packages: &Path, folder: &Path) -> Result<(), TaskError> {
    let failed = |error: std::io::Error| TaskError(format!("{}: {error}", folder.display()));
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(failed)?;
    }
    let program = root().join("examples").join(PROGRAM);
    let copy = folder.join(PROGRAM);
    std::fs::create_dir_all(copy.join("src")).map_err(failed)?;
    for file in ["Cargo.toml", "src/main.rs"] {
        std::fs::copy(program.join(file), copy.join(file)).map_err(failed)?;
    }
    for library in LIBRARIES {
        let file = packages.join(format!("{library}-{}.crate", env!("CARGO_PKG_VERSION")));
        output(Command::new("tar").arg("--extract").arg("--file").arg(file).arg("--directory").arg(folder))?;
    }
    Ok(())
}

/// Runs the program with the unpacked packages in place of published ones; returns what it prints.
fn run_program(folder: &Path) -> Result<String, TaskError> {
    let mut run = cargo(&["run", "--quiet"]);
    run.current_dir(folder.join(PROGRAM)).env("CARGO_TARGET_DIR", folder.join("target"));
    for library in LIBRARIES {
        let path = folder.join(format!("{library}-{}", env!("CARGO_PKG_VERSION")));
        run.arg("--config").arg(format!("patch.crates-io.{library}.path={path:?}"));
    }
    output(&mut run)
}
