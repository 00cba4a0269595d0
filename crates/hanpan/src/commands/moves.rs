//! `hanpan moves`: lists the legal moves of a position.

use std::io::Write;

use serde::Serialize;

use crate::arguments::PositionArgs;
use crate::error::CommandError;
use crate::json;

/// List the legal moves of a position, one per line: UCI, a tab, SAN
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Positions that no game can reach (too much material, an impossible check, castling rights from two different starting
positions) are accepted, because their moves are well defined. 'explain' and 'position' refuse them without --lenient.

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

/// Output of `--json`.
#[derive(Serialize)]
struct MovesJson {
    fen: String,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    uci: String,
    san: String,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let position = args.position.position()?;
    let style = args.position.style();
    let moves = position.legal_moves();
    let mut moves: Vec<(String, String)> =
        moves.iter().map(|&m| (m.uci(style).to_string(), position.san(m).to_string())).collect();
    moves.sort();
    if args.json {
        let moves = moves.into_iter().map(|(uci, san)| MoveJson { uci, san }).collect();
        writeln!(out, "{}", json::to_string(&MovesJson { fen: position.fen(), moves })?)?;
    } else {
        for (uci, san) in moves {
            writeln!(out, "{uci}\t{san}")?;
        }
    }
    Ok(())
}
