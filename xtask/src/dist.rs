//! `cargo xtask dist`: builds the files of a release into `target/distrib`, and with `--check` tries them out.

mod build;
mod check;
mod platform;
mod server;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::step::{TaskError, cargo, output, root, step, target_folder};

/// Time of all files in the archives, in seconds since 1970. Set it to reproduce an older release.
const EPOCH_ENV: &str = "SOURCE_DATE_EPOCH";

/// Builds and packs everything.
pub(crate) fn run() -> Result<ExitCode, TaskError> {
    let folder = distribute()?;
    list(&folder)?;
    Ok(ExitCode::SUCCESS)
}

/// Builds everything, does with it what users will do, and builds it again. The last line counts the files.
pub(crate) fn check() -> Result<ExitCode, TaskError> {
    check::require_root()?;
    let folder = distribute()?;
    check::files(&folder)?;
    check::second_build(&folder)?;
    passed(&folder)
}

/// Checks files that were built before, without building them again.
pub(crate) fn check_folder(folder: &str) -> Result<ExitCode, TaskError> {
    check::require_root()?;
    let folder = fs::canonicalize(folder).map_err(|error| TaskError(format!("{folder}: {error}")))?;
    check::files(&folder)?;
    println!("\nnot checked: that a second build gives the same bytes");
    passed(&folder)
}

fn passed(folder: &Path) -> Result<ExitCode, TaskError> {
    let files = list(folder)?;
    println!("dist ok {files} files");
    Ok(ExitCode::SUCCESS)
}

/// Builds the programs and packs them. Returns the folder of the files.
fn distribute() -> Result<PathBuf, TaskError> {
    let built = build::programs()?;
    let folder = target_folder()?.join("distrib");
    let mut pack = cargo(&["run", "--quiet", "--package", "packager", "--profile", "play", "--"]);
    step("dist: pack", pack.arg(root()).arg(built).arg(&folder).arg(epoch()?.to_string()))?;
    Ok(folder)
}

/// Time of the last commit, unless the environment has another one.
fn epoch() -> Result<u64, TaskError> {
    let text = match std::env::var(EPOCH_ENV) {
        Ok(text) => text,
        Err(_) => output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()))?,
    };
    text.trim().parse().map_err(|_| TaskError(format!("{EPOCH_ENV}: not a number of seconds: {text}")))
}

/// Prints the files with their sizes. Returns their number.
fn list(folder: &Path) -> Result<usize, TaskError> {
    println!("\n{}", folder.display());
    let files = files(folder)?;
    for file in &files {
        let size =
            fs::metadata(file).map_err(|error| TaskError(format!("{}: {error}", file.display())))?.len();
        println!("{size:>12}  {}", file.file_name().unwrap_or_default().to_string_lossy());
    }
    Ok(files.len())
}

/// Files of a folder in alphabetical order.
fn files(folder: &Path) -> Result<Vec<PathBuf>, TaskError> {
    let entries =
        fs::read_dir(folder).map_err(|error| TaskError(format!("{}: {error}", folder.display())))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    Ok(files)
}

/// The one file whose name ends like this.
fn file_ending_in(folder: &Path, ending: &str) -> Result<PathBuf, TaskError> {
    let found = files(folder)?.into_iter().find(|file| file.to_string_lossy().ends_with(ending));
    found.ok_or_else(|| TaskError(format!("{} has no file *{ending}", folder.display())))
}
