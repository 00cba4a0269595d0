//! The options `--store` and `--store-password-file`.

use std::env;
use std::path::Path;

use server::store::PostgresConfig;

use crate::error::CommandError;

/// Settings of the database, if there is one.
pub(crate) fn config(
    url: Option<&str>,
    password_file: Option<&Path>,
) -> Result<Option<PostgresConfig>, CommandError> {
    let Some(url) = url else {
        return match password_file {
            Some(_) => bad_input("--store-password-file belongs to --store"),
            None => Ok(None),
        };
    };
    if PostgresConfig::has_password(url) && is_argument(url) {
        return bad_input(
            "--store: a password on the command line can be seen by other users; put it into the file of \
             --store-password-file, or the URL into the variable HANPAN_STORE or the configuration file",
        );
    }
    match PostgresConfig::new(url, password_file) {
        Ok(config) => Ok(Some(config)),
        Err(error) => bad_input(&format!("--store: {error}")),
    }
}

fn is_argument(text: &str) -> bool {
    env::args_os().any(|argument| argument.to_string_lossy().contains(text))
}

fn bad_input<T>(message: &str) -> Result<T, CommandError> {
    Err(CommandError::BadInput(message.to_owned()))
}
