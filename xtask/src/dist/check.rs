//! `cargo xtask dist --check`: does with the files what users do with them.

mod compose;
mod debian_package;
mod emulation;
mod first_board;
mod image;
mod manual;
mod reproducible;
mod sbom;
mod service;
mod sums;
mod upgrade;
mod windows;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::file_ending_in;
use super::platform::Platform;
use crate::debian;
use crate::step::{TaskError, output, target_folder};

/// The files under test and a folder for everything that a check unpacks and writes.
#[derive(Debug)]
struct Trial {
    files: PathBuf,
    scratch: PathBuf,
}

/// A check: its name, and a function that returns what was seen.
type Check = (&'static str, fn(&Trial) -> Result<String, TaskError>);

const CHECKS: [Check; 11] = [
    ("sums", sums::check),
    ("sbom", sbom::check),
    ("manual", manual::check),
    ("old processor and aarch64", emulation::check),
    ("windows", windows::check),
    ("upgrade", upgrade::check),
    ("systemd", service::check),
    ("deb", debian_package::check),
    ("image", image::check),
    ("compose", compose::check),
    ("first board", first_board::check),
];

/// Refuses to begin without root, before anything is built.
pub(super) fn require_root() -> Result<(), TaskError> {
    if debian::is_root()? {
        return Ok(());
    }
    let why =
        "the checks install the Debian package in a Debian of its own and start the image in a container";
    Err(TaskError(format!("please run this as root: {why}; without --check nothing needs root")))
}

/// Runs all checks that need nothing but the files.
pub(super) fn files(files: &Path) -> Result<(), TaskError> {
    for program in ["curl", "sha256sum", "tar"] {
        debian::find(program).ok_or_else(|| TaskError(format!("please install {program}")))?;
    }
    let trial = Trial::new(files)?;
    CHECKS.into_iter().try_for_each(|check| run(check, &trial))
}

/// Builds everything again and compares.
pub(super) fn second_build(files: &Path) -> Result<(), TaskError> {
    run(("reproducible", reproducible::check), &Trial::new(files)?)
}

fn run((name, check): Check, trial: &Trial) -> Result<(), TaskError> {
    let start = Instant::now();
    println!("\n==> dist: check {name}");
    let seen = check(trial).map_err(|TaskError(why)| TaskError(format!("check {name}: {why}")))?;
    println!("    {name}: {seen} ({:.1} s)", start.elapsed().as_secs_f64());
    Ok(())
}

impl Trial {
    fn new(files: &Path) -> Result<Trial, TaskError> {
        Ok(Trial { files: files.to_owned(), scratch: target_folder()?.join("distrib-check") })
    }

    /// An empty folder of this name.
    fn folder(&self, name: &str) -> Result<PathBuf, TaskError> {
        let folder = self.scratch.join(name);
        // Left by an earlier run, or never there.
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).map_err(|error| TaskError(format!("{}: {error}", folder.display())))?;
        Ok(folder)
    }

    /// The one file of the release whose name ends like this.
    fn file(&self, ending: &str) -> Result<PathBuf, TaskError> {
        file_ending_in(&self.files, ending)
    }

    /// Unpacks the archive of a platform. Returns the folder with the program and its documents.
    fn unpack(&self, platform: Platform) -> Result<PathBuf, TaskError> {
        let folder = self.folder(platform.name)?;
        let mut command = if platform.program.ends_with(".exe") {
            let mut command = std::process::Command::new(debian::ensure("unzip")?);
            command.arg("-q").arg(self.file(&format!("{}.zip", platform.name))?).arg("-d").arg(&folder);
            command
        } else {
            let mut command = std::process::Command::new("tar");
            command.arg("-xzf").arg(self.file(&format!("{}.tar.gz", platform.name))?).arg("-C").arg(&folder);
            command
        };
        output(&mut command)?;
        let mut inside = super::files(&folder)?;
        match (inside.pop(), inside.is_empty()) {
            (Some(only), true) => Ok(only),
            _ => Err(TaskError(format!("{} does not unpack to one folder", platform.name))),
        }
    }
}

/// Error with what was expected and what was found.
fn expect(what: &str, found: &str, expected: &str) -> Result<(), TaskError> {
    if found.trim_end() == expected {
        Ok(())
    } else {
        Err(TaskError(format!("{what}: {found:?} instead of {expected:?}")))
    }
}

fn io_error(path: &Path, error: &std::io::Error) -> TaskError {
    TaskError(format!("{}: {error}", path.display()))
}
