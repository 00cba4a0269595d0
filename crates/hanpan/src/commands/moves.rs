//! `hanpan moves`: lists the legal moves of a position.

use std::io::Write;

use crate::arguments::PositionArgs;
use crate::error::CommandError;
use crate::json::Json;

/// List the legal moves of a position, one per line: UCI, a tab, SAN
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Positions that no game can bring about (too much material, an impossible check, castling rights from two different
starting positions) are accepted: all that is asked for is their moves. 'explain' and 'position' refuse them
without --lenient.

Example:
  $ hanpan moves --fen '7k/P7/8/8/8/8/8/K7 w - - 0 1'
  a1a2    Ka2
  a1b1    Kb1
  a1b2    Kb2
  a7a8b   a8=B
  a7a8n   a8=N
  a7a8q   a8=Q+
  a7a8r   a8=R+")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Print one JSON object with the fields fen and moves
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let position = args.position.position()?;
    let style = args.position.style();
    let moves = position.legal_moves();
    let mut moves: Vec<(String, String)> =
        moves.iter().map(|&m| (m.uci(style).to_string(), position.san(m).to_string())).collect();
    moves.sort();
    if args.json {
        let moves = moves
            .into_iter()
            .map(|(uci, san)| Json::Object(vec![("uci", Json::Text(uci)), ("san", Json::Text(san))]));
        let fields = vec![("fen", Json::Text(position.fen())), ("moves", Json::List(moves.collect()))];
        writeln!(out, "{}", Json::Object(fields))?;
    } else {
        for (uci, san) in moves {
            writeln!(out, "{uci}\t{san}")?;
        }
    }
    Ok(())
}
