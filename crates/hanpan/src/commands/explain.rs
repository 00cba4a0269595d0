//! `hanpan explain`: tells if a move is legal and gives the reasons if it is not.

use std::io::Write;

use rules::{Bitboard, CastlingStyle, IllegalMoveReason, Move, ParseMoveError, Position};
use serde::Serialize;

use crate::arguments::{StrictPositionArgs, excerpt};
use crate::error::CommandError;
use crate::json;
use crate::parse_errors::MoveErrorMessage;

/// Explain whether a move is legal
#[derive(clap::Args, Debug)]
#[command(after_help = "\
An illegal move is not an error: the exit code is 0. A MOVE that is not a move in any notation is an error.

Only the move is judged, not the state of the game: after a draw by insufficient material or the seventy-five-move
rule a move can be legal although 'hanpan position' would not play it.

Example:
  $ hanpan explain '4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1' Nd5
  illegal: the knight on c3 is pinned to the king by the bishop on b4")]
pub(crate) struct Args {
    #[command(flatten)]
    start: StrictPositionArgs,
    /// The move, in UCI (e2e4) or SAN (Nf3)
    #[arg(value_name = "MOVE")]
    word: String,
    /// Print one JSON object: legal, uci, san, reason, and reasons with kind, text, squares and line
    #[arg(long)]
    json: bool,
}

/// Output of `--json`.
#[derive(Serialize)]
struct ExplanationJson {
    legal: bool,
    uci: Option<String>,
    san: Option<String>,
    reason: Option<String>,
    reasons: Vec<ReasonJson>,
}

#[derive(Serialize)]
struct ReasonJson {
    kind: &'static str,
    text: String,
    squares: Vec<String>,
    line: Vec<String>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let position = args.start.position()?;
    let answer = match position.parse_move(&args.word) {
        Err(error @ ParseMoveError::Syntax(_)) => {
            let message = MoveErrorMessage { text: &args.word, error: &error };
            return Err(CommandError::BadInput(format!("'{}': {message}", excerpt(&args.word))));
        }
        answer => answer,
    };
    if args.json {
        writeln!(out, "{}", json::to_string(&to_json(&position, &answer))?)?;
    } else {
        match answer {
            Ok(m) => writeln!(out, "legal: {}", position.san(m))?,
            Err(error) => writeln!(out, "illegal: {error}")?,
        }
    }
    Ok(())
}

fn to_json(position: &Position, answer: &Result<Move, ParseMoveError>) -> ExplanationJson {
    let m = answer.as_ref().ok().copied();
    let reasons = match answer {
        Err(ParseMoveError::Illegal(reasons)) => reasons.iter().map(reason_to_json).collect(),
        _ => Vec::new(),
    };
    ExplanationJson {
        legal: m.is_some(),
        uci: m.map(|m| m.uci(CastlingStyle::Standard).to_string()),
        san: m.map(|m| position.san(m).to_string()),
        reason: answer.as_ref().err().map(ToString::to_string),
        reasons,
    }
}

fn reason_to_json(reason: &IllegalMoveReason) -> ReasonJson {
    let squares = |set: Bitboard| set.into_iter().map(|square| square.to_string()).collect();
    ReasonJson {
        kind: reason.name(),
        text: reason.to_string(),
        squares: squares(reason.squares()),
        line: squares(reason.line()),
    }
}
