//! `hanpan pgn`: validates or normalizes PGN files.

pub(super) mod atomic_file;
mod check;
pub(super) mod clean;
pub(super) mod read_games;
pub(super) mod summary;

use std::io::Write;

use crate::error::CommandError;

/// Check or normalize PGN files of any size
#[derive(clap::Args, Debug)]
#[command(
    arg_required_else_help = false,
    after_help = "\
Every move is checked, also in variations; the result is compared with the Result tag, not with the final position. An
Event tag always begins a new game, and so does a line that begins with 1. after moves.

Null moves (--, Z0, @@@@, 0000) are kept in variations; in the main line the game ends before one. Words that are no
moves, unknown symbols and NAGs above 255 are passed over. Notes on standard error say so, each kind once per game.

Text is UTF-8; lines that are not are read in the encoding of --encoding, or in a detected one, which is printed.

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
