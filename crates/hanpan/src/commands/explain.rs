//! `hanpan explain`: tells if a move is legal and gives the reasons if it is not.

use std::io::Write;

use rules::{Bitboard, CastlingStyle, IllegalMoveReason, Move, ParseMoveError, Position};

use crate::arguments::{StrictPositionArgs, excerpt};
use crate::error::CommandError;
use crate::json::Json;
use crate::parse_errors::MoveErrorMessage;

/// Explain whether a move is legal
#[derive(clap::Args, Debug)]
#[command(after_help = "\
An illegal move is an answer and no error: the exit code is 0. A MOVE that is no move in any notation is an error.

The answer is about the move alone: where the game has ended in another way than by mate or stalemate (bare kings,
seventy-five moves), a move can be legal although 'hanpan position' would not play it.

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

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), CommandError> {
    let position = args.start.position()?;
    let answer = match position.parse_move(&args.word) {
        Err(error @ ParseMoveError::Syntax(_)) => {
            let words = MoveErrorMessage { text: &args.word, error: &error };
            return Err(CommandError::BadInput(format!("'{}': {words}", excerpt(&args.word))));
        }
        answer => answer,
    };
    if args.json {
        writeln!(out, "{}", to_json(&position, &answer))?;
    } else {
        match answer {
            Ok(m) => writeln!(out, "legal: {}", position.san(m))?,
            Err(not_legal) => writeln!(out, "illegal: {not_legal}")?,
        }
    }
    Ok(())
}

fn to_json(position: &Position, answer: &Result<Move, ParseMoveError>) -> Json {
    let m = answer.as_ref().ok().copied();
    let reasons = match answer {
        Err(ParseMoveError::Illegal(reasons)) => reasons.iter().map(refusal_to_json).collect(),
        _ => Vec::new(),
    };
    Json::Object(vec![
        ("legal", Json::Bool(m.is_some())),
        ("uci", Json::text_or_null(m.map(|m| m.uci(CastlingStyle::Standard)))),
        ("san", Json::text_or_null(m.map(|m| position.san(m)))),
        ("reason", Json::text_or_null(answer.as_ref().err())),
        ("reasons", Json::List(reasons)),
    ])
}

fn refusal_to_json(refusal: &IllegalMoveReason) -> Json {
    let squares = |set: Bitboard| Json::List(set.into_iter().map(Json::text).collect());
    Json::Object(vec![
        ("kind", Json::text(refusal.name())),
        ("text", Json::text(refusal)),
        ("squares", squares(refusal.squares())),
        ("line", squares(refusal.line())),
    ])
}
