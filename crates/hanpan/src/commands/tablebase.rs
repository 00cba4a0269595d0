//! `hanpan tablebase`: the outcome of an endgame with at most four men, and of each move.

use std::io::Write;

use rules::{CastlingStyle, Color, Position};
use serde::Serialize;
use tablebase::{Outcome, RatedMove, Tablebase};

use crate::arguments::{StrictPositionArgs, excerpt};
use crate::error::CommandError;
use crate::json;

/// Tell the outcome of an endgame with at most four men, and of each move
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Distances are moves to mate with best play of both sides, kings and pawns counted as men. The fifty-move rule is left out:
no mate from four men takes fifty moves. The tables are computed when they are needed: at once with three men, in
seconds with four, longest with pawns.

The first line is the outcome. Below it each legal move has a line, the best first: SAN, a tab, the outcome after it for
the side that plays it.

Example:
  $ hanpan tablebase '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1'
  white mates in 11
  Kd6     win in 11
  Kf6     win in 12
  Kd5     draw
  Kf5     draw")]
pub(crate) struct Args {
    #[command(flatten)]
    start: StrictPositionArgs,
    /// Print the moves to mate with best play instead of the outcome of each move
    #[arg(long, conflicts_with = "json")]
    line: bool,
    /// Print one JSON object: fen, outcome, moves_to_mate, and moves with uci, san, outcome and moves_to_mate
    #[arg(long)]
    json: bool,
}

/// Output of `--json`; outcomes are win, draw or loss for the side to move.
#[derive(Serialize)]
struct ProbeJson {
    fen: String,
    outcome: &'static str,
    moves_to_mate: Option<u8>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    uci: String,
    san: String,
    outcome: &'static str,
    moves_to_mate: Option<u8>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let position = args.start.position()?;
    let tables = Tablebase::new();
    let Some((outcome, moves)) = tables.probe(&position).zip(tables.moves(&position)) else {
        let fen = position.fen();
        return Err(CommandError::BadInput(format!("'{}': more than four men", excerpt(&fen))));
    };
    if args.json {
        writeln!(out, "{}", json::to_string(&to_json(&position, outcome, &moves))?)?;
        return Ok(());
    }
    writeln!(out, "{}", sentence(outcome, position.turn()))?;
    if args.line {
        write_line(out, &tables, position)?;
    } else {
        for RatedMove { m, outcome } in moves {
            writeln!(out, "{}\t{outcome}", position.san(m))?;
        }
    }
    Ok(())
}

/// `white mates in 3`, `draw`.
fn sentence(outcome: Outcome, turn: Color) -> String {
    let mates = |side: Color| format!("{side} mates in {}", outcome.moves_to_mate().unwrap_or_default());
    match outcome {
        Outcome::Win(_) => mates(turn),
        Outcome::Draw => "draw".to_owned(),
        Outcome::Loss(_) => mates(!turn),
    }
}

fn write_line(out: &mut dyn Write, tables: &Tablebase, start: Position) -> Result<(), CommandError> {
    let mut position = start;
    for (index, m) in tables.line_to_mate(&start).into_iter().enumerate() {
        let number = position.fullmoves();
        match position.turn() {
            Color::White => write!(out, "{}{number}.", if index > 0 { " " } else { "" })?,
            Color::Black if index == 0 => write!(out, "{number}...")?,
            Color::Black => {}
        }
        write!(out, " {}", position.san(m))?;
        let Ok(next) = position.play(m) else { break };
        position = next;
    }
    writeln!(out)?;
    Ok(())
}

fn to_json(position: &Position, outcome: Outcome, moves: &[RatedMove]) -> ProbeJson {
    let moves = moves.iter().map(|rated| MoveJson {
        uci: rated.m.uci(CastlingStyle::Standard).to_string(),
        san: position.san(rated.m).to_string(),
        outcome: name(rated.outcome),
        moves_to_mate: rated.outcome.moves_to_mate(),
    });
    ProbeJson {
        fen: position.fen(),
        outcome: name(outcome),
        moves_to_mate: outcome.moves_to_mate(),
        moves: moves.collect(),
    }
}

const fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(_) => "win",
        Outcome::Draw => "draw",
        Outcome::Loss(_) => "loss",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, options: &[&str], expected: &str) {
        #[derive(clap::Parser)]
        struct Command {
            #[command(flatten)]
            args: Args,
        }
        let words = ["tablebase", fen].into_iter().chain(options.iter().copied());
        let command = <Command as clap::Parser>::try_parse_from(words).unwrap();
        let mut out = Vec::new();
        let found = match run(&command.args, &mut out) {
            Ok(()) => String::from_utf8(out).unwrap(),
            Err(error) => error.message().unwrap(),
        };
        assert_eq!(found, expected, "{fen} {options:?}");
    }

    #[test]
    fn outcomes_are_told_for_the_position_and_its_moves() {
        check("7k/8/6K1/8/8/8/8/R7 w - - 0 1", &["--line"], "white mates in 1\n1. Ra8#\n");
        check("8/8/8/8/8/1k6/8/K1r5 w - - 0 1", &[], "black mates in 0\n");
        check("8/8/8/8/8/k7/p7/K7 w - - 0 1", &["--line"], "draw\n\n");
        check(
            "7k/5K2/8/8/8/8/8/6R1 b - - 0 1",
            &["--json"],
            "{\"fen\":\"7k/5K2/8/8/8/8/8/6R1 b - - 0 1\",\"outcome\":\"loss\",\"moves_to_mate\":1,\"moves\":[{\"uci\":\"h8h7\",\
             \"san\":\"Kh7\",\"outcome\":\"loss\",\"moves_to_mate\":1}]}\n",
        );
    }

    #[test]
    fn five_men_are_refused() {
        let fen = "7k/8/8/8/8/8/PPP5/K7 w - - 0 1";
        check(fen, &[], &format!("'{fen}': more than four men"));
    }
}
