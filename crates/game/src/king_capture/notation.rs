//! Notation of King capture moves.
//!
//! Moves are written in SAN, with disambiguation among all pseudo-legal moves. `+` means that the king is
//! attacked, `#` that the move wins by checkmate or by capturing the king (`Qxe8#`). The parser compares the
//! text with all spellings of all moves.

use std::fmt::Write;

use rules::{CastlingSide, Move, ParseMoveError, Role, San, SanError, Setup, UciMove};

use super::explain::{explain_castling, explain_without_castling};
use super::{is_attacked, outcome};

/// Writes a legal move in SAN.
pub(crate) fn write(setup: &Setup, m: Move) -> String {
    let mut text = match m.castling_side() {
        Some(CastlingSide::King) => "O-O".to_owned(),
        Some(CastlingSide::Queen) => "O-O-O".to_owned(),
        None if m.role() == Role::Pawn => pawn_move(m),
        None => piece_move(setup, m),
    };
    let next = setup.play_pseudo_unchecked(m);
    if outcome(&next).is_some_and(|outcome| outcome.winner().is_some()) {
        text.push('#');
    } else if is_attacked(&next, next.turn) {
        text.push('+');
    }
    text
}

/// Resolves SAN. As in chess, disambiguation may be redundant and `x`, `=`, `+`, `#` wrong; a capturing pawn
/// needs its file.
///
/// # Errors
/// A null move, an ambiguous move, or an illegal move with a reason for each piece that may be meant.
pub(crate) fn resolve_san(setup: &Setup, san: San) -> Result<Move, ParseMoveError> {
    if san.is_null() {
        return Err(ParseMoveError::Null);
    }
    let wanted = normalize(&san.to_string());
    let mut found = setup.pseudo_legal_moves();
    found.retain(|m| spellings(m).contains(&wanted));
    match *found {
        [] => Err(explain_san(setup, san)),
        [m] => Ok(m),
        _ => Err(ParseMoveError::Ambiguous(found.to_vec())),
    }
}

/// The reasons why a SAN move is illegal.
fn explain_san(setup: &Setup, san: San) -> ParseMoveError {
    match san.illegal_error(&setup.board, setup.turn) {
        SanError::IllegalCastling(side) => match setup.board.king(setup.turn) {
            Some(king) => ParseMoveError::illegal(vec![explain_castling(setup, king, side)]),
            None => ParseMoveError::NoSuchPiece { role: Role::King, file: None, rank: None },
        },
        SanError::Illegal { from, to, promotion, .. } if from.any() => {
            let reasons = from.into_iter().map(|from| explain_without_castling(setup, from, to, promotion));
            ParseMoveError::illegal(reasons.collect())
        }
        SanError::Illegal { role, file, rank, .. } => ParseMoveError::NoSuchPiece { role, file, rank },
        SanError::PromotionMissing { from, to } => {
            ParseMoveError::illegal(vec![explain_without_castling(setup, from, to, None)])
        }
        SanError::Ambiguous(moves) => ParseMoveError::Ambiguous(moves),
        SanError::Null => ParseMoveError::Null,
    }
}

/// Resolves a UCI move.
pub(crate) fn resolve_uci(setup: &Setup, uci: UciMove) -> Option<Move> {
    let UciMove::Normal { from, to, promotion } = uci else { return None };
    let reaches = |m: Move| match m.castling_rook() {
        // Castling by the king's target, unless that is an ordinary king move.
        Some((rook, _)) => to == rook || to == m.to() && from.distance(to) > 1,
        None => m.to() == to,
    };
    let moves = setup.pseudo_legal_moves();
    moves.into_iter().find(|&m| m.from() == from && reaches(m) && m.promotion() == promotion)
}

fn pawn_move(m: Move) -> String {
    let mut text = String::new();
    if m.is_capture() {
        text.push(m.from().file().letter());
        text.push('x');
    }
    // Writing to a string cannot fail.
    let _ = write!(text, "{}", m.to());
    if let Some(role) = m.promotion() {
        text.push('=');
        text.push(role.upper_char());
    }
    text
}

/// Piece letter, minimal disambiguation (file, else rank, else both), target.
fn piece_move(setup: &Setup, m: Move) -> String {
    let rivals: Vec<_> = setup
        .pseudo_legal_moves()
        .into_iter()
        .filter(|other| other.role() == m.role() && other.to() == m.to() && other.from() != m.from())
        .filter(|other| !other.is_castle())
        .map(|other| other.from())
        .collect();
    let file_tells = !rivals.iter().any(|from| from.file() == m.from().file());
    let rank_tells = !rivals.iter().any(|from| from.rank() == m.from().rank());
    let origin = match (rivals.is_empty(), file_tells, rank_tells) {
        (true, _, _) => String::new(),
        (_, true, _) => m.from().file().to_string(),
        (_, _, true) => m.from().rank().to_string(),
        _ => m.from().to_string(),
    };
    let takes = if m.is_capture() { "x" } else { "" };
    format!("{}{origin}{takes}{}", m.role().upper_char(), m.to())
}

/// Removes the optional characters and the letter of a pawn.
fn normalize(text: &str) -> String {
    text.trim_start_matches('P').chars().filter(|letter| !"x=+#".contains(*letter)).collect()
}

/// All spellings of a move without the optional characters.
fn spellings(m: Move) -> Vec<String> {
    if m.is_castle() {
        return vec![format!("{m:?}")];
    }
    let letter = if m.role() == Role::Pawn { String::new() } else { m.role().upper_char().to_string() };
    let promotion = m.promotion().map_or(String::new(), |role| role.upper_char().to_string());
    let (file, rank) = (m.from().file().to_string(), m.from().rank().to_string());
    let mut origins = vec![m.from().to_string(), file];
    if m.role() != Role::Pawn || !m.is_capture() {
        origins.extend([String::new(), rank]);
    }
    origins.into_iter().map(|origin| format!("{letter}{origin}{}{promotion}", m.to())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_can_be_captured_and_left_in_check() {
        let check = |fen: &str, san: &str, found: Option<&str>| {
            let setup: Setup = fen.parse().unwrap();
            let m = resolve_san(&setup, san.parse().unwrap()).ok();
            let squares = m.map(|m| format!("{}{}", m.from(), m.to()));
            assert_eq!(squares.as_deref(), found, "{san} in {fen}");
        };
        check("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "Rxe8#", Some("e1e8"));
        check("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kf1", Some("e1f1"));
        check("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "Rh2", Some("e2h2"));
        check("4k3/8/8/8/R6R/8/8/4K3 w - - 0 1", "Re4", None);
        check("4k3/8/8/8/R6R/8/8/4K3 w - - 0 1", "Rhe4", Some("h4e4"));
        check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", Some("e4d5"));
        check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", None);
        check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", Some("e1c1"));
    }

    #[test]
    fn illegal_san_is_explained() {
        let check = |fen: &str, san: &str, reason: &str| {
            let error = resolve_san(&fen.parse().unwrap(), san.parse().unwrap()).unwrap_err();
            assert_eq!(error.to_string(), reason, "{san} in {fen}");
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "e5", "the pawn on e2 cannot go to e5: a pawn does not move so");
        check(start, "Qxf7", "the queen on d1 cannot go to f7: a queen does not move so");
        check(start, "Qd5", "the queen on d1 is blocked by the pawn on d2");
        check(start, "Ke4", "the king on e1 cannot go to e4: a king does not move so");
        check(start, "Ra2", "your own pawn on a2 is in the way");
        check(start, "Rh5", "the rook on h1 is blocked by the pawn on h2");
        check(start, "Nbf3", "the knight on b1 cannot go to f3: a knight does not move so");
        check(start, "Nh8f3", "there is no knight to move on h8");
        check(start, "O-O", "the king on e1 cannot castle kingside: pieces are in the way on f1 and g1");
        check("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", "there is no pawn to move on the d-file");
        let open = "r3k2r/8/8/8/8/4K3/8/R6R w kq - 0 1";
        check(open, "O-O-O", "the king on e3 cannot castle queenside: the king has moved");
        check(
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "Kg1",
            "the king on e1 cannot go to g1: a king does not move so",
        );
    }
}
