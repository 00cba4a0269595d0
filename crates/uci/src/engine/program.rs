//! What is to be run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An engine on disk, and how to call it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// The file, or a name to be looked for where the system keeps programs.
    pub path: PathBuf,
    /// What it is called with.
    pub args: Vec<OsString>,
    /// The folder it runs in; the caller's own if not said.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// A program that is called with nothing, in the caller's own folder.
    pub fn new(path: impl AsRef<Path>) -> Program {
        Program { path: path.as_ref().to_owned(), args: Vec::new(), folder: None }
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }
}
