//! `hanpan pgn`: validates or normalizes PGN files.

mod atomic_file;
mod check;
mod clean;
mod summary;

use std::io::Write;

use crate::error::CommandError;

/// Check or normalize PGN files of any size
#[derive(clap::Args, Debug)]
#[command(
    arg_required_else_help = false,
    after_help = "\
Every move is checked, also in variations; the result is not compared with the final position. A game with a null move
(--) is invalid, even in a variation, and an Event tag always begins a new game.

Example:
  $ hanpan pgn check games.pgn
  games 2, moves 161, errors 0, seconds 0.0"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Check(check::Args),
    Clean(clean::Args),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    match &args.command {
        Command::Check(args) => check::run(args, out),
        Command::Clean(args) => clean::run(args, out),
    }
}
