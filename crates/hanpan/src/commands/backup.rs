//! `hanpan backup`: copies the database of a running server.

use std::io::Write;
use std::path::PathBuf;

use server::store::{Backup, BackupError};

use crate::commands::serve::default_data_dir;
use crate::error::CommandError;

/// Copy all games and accounts into one file, also while the server runs
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The copy is a consistent snapshot and is synced to disk before the command ends. To restore it, put it into an empty
folder as hanpan.db and serve that folder.

Example:
  $ hanpan backup --data /srv/hanpan monday.db")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataDirArgs,
    /// The file to write; it must not exist yet
    file: PathBuf,
}

/// The `--data` option of commands that open the server's database.
#[derive(clap::Args, Debug)]
pub(crate) struct DataDirArgs {
    /// The data folder with games and accounts [default: the data folder of the system]
    #[arg(long, value_name = "FOLDER", env = "HANPAN_DATA", global = true)]
    data: Option<PathBuf>,
}

impl DataDirArgs {
    /// Returns the given folder or the default one.
    pub(crate) fn path(&self) -> Result<PathBuf, CommandError> {
        let folder = self.data.clone().or_else(default_data_dir);
        folder.ok_or_else(|| {
            CommandError::BadInput("no data folder on this system; choose one with --data".to_owned())
        })
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let folder = args.data.path()?;
    let backup = Backup::create(&folder, &args.file).map_err(|error| match error {
        BackupError::Exists => CommandError::file(&args.file, error),
        BackupError::Store(error) => CommandError::file(&folder, error),
        BackupError::Output(error) => CommandError::output_file(&args.file, &error),
    })?;
    writeln!(out, "{}: {} bytes", args.file.display(), backup.bytes)?;
    Ok(())
}
