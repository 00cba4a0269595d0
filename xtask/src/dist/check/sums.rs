//! The checksums are those of the files, and every file has one.

use std::process::Command;

use super::{TaskError, Trial, output};
use crate::dist::files;

pub(super) fn check(trial: &Trial) -> Result<String, TaskError> {
    let mut check = Command::new("sha256sum");
    let checked = output(check.args(["--check", "--strict", "SHA256SUMS"]).current_dir(&trial.files))?;
    let (sums, files) = (checked.lines().count(), files(&trial.files)?.len());
    if sums + 1 == files {
        Ok(format!("{sums} files have the right sum"))
    } else {
        Err(TaskError(format!("{sums} sums for {files} files")))
    }
}
