//! `hanpan explain`: whether a move is legal, and if not, why.

use std::io::Write;

use rules::{Bitboard, CastlingRefusal, Move, Position, Refusal};

use crate::arguments::{JudgedPosition, shown};
use crate::failure::Failure;
use crate::json::Json;
use crate::notation::{self, NotLegal, read_move};

/// Say whether a move is legal, and if not, why
#[derive(clap::Args, Debug)]
#[command(after_help = "\
An illegal move is an answer and no error: the exit code is 0. A MOVE that is no move in any notation is an error.

Example:
  $ hanpan explain '4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1' Nd5
  illegal: the knight on c3 is pinned to the king by the bishop on b4")]
pub(crate) struct Args {
    #[command(flatten)]
    start: JudgedPosition,
    /// The move, in UCI (e2e4) or SAN (Nf3)
    #[arg(value_name = "MOVE")]
    word: String,
    /// Print one JSON object: legal, uci, san, reason, and reasons with kind, text, squares and line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let position = args.start.position()?;
    let answer = match read_move(&position, &args.word) {
        Err(NotLegal::Unreadable(error)) => {
            return Err(Failure::BadInput(format!("'{}': {error}", shown(&args.word))));
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

fn to_json(position: &Position, answer: &Result<Move, NotLegal>) -> Json {
    let m = answer.as_ref().ok().copied();
    let reasons = match answer {
        Err(NotLegal::Refused(reasons)) => reasons.iter().map(refusal_to_json).collect(),
        _ => Vec::new(),
    };
    Json::Object(vec![
        ("legal", Json::Bool(m.is_some())),
        ("uci", Json::text_or_null(m.map(notation::uci))),
        ("san", Json::text_or_null(m.map(|m| position.san(m)))),
        ("reason", Json::text_or_null(answer.as_ref().err())),
        ("reasons", Json::List(reasons)),
    ])
}

fn refusal_to_json(refusal: &Refusal) -> Json {
    let squares = |set: Bitboard| Json::List(set.into_iter().map(Json::text).collect());
    Json::Object(vec![
        ("kind", Json::text(kind(refusal))),
        ("text", Json::text(refusal)),
        ("squares", squares(refusal.squares())),
        ("line", squares(refusal.line())),
    ])
}

/// The name under which programs know the reason; never changed.
fn kind(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Checkmate { .. } => "checkmate",
        Refusal::Stalemate { .. } => "stalemate",
        Refusal::NoPiece { .. } => "no-piece",
        Refusal::NotYourPiece { .. } => "not-your-piece",
        Refusal::SameSquare { .. } => "same-square",
        Refusal::OwnPiece { .. } => "own-piece",
        Refusal::DoesNotMoveSo { .. } => "does-not-move-so",
        Refusal::Blocked { .. } => "blocked",
        Refusal::PawnCapturesDiagonally { .. } => "pawn-captures-diagonally",
        Refusal::PawnCaptureNeedsPiece { .. } => "pawn-capture-needs-piece",
        Refusal::DoubleStepTooLate { .. } => "double-step-too-late",
        Refusal::EnPassantExpired { .. } => "en-passant-expired",
        Refusal::EnPassantExposesKing { .. } => "en-passant-exposes-king",
        Refusal::Castling { refusal, .. } => castling_kind(refusal),
        Refusal::DoubleCheck { .. } => "double-check",
        Refusal::StillInCheck { .. } => "still-in-check",
        Refusal::Pinned { .. } => "pinned",
        Refusal::KingWouldBeInCheck { .. } => "king-would-be-in-check",
        Refusal::PromotionMissing { .. } => "promotion-missing",
        Refusal::PromotionImpossible { .. } => "promotion-impossible",
        Refusal::NotAPromotion { .. } => "not-a-promotion",
    }
}

fn castling_kind(refusal: &CastlingRefusal) -> &'static str {
    match refusal {
        CastlingRefusal::KingMoved => "castling-king-moved",
        CastlingRefusal::RookMoved { .. } => "castling-rook-moved",
        CastlingRefusal::KingOrRookMoved { .. } => "castling-king-or-rook-moved",
        CastlingRefusal::NoRook => "castling-no-rook",
        CastlingRefusal::InTheWay { .. } => "castling-in-the-way",
        CastlingRefusal::InCheck { .. } => "castling-in-check",
        CastlingRefusal::PassesThrough { .. } => "castling-passes-through",
        CastlingRefusal::LandsOn { .. } => "castling-lands-on",
    }
}
