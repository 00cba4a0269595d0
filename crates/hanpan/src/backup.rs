//! `hanpan backup`: a copy of all games and accounts while the server runs.

use std::io::Write;
use std::path::PathBuf;

use server::store::{Backup, BackupError};

use crate::failure::Failure;
use crate::serve::usual_data;

/// Copy all games and accounts into one file, while the server runs
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The copy is of one moment, whole, and on the disk when this ends. To go back to it, put it into an empty folder as
hanpan.db and serve that folder.

Example:
  $ hanpan backup --data /srv/hanpan monday.db")]
pub(crate) struct Args {
    #[command(flatten)]
    data: Data,
    /// The file to write; it must not exist yet
    file: PathBuf,
}

/// Where the games and accounts are.
#[derive(clap::Args, Debug)]
pub(crate) struct Data {
    /// The folder with the games and accounts [default: the folder for such data of your system]
    #[arg(long, value_name = "FOLDER", env = "HANPAN_DATA", global = true)]
    data: Option<PathBuf>,
}

impl Data {
    /// The folder that was asked for, or the usual one.
    pub(crate) fn folder(&self) -> Result<PathBuf, Failure> {
        let folder = self.data.clone().or_else(usual_data);
        folder
            .ok_or_else(|| Failure::BadInput("there is no folder for data; name one with --data".to_owned()))
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let folder = args.data.folder()?;
    let backup = Backup::make(&folder, &args.file).map_err(|error| match error {
        BackupError::Exists => Failure::file(&args.file, error),
        BackupError::Store(error) => Failure::file(&folder, error),
        BackupError::Output(error) => Failure::output_file(&args.file, &error),
    })?;
    writeln!(out, "{}: {} bytes", args.file.display(), backup.bytes)?;
    Ok(())
}
