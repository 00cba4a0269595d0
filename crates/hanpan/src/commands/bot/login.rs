//! The first requests: the account, the scopes of its token, and its upgrade to a bot.

use std::time::Duration;

use super::api::{ApiError, BOT_SCOPE, BotApi};
use super::backoff::Backoff;
use super::log::Log;
use super::token_file::Token;
use super::wire::Account;
use crate::error::CommandError;
use crate::interrupt::Interrupt;

/// Interval at which Ctrl+C is checked during a pause.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Handling of an account that is not that of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Upgrade {
    Refuse,
    /// `--upgrade`.
    Upgrade,
}

/// Names in the sentences of errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoginNames<'a> {
    pub(super) server: &'a str,
    pub(super) token_file: &'a str,
}

/// Checks the token and the account; `None` if Ctrl+C came first. Waits for a server that cannot be reached.
pub(super) fn login(
    api: &BotApi,
    token: &Token,
    upgrade: Upgrade,
    names: LoginNames<'_>,
    log: Log,
    interrupt: &Interrupt,
) -> Result<Option<Account>, CommandError> {
    let mut backoff = Backoff::new();
    while !interrupt.is_set() {
        let error = match try_login(api, token, upgrade, names, log) {
            Ok(account) => return Ok(Some(account)),
            Err(LoginError::Refused(sentence)) => return Err(CommandError::BadInput(sentence)),
            Err(LoginError::Api(error)) => error,
        };
        let Some(asked) = error.retry_after() else {
            return Err(CommandError::BadInput(sentence(&error, names)));
        };
        let delay = backoff.next(asked);
        log.warn(format_args!("{}: {error}; trying again in {:.1} s", names.server, delay.as_secs_f64()));
        pause(delay, interrupt);
    }
    Ok(None)
}

/// The sentence of an error that ends the bot.
pub(super) fn sentence(error: &ApiError, names: LoginNames<'_>) -> String {
    let LoginNames { server, token_file } = names;
    match error {
        ApiError::UnknownToken => {
            format!("{server} does not know the token in {token_file}; {CREATE_TOKEN}")
        }
        ApiError::Forbidden(reason) => {
            format!("{server} refuses the token in {token_file}: {reason}; {CREATE_TOKEN}")
        }
        error => format!("{server}: {error}"),
    }
}

/// The command that creates a token.
const CREATE_TOKEN: &str =
    "create one on the server with: hanpan admin --data FOLDER token NAME --scope bot:play";

enum LoginError {
    Api(ApiError),
    /// The account or the token cannot play.
    Refused(String),
}

fn try_login(
    api: &BotApi,
    token: &Token,
    upgrade: Upgrade,
    names: LoginNames<'_>,
    log: Log,
) -> Result<Account, LoginError> {
    let account = api.account().map_err(LoginError::Api)?;
    let scopes = api.scopes(token.expose()).map_err(LoginError::Api)?;
    if scopes.is_some_and(|scopes| !scopes.iter().any(|scope| scope == BOT_SCOPE)) {
        let file = names.token_file;
        return Err(LoginError::Refused(format!(
            "the token in {file} lacks the scope {BOT_SCOPE}; {CREATE_TOKEN}"
        )));
    }
    let name = &account.name;
    match (account.is_bot, upgrade) {
        (true, _) => Ok(account),
        (false, Upgrade::Refuse) => Err(LoginError::Refused(format!(
            "{name} is not a bot account; run the same command once with --upgrade, before the account has \
             played a game"
        ))),
        (false, Upgrade::Upgrade) => match api.upgrade() {
            Ok(()) => {
                log.info(format_args!("{name} is now a bot account"));
                Ok(Account { is_bot: true, ..account })
            }
            Err(ApiError::Rejected(reason)) => {
                Err(LoginError::Refused(format!("{name} cannot become a bot account: {reason}")))
            }
            Err(error) => Err(LoginError::Api(error)),
        },
    }
}

/// Sleeps unless Ctrl+C comes.
fn pause(delay: Duration, interrupt: &Interrupt) {
    let mut left = delay;
    while !left.is_zero() && !interrupt.is_set() {
        let step = left.min(POLL_INTERVAL);
        std::thread::sleep(step);
        left -= step;
    }
}
