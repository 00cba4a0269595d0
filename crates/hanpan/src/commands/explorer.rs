//! `hanpan explorer`: builds indexes of games, and looks up positions in them.

mod build;
mod query;

use std::io::Write;

use crate::error::CommandError;

/// Look up the moves played in a position in an index of games, or build one
#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
The index is built from PGN files by `hanpan explorer build`. A position is found whatever the order of moves that led to it.

The answer has a line with the opening, if the position or one before it has a name, a line with all games, and a line for each
move, the most frequent first: SAN, games, share of games that White won, that were drawn and that Black won, average rating
of the players. Games without a result count as games only. Below it are the games with the highest ratings.

Example:
  $ hanpan explorer games.index e4 c5
  B20 Sicilian Defense
  move      games  white   draw  black  rating
  all       48211   38 %   31 %   31 %    2410
  Nf3       36002   39 %   31 %   30 %    2421"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    query: Option<query::Args>,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Build(build::Args),
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    match (&args.command, &args.query) {
        (Some(Command::Build(args)), _) => build::run(args, out),
        (None, Some(args)) => query::run(args, out),
        (None, None) => Err(CommandError::BadInput("no index is named; see --help".to_owned())),
    }
}
