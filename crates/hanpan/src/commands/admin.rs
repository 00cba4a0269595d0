//! `hanpan admin`: account administration beside a running server.

mod new_password;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use game::Timestamp;
use server::accounts::{AccountName, Admin, Scope};

use crate::commands::backup::DataDirArgs;
use crate::error::{CommandError, one_line};

/// Administer the accounts of a server, also while it runs
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A running server applies changes within a second or two.

Example:
  $ hanpan admin --data /srv/hanpan ban Mallory --reason 'plays with an engine'
  $ hanpan admin --data /srv/hanpan create-account MyBot --scope bot:play --scope challenge:write
  $ hanpan admin --data /srv/hanpan token MyBot --scope bot:play")]
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
    /// Create an account, with a password that is asked for, or is a line of standard input if that is no terminal
    CreateAccount {
        /// The account's name
        name: AccountName,
        /// File with the password in its first line
        #[arg(long, value_name = "FILE")]
        password_file: Option<PathBuf>,
        /// A permission, such as bot:play; may be repeated. With it an API token is created and printed, too
        #[arg(long)]
        scope: Vec<Scope>,
    },
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
        #[arg(long, default_value = DESCRIPTION)]
        description: String,
    },
    /// Cancel every open seek in the lobby
    CloseSeeks,
}

/// Purpose of a token unless another one is given.
const DESCRIPTION: &str = "hanpan admin";

/// Accounts per database query.
const PAGE_SIZE: u32 = 500;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let location = args.data.location()?;
    let place = location.to_string();
    let admin = Admin::open(location).map_err(|error| CommandError::BadInput(format!("{place}: {error}")))?;
    let now = now();
    match &args.command {
        AdminCommand::List => return list(&admin, out),
        AdminCommand::CreateAccount { name, password_file, scope } => {
            let password = new_password::read(name, password_file.as_deref())?;
            admin.create_account(name, &password, now).map_err(|error| account_error(name, error))?;
            if !scope.is_empty() {
                print_token(&admin, name, scope, DESCRIPTION, out)?;
            }
        }
        AdminCommand::Ban { name, reason } => {
            admin.ban(name, reason.clone(), now).map_err(|error| account_error(name, error))?
        }
        AdminCommand::Pardon { name } => admin.unban(name).map_err(|error| account_error(name, error))?,
        AdminCommand::ResetPassword { name } => {
            let password = admin.reset_password(name, now).map_err(|error| account_error(name, error))?;
            writeln!(out, "{password}")?;
        }
        AdminCommand::Token { name, scope, description } => {
            let scope = if scope.is_empty() { &Scope::ALL[..] } else { scope };
            print_token(&admin, name, scope, description, out)?;
        }
        AdminCommand::CloseSeeks => admin.close_seeks(now).map_err(CommandError::bad_input)?,
    }
    Ok(())
}

fn print_token(
    admin: &Admin,
    name: &AccountName,
    scopes: &[Scope],
    description: &str,
    out: &mut dyn Write,
) -> Result<(), CommandError> {
    let token = admin.create_token(name, scopes.iter().copied().collect(), one_line(description), now());
    let token = token.map_err(|error| account_error(name, error))?;
    writeln!(out, "{}", token.expose())?;
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
