//! A second build, from a copy of the sources in another folder, gives the same bytes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::{TaskError, Trial, io_error, output};
use crate::dist::{EPOCH_ENV, epoch};
use crate::step::{cargo, root, step};

pub(super) fn check(trial: &Trial) -> Result<String, TaskError> {
    let copy = trial.folder("second-build")?;
    copy_sources(&copy)?;
    let target = copy.join("target");
    let mut again = cargo(&["xtask", "dist"]);
    again.current_dir(&copy).env("CARGO_TARGET_DIR", &target).env(EPOCH_ENV, epoch()?.to_string());
    step("dist: second build", &mut again)?;
    let sums = |folder: &Path| {
        let file = folder.join("SHA256SUMS");
        fs::read_to_string(&file).map_err(|error| io_error(&file, &error))
    };
    let (first, second) = (sums(&trial.files)?, sums(&target.join("distrib"))?);
    let (lines, others): (BTreeSet<_>, BTreeSet<_>) = (first.lines().collect(), second.lines().collect());
    let different: Vec<&str> = lines.symmetric_difference(&others).copied().collect();
    if different.is_empty() {
        // Several gigabytes.
        fs::remove_dir_all(&copy).map_err(|error| io_error(&copy, &error))?;
        Ok(format!("{} files are the same in a second build", first.lines().count()))
    } else {
        Err(TaskError(format!("not the same in a second build:\n{}", different.join("\n"))))
    }
}

/// Copies all files that git does not ignore.
fn copy_sources(to: &Path) -> Result<(), TaskError> {
    let list = ["-c", "core.quotePath=false", "ls-files", "--cached", "--others", "--exclude-standard"];
    for path in output(Command::new("git").args(list).current_dir(root()))?.lines() {
        let (from, to) = (root().join(path), to.join(path));
        // Deleted, but not yet in a commit.
        if !from.is_file() {
            continue;
        }
        let parent = to.parent().unwrap_or(&to);
        let copied = fs::create_dir_all(parent).and_then(|()| fs::copy(&from, &to));
        copied.map_err(|error| io_error(&from, &error))?;
    }
    Ok(())
}
