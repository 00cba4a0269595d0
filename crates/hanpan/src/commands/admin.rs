//! `hanpan admin`: what the host of a server decides, while it runs.

use std::io::Write;
use std::time::{Duration, SystemTime};

use game::Timestamp;
use server::accounts::{AccountName, Admin};

use crate::commands::backup::DataDirArgs;
use crate::error::{CommandError, one_line};

/// Look after the accounts of a server, while it runs
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A running server hears of it within a second or two.

Example:
  $ hanpan admin --data /srv/hanpan ban Mallory --reason 'plays with an engine'")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataDirArgs,
    #[command(subcommand)]
    command: AdminCommand,
}

#[derive(clap::Subcommand, Debug)]
enum AdminCommand {
    /// List all accounts, and why those that are banned are
    List,
    /// Log an account out everywhere and let it in no more
    Ban {
        /// The account's name
        name: AccountName,
        /// Why; for you, it is not shown to players
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Lift a ban
    Pardon {
        /// The account's name
        name: AccountName,
    },
    /// Give an account a new password and print it; it is logged out everywhere, and its owner can change the password under
    /// Account
    ResetPassword {
        /// The account's name
        name: AccountName,
    },
    /// Close every open seek in the lobby
    CloseSeeks,
}

/// So many accounts are read at a time.
const PAGE_SIZE: u32 = 500;

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let folder = args.data.path()?;
    let admin = Admin::open(&folder).map_err(|error| CommandError::file(&folder, error))?;
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

/// A clock before 1970 is at 1970.
fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    Timestamp(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
