//! A move as a person or a program types it: UCI or algebraic notation, with the reason if it cannot be played.

use std::fmt;

use rules::{
    CastlingSide, CastlingStyle, Move, ParseSanError, ParseUciError, Position, Refusal, Role, San, SanError,
    Square, UciMove, UciReason,
};

/// Why a word is not a legal move.
#[derive(Debug)]
pub(crate) enum NotLegal {
    /// It is no move in any notation.
    Unreadable(ParseSanError),
    /// It is `0000` or `--`.
    Null,
    /// No piece of this kind is there to move.
    NoSuchPiece(Role),
    /// More than one piece may go there: the moves, in algebraic notation.
    Ambiguous(Vec<String>),
    /// The Laws forbid it. One reason for each piece that may have been meant, never none.
    Refused(Vec<Refusal>),
}

/// The squares of a move that was asked for.
#[derive(Clone, Copy)]
struct Wish {
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

/// Reads a move, as UCI if it looks like it and else as algebraic notation.
pub(crate) fn read_move(position: &Position, text: &str) -> Result<Move, NotLegal> {
    match UciMove::parse(text.as_bytes()) {
        Ok(uci) => read_uci(position, uci),
        Err(error) => match impossible_promotion(text, error) {
            Some(wish) => explain_all(position, [wish]),
            None => read_san(position, text),
        },
    }
}

/// The move in UCI, spelled so that it means the same to every program.
pub(crate) fn uci(m: Move) -> UciMove {
    m.uci(CastlingStyle::Standard)
}

fn read_uci(position: &Position, uci: UciMove) -> Result<Move, NotLegal> {
    match uci {
        UciMove::Null => Err(NotLegal::Null),
        UciMove::Normal { from, to, promotion } => {
            uci.resolve(position).or_else(|_| explain_all(position, [Wish { from, to, promotion }]))
        }
    }
}

/// `a7a8k` is understood, and refused for its reason.
fn impossible_promotion(text: &str, error: ParseUciError) -> Option<Wish> {
    let (&[a, b, c, d, letter], UciReason::NotAPromotion) = (text.as_bytes(), error.reason) else {
        return None;
    };
    let (from, to) = (Square::from_ascii(&[a, b])?, Square::from_ascii(&[c, d])?);
    Some(Wish { from, to, promotion: Some(Role::from_letter(letter)?) })
}

fn read_san(position: &Position, text: &str) -> Result<Move, NotLegal> {
    let san = San::parse(text.as_bytes()).map_err(NotLegal::Unreadable)?;
    san.resolve(position).or_else(|error| match error {
        SanError::Null => Err(NotLegal::Null),
        SanError::Ambiguous(moves) => {
            Err(NotLegal::Ambiguous(moves.iter().map(|&m| position.san(m).to_string()).collect()))
        }
        SanError::IllegalCastling(side) => explain_all(position, [castling(position, side)]),
        SanError::PromotionMissing { from, to } => {
            explain_all(position, [Wish { from, to, promotion: None }])
        }
        SanError::Illegal { from: Some(from), to, promotion, .. } => {
            explain_all(position, [Wish { from, to, promotion }])
        }
        SanError::Illegal { role, from: None, to, promotion } => {
            let pieces = position.board().pieces(role.of(position.turn()));
            if pieces.is_empty() {
                return Err(NotLegal::NoSuchPiece(role));
            }
            explain_all(position, pieces.into_iter().map(|from| Wish { from, to, promotion }))
        }
    })
}

fn castling(position: &Position, side: CastlingSide) -> Wish {
    let from = position.king(position.turn());
    let target = Square::new(side.king_file(), from.rank());
    Wish { from, to: position.castling_rook(position.turn(), side).unwrap_or(target), promotion: None }
}

/// The legal move among those asked for, or the reasons against them. Pieces that do not even move that way were not
/// meant if others do.
fn explain_all(position: &Position, wishes: impl IntoIterator<Item = Wish>) -> Result<Move, NotLegal> {
    let mut reasons = Vec::new();
    for Wish { from, to, promotion } in wishes {
        match position.explain(from, to, promotion) {
            Ok(m) => return Ok(m),
            Err(refusal) => reasons.push(refusal),
        }
    }
    let moves_so = |refusal: &Refusal| !matches!(refusal, Refusal::DoesNotMoveSo { .. });
    if reasons.iter().any(moves_so) {
        reasons.retain(moves_so);
    }
    reasons.dedup();
    Err(NotLegal::Refused(reasons))
}

/// One line.
impl fmt::Display for NotLegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotLegal::Unreadable(error) => write!(f, "{error}"),
            NotLegal::Null => f.write_str("the null move is not a legal move"),
            NotLegal::NoSuchPiece(role) => write!(f, "there is no {role} to move"),
            NotLegal::Ambiguous(moves) => write!(f, "ambiguous: {}", moves.join(" or ")),
            NotLegal::Refused(reasons) => {
                let reasons: Vec<String> = reasons.iter().map(Refusal::to_string).collect();
                f.write_str(&reasons.join("; "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, text: &str, expected: &str) {
        let position: Position = fen.parse().unwrap();
        let found = match read_move(&position, text) {
            Ok(m) => position.san(m).to_string(),
            Err(not_legal) => not_legal.to_string(),
        };
        assert!(found.contains(expected), "{fen} {text}: {found}");
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTES: &str = "7k/P7/8/8/8/8/8/K7 w - - 0 1";

    #[test]
    fn both_notations() {
        check(START, "g1f3", "Nf3");
        check(START, "Nf3", "Nf3");
        check(START, "Ng1-f3", "Nf3");
        for castling in ["e1g1", "e1h1", "O-O", "0-0"] {
            check(CASTLES, castling, "O-O");
        }
        check(PROMOTES, "a7a8q", "a8=Q");
        check(PROMOTES, "a8N", "a8=N");
    }

    #[test]
    fn reasons() {
        check(START, "a1a5", "blocked by the pawn on a2");
        check(START, "Ra5", "blocked by the pawn on a2");
        check(START, "e2e5", "pawn");
        check(START, "O-O", "castle");
        check(START, "0000", "null move");
        check(START, "--", "null move");
        check(START, "hello", "byte");
        check(PROMOTES, "Qa8", "no queen to move");
        check(PROMOTES, "a7a8", "what it becomes");
        check(PROMOTES, "a7a8k", "cannot become a king");
        check("4k3/8/8/8/1b6/2N5/8/2N1K3 w - - 0 1", "Ne2", "Ne2");
        check("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Nd5", "pinned to the king by the bishop on b4");
        check("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2", "ambiguous: Nge2 or Nce2");
    }
}
