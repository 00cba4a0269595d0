//! The password of a new account: from a file, the keyboard or a pipe, never from an argument, which other users of the machine see.

use std::io::{self, BufRead, IsTerminal};
use std::path::Path;

use server::accounts::{AccountName, Password};
use terminal::read_password;

use crate::error::{CommandError, io_message};

/// Reads the password of a new account.
///
/// # Errors
///
/// Returns an error if it cannot be read, is not repeated correctly, or is too short or too common.
pub(super) fn read(name: &AccountName, file: Option<&Path>) -> Result<Password, CommandError> {
    let text = match file {
        Some(path) => {
            let text = std::fs::read_to_string(path);
            text.map_err(|error| CommandError::file(path, io_message(&error)))?
        }
        None if io::stdin().is_terminal() => ask_twice(name)?,
        None => {
            let mut line = String::new();
            io::stdin().lock().read_line(&mut line)?;
            line
        }
    };
    let password = text.lines().next().unwrap_or_default();
    Password::choose(password, name).map_err(CommandError::bad_input)
}

fn ask_twice(name: &AccountName) -> Result<String, CommandError> {
    let ask =
        |prompt: &str| read_password(prompt)?.ok_or_else(|| CommandError::BadInput("no password".to_owned()));
    let first = ask(&format!("New password of {name}: "))?;
    if ask("Again: ")? == first {
        Ok(first)
    } else {
        Err(CommandError::BadInput("the passwords differ".to_owned()))
    }
}
