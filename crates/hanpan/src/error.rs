//! How a command ends when it cannot do what was asked, and the exit code that says so.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// What was handed in is wrong. The text, one line, says what and where.
    BadInput(String),
    /// The same, and everything has been said about it already.
    Reported,
    /// The answer could not be written.
    Output(io::Error),
}

/// Text that may hold anything, on one line: control characters are written as escapes.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_debug()) } else { line.push(c) }
    }
    line
}

/// What is wrong, without the system's number for it.
pub(crate) fn io_message(error: &io::Error) -> String {
    let words = error.to_string();
    words.split_once(" (os error ").map_or(words.as_str(), |(words, _)| words).to_owned()
}

impl CommandError {
    /// Bad input, in the words of an error.
    pub(crate) fn bad_input(error: impl fmt::Display) -> CommandError {
        CommandError::BadInput(error.to_string())
    }

    /// A file that cannot be opened or read.
    pub(crate) fn file(path: &Path, error: impl fmt::Display) -> CommandError {
        CommandError::BadInput(format!("{}: {error}", path.display()))
    }

    /// A file that cannot be written.
    pub(crate) fn output_file(path: &Path, error: &io::Error) -> CommandError {
        CommandError::Output(io::Error::new(
            error.kind(),
            format!("{}: {}", path.display(), io_message(error)),
        ))
    }

    /// 2 for bad input, 1 for output that fails. A reader that has seen enough and left (`hanpan … | head -1`) is no
    /// failure at all.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            CommandError::BadInput(_) | CommandError::Reported => ExitCode::from(2),
            CommandError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            CommandError::Output(_) => ExitCode::FAILURE,
        }
    }

    /// What is left to tell the user; nothing when the reader of the output has left.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            CommandError::BadInput(text) => Some(one_line(text)),
            CommandError::Reported => None,
            CommandError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            CommandError::Output(error) => Some(one_line(&format!("cannot write: {}", io_message(error)))),
        }
    }
}

/// Reading is done where the file is named, so any other trouble with input and output is with output.
impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        CommandError::Output(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_a_single_line() {
        let check = |failure: CommandError, expected: &str| assert_eq!(failure.message().unwrap(), expected);
        check(CommandError::file(Path::new("a\nb\x1b[2J"), "no"), "a\\nb\\u{1b}[2J: no");
        check(CommandError::bad_input("'♔' is fine"), "'♔' is fine");
        check(
            CommandError::output_file(Path::new("x"), &io::Error::other("full (os error 28)")),
            "cannot write: x: full",
        );
    }
}
