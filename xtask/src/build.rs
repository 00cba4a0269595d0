//! Programs of the rooms, built.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};

use crate::step::{TaskError, cargo, step, target_folder};

/// The build of the server embeds the page in the folder that this variable names.
pub(crate) const PAGE_ENV: &str = "HANPAN_PAGE";

/// How a program is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Profile {
    /// As it is given to people.
    Release,
    /// As it is tested: in less time.
    Development,
}

impl Profile {
    /// Builds a program of a room with the page in it, or without one. Gives where it is.
    pub(crate) fn build(self, room: &str, name: &str, page: Option<&Path>) -> Result<PathBuf, TaskError> {
        let mut command = cargo(&["build", "--bin", name]);
        let folder = match self {
            Profile::Release => {
                command.args(["--release", "--package", room]);
                "release"
            }
            // What the tests have compiled is used again if all rooms are chosen and a test with them: the features of what
            // they depend on are the same then. Alone they took two minutes more.
            Profile::Development => {
                command.args(["--workspace", "--test", "architecture"]);
                "debug"
            }
        };
        match page {
            Some(page) => command.env(PAGE_ENV, page),
            None => command.env_remove(PAGE_ENV),
        };
        step(name, &mut command)?;
        Ok(target_folder()?.join(folder).join(format!("{name}{EXE_SUFFIX}")))
    }
}
