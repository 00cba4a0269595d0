//! Programs of the rooms, built.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};

use crate::step::{Failure, cargo, step, target_folder};

/// The build of the server embeds the page in the folder that this variable names.
pub(crate) const PAGE: &str = "HANPAN_PAGE";

/// How a program is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// As it is given to people.
    Release,
    /// As it is tested: in less time.
    Development,
}

impl Build {
    /// Builds a program of a room with the page in it, or without one. Gives where it is.
    pub(crate) fn program(self, room: &str, name: &str, page: Option<&Path>) -> Result<PathBuf, Failure> {
        let mut command = cargo(&["build", "--bin", name]);
        let folder = match self {
            Build::Release => {
                command.args(["--release", "--package", room]);
                "release"
            }
            // What the tests have compiled is used again if all rooms are chosen and a test with them: the features of what
            // they depend on are the same then. Alone they took two minutes more.
            Build::Development => {
                command.args(["--workspace", "--test", "architecture"]);
                "debug"
            }
        };
        match page {
            Some(page) => command.env(PAGE, page),
            None => command.env_remove(PAGE),
        };
        step(name, &mut command)?;
        Ok(target_folder()?.join(folder).join(format!("{name}{EXE_SUFFIX}")))
    }
}
