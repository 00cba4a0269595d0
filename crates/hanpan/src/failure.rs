//! How a command ends when it cannot do what was asked, and the exit code that says so.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was handed in is wrong. The text, one line, says what and where.
    BadInput(String),
    /// The same, and everything has been said about it already.
    Reported,
    /// The answer could not be written.
    Output(io::Error),
}

impl Failure {
    /// Bad input, in the words of an error.
    pub(crate) fn bad_input(error: impl fmt::Display) -> Failure {
        Failure::BadInput(error.to_string())
    }

    /// A file that cannot be opened or read.
    pub(crate) fn file(path: &Path, error: impl fmt::Display) -> Failure {
        Failure::BadInput(format!("{}: {error}", path.display()))
    }

    /// 2 for bad input, 1 for output that fails. A reader that has seen enough and left (`hanpan … | head -1`) is no
    /// failure at all.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Failure::BadInput(_) | Failure::Reported => ExitCode::from(2),
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Output(_) => ExitCode::FAILURE,
        }
    }

    /// What is left to tell the user; nothing when the reader of the output has left.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            Failure::BadInput(text) => Some(text.replace('\n', " ")),
            Failure::Reported => None,
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            Failure::Output(error) => Some(format!("cannot write: {error}")),
        }
    }
}

/// Reading is done where the file is named, so any other trouble with input and output is with output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}
