//! `hanpan admin`: account administration beside a running server.

use std::io::Write;
use std::time::{Duration, SystemTime};

use game::Timestamp;
use server::accounts::{AccountName, Admin, Scope, Scopes};

use crate::commands::backup::DataDirArgs;
use crate::error::{CommandError, one_line};

/// Administer the accounts of a server, also while it runs
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A running server applies changes within a second or two.

Example:
  $ hanpan admin --data /srv/hanpan ban Mallory --reason 'plays with an engine'
  $ hanpan admin --data /srv/hanpan token MyBot --scope bot:play --scope challenge:write")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataDirArgs,
    #[command(subcommand)]
    command: AdminCommand,
}

#[derive(clap::Subcommand, Debug)]
enum AdminCommand {
    /// List all accounts, with the reason of each ban
    List,
    /// Ban an account: end its sessions and refuse logins
    Ban {
        /// The account's name
        name: AccountName,
        /// The reason, for the operator; players do not see it
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Lift a ban
    Pardon {
        /// The account's name
        name: AccountName,
    },
    /// Set a new password and print it; all sessions of the account end, and its owner can change the
    /// password under Account
    ResetPassword {
        /// The account's name
        name: AccountName,
    },
    /// Create an API token of an account and print it; it ends with a new password, a ban and the account
    Token {
        /// The account's name
        name: AccountName,
        /// A permission, such as bot:play or board:play; may be repeated. Without it the token has all
        #[arg(long)]
        scope: Vec<Scope>,
        /// Purpose of the token, for its owner's list
        #[arg(long, default_value = "hanpan admin")]
        description: String,
    },
    /// Cancel every open seek in the lobby
    CloseSeeks,
}

/// Accounts per database query.
const PAGE_SIZE: u32 = 500;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let location = args.data.location()?;
    let place = location.to_string();
    let admin = Admin::open(location).map_err(|error| CommandError::BadInput(format!("{place}: {error}")))?;
    let now = now();
    match &args.command {
        AdminCommand::List => return list(&admin, out),
        AdminCommand::Ban { name, reason } => {
            admin.ban(name, reason.clone(), now).map_err(|error| account_error(name, error))?
        }
        AdminCommand::Pardon { name } => admin.unban(name).map_err(|error| account_error(name, error))?,
        AdminCommand::ResetPassword { name } => {
            let password = admin.reset_password(name, now).map_err(|error| account_error(name, error))?;
            writeln!(out, "{password}")?;
        }
        AdminCommand::Token { name, scope, description } => {
            let scopes = if scope.is_empty() { Scopes::all() } else { scope.iter().copied().collect() };
            let token = admin
                .create_token(name, scopes, one_line(description), now)
                .map_err(|error| account_error(name, error))?;
            writeln!(out, "{}", token.expose())?;
        }
        AdminCommand::CloseSeeks => admin.close_seeks(now).map_err(CommandError::bad_input)?,
    }
    Ok(())
}

fn list(admin: &Admin, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut last = None;
    loop {
        let accounts = admin.accounts(last, PAGE_SIZE).map_err(CommandError::bad_input)?;
        for account in &accounts {
            match &account.ban {
                Some(ban) => writeln!(out, "{}\tbanned: {}", account.name, one_line(&ban.reason))?,
                None => writeln!(out, "{}", account.name)?,
            }
        }
        last = match accounts.last() {
            Some(account) => Some(account.name.clone()),
            None => return Ok(()),
        };
    }
}

fn account_error(name: &AccountName, error: impl std::fmt::Display) -> CommandError {
    CommandError::BadInput(format!("{name}: {error}"))
}

/// The current time; a system clock before 1970 counts as 1970.
fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    Timestamp(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
