//! Error type of all commands, with message and exit code.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Error that ends a command.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// Invalid input: option, file, position, move or game. One line that names the problem and its position.
    BadInput(String),
    /// Invalid input that has already been reported on standard error.
    Reported,
    /// The output could not be written.
    Output(io::Error),
}

/// Escapes control characters, so that any text fits on one line.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_debug()) } else { line.push(c) }
    }
    line
}

/// Message of an I/O error without the trailing `(os error N)`.
pub(crate) fn io_message(error: &io::Error) -> String {
    let message = error.to_string();
    message.split_once(" (os error ").map_or(message.as_str(), |(message, _)| message).to_owned()
}

impl CommandError {
    /// Invalid input, with the error's own message.
    pub(crate) fn bad_input(error: impl fmt::Display) -> CommandError {
        CommandError::BadInput(error.to_string())
    }

    /// A file that could not be opened or read.
    pub(crate) fn file(path: &Path, error: impl fmt::Display) -> CommandError {
        CommandError::BadInput(format!("{}: {error}", path.display()))
    }

    /// A file that could not be written.
    pub(crate) fn output_file(path: &Path, error: &io::Error) -> CommandError {
        CommandError::Output(io::Error::new(
            error.kind(),
            format!("{}: {}", path.display(), io_message(error)),
        ))
    }

    /// 2 for invalid input, 1 for failed output. A closed pipe (`hanpan … | head -1`) is a success.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            CommandError::BadInput(_) | CommandError::Reported => ExitCode::from(2),
            CommandError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            CommandError::Output(_) => ExitCode::FAILURE,
        }
    }

    /// Message for standard error; `None` if it was already reported or the reader closed the pipe.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            CommandError::BadInput(text) => Some(one_line(text)),
            CommandError::Reported => None,
            CommandError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            CommandError::Output(error) => Some(one_line(&format!("cannot write: {}", io_message(error)))),
        }
    }
}

/// Input errors are converted where the file name is known, so any other I/O error comes from writing output.
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
