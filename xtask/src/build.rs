//! Builds binaries of the workspace.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};

use crate::step::{TaskError, cargo, step, target_folder};

/// The build script of `hanpan` embeds the bundle in the folder named by this variable.
pub(crate) const PAGE_ENV: &str = "HANPAN_PAGE";

/// Build profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Profile {
    /// As shipped.
    Release,
    /// For playing from a clone; compiles in half the time of a release.
    Play,
    /// As tested; compiles faster.
    Development,
}

impl Profile {
    /// Builds a binary of a crate with or without the embedded page. Returns its path.
    pub(crate) fn build(self, package: &str, name: &str, page: Option<&Path>) -> Result<PathBuf, TaskError> {
        let mut command = cargo(&["build", "--bin", name]);
        match self {
            Profile::Release => command.args(["--release", "--package", package]),
            // Selecting both programs gives their dependencies the same features: these are compiled once.
            Profile::Play => {
                command.args(["--profile", "play", "--package", "hanpan", "--package", "bundler"])
            }
            // Selecting the whole workspace and a test gives the dependencies the same features as in `cargo
            // test`, so its artifacts are reused. Building the crate alone took two minutes more.
            Profile::Development => command.args(["--workspace", "--test", "architecture"]),
        };
        match page {
            Some(page) => command.env(PAGE_ENV, page),
            None => command.env_remove(PAGE_ENV),
        };
        step(name, &mut command)?;
        self.program(name)
    }

    /// Path of a binary, built or not.
    pub(crate) fn program(self, name: &str) -> Result<PathBuf, TaskError> {
        let folder = match self {
            Profile::Release => "release",
            Profile::Play => "play",
            Profile::Development => "debug",
        };
        Ok(target_folder()?.join(folder).join(format!("{name}{EXE_SUFFIX}")))
    }
}
