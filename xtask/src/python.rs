//! Packages from PyPI, installed below the target folder when a task first needs them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::debian;
use crate::step::{TaskError, output, target_folder};

/// A package of PyPI.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PythonPackage {
    /// Its folder below the target folder; pip cannot add programs to a folder that has some.
    name: &'static str,
    /// What pip installs.
    requirements: &'static [&'static str],
    /// Module that can be imported once it is installed.
    module: &'static str,
}

/// python-chess, in the version the UCI test is written against. Debian 12 has no package of it.
pub(crate) const CHESS: PythonPackage =
    PythonPackage { name: "chess", requirements: &["chess==1.11.2"], module: "chess.engine" };

/// The client library of the Lichess API.
pub(crate) const BERSERK: PythonPackage =
    PythonPackage { name: "berserk", requirements: &["berserk==0.14.0"], module: "berserk" };

/// A terminal client of Lichess, with berserk and python-chess.
pub(crate) const CLI_CHESS: PythonPackage =
    PythonPackage { name: "cli-chess", requirements: &["cli-chess==1.8.0"], module: "cli_chess" };

/// Libraries of lichess-bot, which itself is no package.
pub(crate) const LICHESS_BOT: PythonPackage = PythonPackage {
    name: "lichess-bot",
    requirements: &["chess==1.11.2", "PyYAML~=6.0", "requests~=2.32", "backoff~=2.2", "rich"],
    module: "backoff",
};

/// C compiler and linker for other systems, and the program that lets cargo use them.
pub(crate) const ZIG: PythonPackage = PythonPackage {
    name: "zig",
    requirements: &["ziglang==0.17.0", "cargo-zigbuild==0.24.0"],
    module: "ziglang",
};

/// Validator of software bills of materials.
pub(crate) const CYCLONEDX: PythonPackage = PythonPackage {
    name: "cyclonedx",
    requirements: &["cyclonedx-python-lib[json-validation]==11.12.0"],
    module: "cyclonedx.validation.json",
};

/// Returns the folder to put on `PYTHONPATH` so that the package's module can be imported.
pub(crate) fn ensure(package: PythonPackage) -> Result<PathBuf, TaskError> {
    let folder = target_folder()?.join("python").join(package.name);
    if can_import(package, &folder) {
        return Ok(folder);
    }
    install(package.requirements, &folder)?;
    if can_import(package, &folder) {
        Ok(folder)
    } else {
        Err(TaskError(format!("python3 cannot import {} from {}", package.module, folder.display())))
    }
}

/// Installs packages and their dependencies into a folder.
fn install(requirements: &[&str], folder: &Path) -> Result<(), TaskError> {
    if output(Command::new("python3").args(["-m", "pip", "--version"])).is_err() {
        debian::install(&["python3", "python3-pip"])?;
    }
    println!("\n==> pip install {}", requirements.join(" "));
    let mut install = Command::new("python3");
    install.args(["-m", "pip", "install", "--quiet", "--upgrade", "--target"]).arg(folder).args(requirements);
    output(&mut install).map(drop).map_err(|TaskError(why)| {
        TaskError(format!(
            "{} cannot be downloaded with pip, which needs the network: {why}",
            requirements.join(" ")
        ))
    })
}

fn can_import(package: PythonPackage, folder: &Path) -> bool {
    let code = format!("import {}", package.module);
    output(Command::new("python3").args(["-c", &code]).env("PYTHONPATH", folder)).is_ok()
}
