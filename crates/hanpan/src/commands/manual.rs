//! `hanpan manual`: writes the man pages and the shell completions, for packages. It is not listed in `--help`.

use std::fs;
use std::path::PathBuf;

use clap_complete::Shell;

use crate::error::CommandError;

/// Shells with completions.
const SHELLS: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];

/// Write man pages and shell completions into a folder
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The pages are in FOLDER/man, the completions for bash, zsh, fish and PowerShell in FOLDER/completions.

Example:
  $ hanpan manual hanpan-manual")]
pub(crate) struct Args {
    /// The folder to write to; it is created if necessary
    folder: PathBuf,
}

/// Writes a page for the program and one for each command of `tree`.
pub(crate) fn run(mut tree: clap::Command, args: &Args) -> Result<(), CommandError> {
    let (man, completions) = (args.folder.join("man"), args.folder.join("completions"));
    for folder in [&man, &completions] {
        fs::create_dir_all(folder).map_err(|error| CommandError::output_file(folder, &error))?;
    }
    // Completions add `help` to every level of the tree, which needs no pages.
    clap_mangen::generate_to(without_help(tree.clone()), &man)
        .map_err(|error| CommandError::output_file(&man, &error))?;
    for shell in SHELLS {
        clap_complete::generate_to(shell, &mut tree, "hanpan", &completions)
            .map_err(|error| CommandError::output_file(&completions, &error))?;
    }
    Ok(())
}

/// The same commands without `help`.
fn without_help(tree: clap::Command) -> clap::Command {
    tree.disable_help_subcommand(true).mut_subcommands(without_help)
}
