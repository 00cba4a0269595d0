//! `hanpan copy-data`: copies a data folder into a PostgreSQL database.

use std::io::Write;
use std::path::PathBuf;

use server::store::{CopyError, CopyStep, copy_data};

use crate::commands::database;
use crate::error::CommandError;
use crate::progress::Progress;

/// Copy a data folder into an empty PostgreSQL database
#[derive(clap::Args, Debug)]
#[command(after_help = "\
No server may run on the folder meanwhile, and none starts on the database before the copy is complete. Everything is
read back and compared. A copy that was interrupted goes on where it ended when the command is repeated. The folder
stays as it is.

Example:
  $ hanpan copy-data --from sqlite:/srv/hanpan --to 'postgres:///hanpan?host=/run/postgresql'")]
pub(crate) struct Args {
    /// The data folder: sqlite:FOLDER
    #[arg(long, value_name = "sqlite:FOLDER")]
    from: String,
    /// The database: postgres://USER@HOST/DATABASE
    #[arg(long, value_name = "URL", env = "HANPAN_STORE", hide_env_values = true)]
    to: String,
    /// File with the password of the database
    #[arg(long, value_name = "FILE", env = "HANPAN_STORE_PASSWORD_FILE")]
    store_password_file: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let Some(folder) = args.from.strip_prefix("sqlite:").map(PathBuf::from) else {
        return Err(CommandError::BadInput("--from must be sqlite:FOLDER".to_owned()));
    };
    let password_file = args.store_password_file.as_deref();
    let Some(config) = database::config(Some(&args.to), password_file)? else {
        return Err(CommandError::BadInput("--to must be a database".to_owned()));
    };
    let place = config.to_string();
    let mut shown: Option<(CopyStep, Progress)> = None;
    let copied = copy_data(&folder, config, &mut |step, done, total| {
        let (of, bar) = shown.get_or_insert_with(|| (step, Progress::start(Some(total))));
        if *of != step {
            (*of, *bar) = (step, Progress::start(Some(total)));
        }
        bar.show_with(done, if step == CopyStep::Copy { "copying games" } else { "comparing games" });
    });
    drop(shown);
    let report = copied.map_err(|error| match error {
        CopyError::Source(error) => CommandError::file(&folder, error),
        CopyError::Target(error) => CommandError::BadInput(format!("{place}: {error}")),
        error => CommandError::BadInput(format!("{place}: {error}")),
    })?;
    let resumed = match report.resumed {
        0 => String::new(),
        resumed => format!(", {resumed} of them by an earlier copy"),
    };
    writeln!(out, "{place}: {} games{resumed}; everything compared", report.games)?;
    Ok(())
}
