//! `hanpan backup`: copies the data of running servers into a file.

use std::io::Write;
use std::path::PathBuf;

use server::store::{Backup, BackupError, StoreLocation, backup_postgres};

use crate::commands::database;
use crate::commands::serve::default_data_dir;
use crate::error::CommandError;
use crate::progress::Progress;

/// Copy all games and accounts into one file, also while the server runs
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The copy is a consistent snapshot and is synced to disk before the command ends. To restore it, put it into an empty
folder as hanpan.db and serve that folder, or copy that folder into an empty PostgreSQL database by `hanpan copy-data`.

Examples:
  $ hanpan backup --data /srv/hanpan monday.db
  $ hanpan backup --store 'postgres:///hanpan?host=/run/postgresql' monday.db")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataDirArgs,
    /// The file to write; it must not exist yet
    file: PathBuf,
}

/// Options of commands that open the server's data.
#[derive(clap::Args, Debug)]
pub(crate) struct DataDirArgs {
    /// The data folder with games and accounts [default: the data folder of the system]
    #[arg(long, value_name = "FOLDER", env = "HANPAN_DATA", global = true)]
    data: Option<PathBuf>,
    /// The PostgreSQL database with games and accounts, instead of a data folder
    #[arg(long, value_name = "URL", env = "HANPAN_STORE", hide_env_values = true, global = true)]
    store: Option<String>,
    /// File with the password of the database
    #[arg(long, value_name = "FILE", env = "HANPAN_STORE_PASSWORD_FILE", global = true)]
    store_password_file: Option<PathBuf>,
}

impl DataDirArgs {
    /// Returns the database, or else the given folder or the default one.
    pub(crate) fn location(&self) -> Result<StoreLocation, CommandError> {
        match database::config(self.store.as_deref(), self.store_password_file.as_deref())? {
            Some(config) => Ok(StoreLocation::Postgres(Box::new(config))),
            None => self.path().map(StoreLocation::Folder),
        }
    }

    fn path(&self) -> Result<PathBuf, CommandError> {
        let folder = self.data.clone().or_else(default_data_dir);
        folder.ok_or_else(|| {
            CommandError::BadInput("no data folder on this system; choose one with --data".to_owned())
        })
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let location = args.data.location()?;
    let backup = match &location {
        StoreLocation::Folder(folder) => Backup::create(folder, &args.file),
        StoreLocation::Postgres(config) => {
            let mut shown: Option<Progress> = None;
            backup_postgres(config, &args.file, &mut |done, total| {
                shown.get_or_insert_with(|| Progress::start(Some(total))).show_with(done, "copying rows");
            })
        }
    };
    let backup = backup.map_err(|error| match error {
        BackupError::Store(error) => CommandError::BadInput(format!("{location}: {error}")),
        BackupError::Output(error) => CommandError::output_file(&args.file, &error),
        error => CommandError::file(&args.file, error),
    })?;
    writeln!(out, "{}: {} bytes", args.file.display(), backup.bytes)?;
    Ok(())
}
