//! Parses moves typed by users or sent by programs, in UCI or SAN, with the reason if a move is illegal.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::{
    File, IllegalMoveReason, Move, ParseSanError, ParseUciError, Position, Rank, Role, San, SanError, Square,
    UciMove, UciReason,
};

/// The reason why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseMoveError {
    /// Not a move in any notation.
    Syntax(ParseSanError),
    /// A null move, `0000` or `--`.
    Null,
    /// There is no such piece.
    NoSuchPiece {
        /// The moving piece.
        role: Role,
        /// The file of the origin, if given.
        file: Option<File>,
        /// The rank of the origin, if given.
        rank: Option<Rank>,
    },
    /// Several pieces can move there.
    Ambiguous(Vec<Move>),
    /// Illegal moves. One reason for each piece that may be meant; never empty.
    Illegal(Vec<IllegalMoveReason>),
}

impl Position {
    /// Parses a move: UCI if it looks like it (`g1f3`, also `g1-f3`), else SAN as leniently as
    /// [`San::parse`].
    ///
    /// ```
    /// use hanpan_rules::Position;
    /// let start = Position::start();
    /// assert_eq!(start.parse_move("g1f3"), start.parse_move("Nf3"));
    /// let error = start.parse_move("Ra5").unwrap_err();
    /// assert_eq!(error.to_string(), "the rook on a1 is blocked by the pawn on a2");
    /// ```
    ///
    /// # Errors
    /// Returns the syntax error, or a typed reason for each piece that may be meant.
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let text = text.trim();
        let uci = match text.as_bytes() {
            &[a, b, b'-', c, d] => UciMove::parse(&[a, b, c, d]),
            bytes => UciMove::parse(bytes),
        };
        match uci {
            Ok(UciMove::Null) => Err(ParseMoveError::Null),
            Ok(uci @ UciMove::Normal { from, to, promotion }) => {
                uci.resolve(self).or_else(|_| self.explain_one(from, to, promotion))
            }
            Err(error) => match impossible_promotion(text, error) {
                Some((from, to, role)) => self.explain_one(from, to, Some(role)),
                None => self.parse_san(text.as_bytes()),
            },
        }
    }

    /// Parses a move in SAN as leniently as [`San::parse`].
    ///
    /// # Errors
    /// As [`parse_move`](Position::parse_move).
    pub fn parse_san(&self, text: &[u8]) -> Result<Move, ParseMoveError> {
        let san = San::parse(text).map_err(ParseMoveError::Syntax)?;
        san.resolve(self).or_else(|error| match error {
            SanError::Null => Err(ParseMoveError::Null),
            SanError::Ambiguous(moves) => Err(ParseMoveError::Ambiguous(moves)),
            SanError::IllegalCastling(side) => {
                self.explain_castling(side).map_err(ParseMoveError::illegal_for)
            }
            SanError::PromotionMissing { from, to } => self.explain_one(from, to, None),
            SanError::Illegal { role, file, rank, from, .. } if from.is_empty() => {
                Err(ParseMoveError::NoSuchPiece { role, file, rank })
            }
            SanError::Illegal { from, to, promotion, .. } => {
                let reasons =
                    from.into_iter().map(|from| self.explain_without_castling(from, to, promotion)).collect();
                Err(ParseMoveError::illegal(reasons))
            }
        })
    }

    /// The reason why a piece cannot move there other than by castling: `Kg1` and `Kh1` never mean castling.
    fn explain_without_castling(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> IllegalMoveReason {
        match (self.explain(from, to, promotion), self.placed_piece(from), self.placed_piece(to)) {
            (Err(IllegalMoveReason::Castling { .. }) | Ok(_), _, Some(piece))
                if piece.piece.color == self.turn =>
            {
                IllegalMoveReason::OwnPiece { piece }
            }
            (Err(IllegalMoveReason::Castling { .. }) | Ok(_), Some(piece), _) => {
                IllegalMoveReason::WrongMovement { piece, to }
            }
            (Err(reason), _, _) => reason,
            (Ok(_), None, _) => IllegalMoveReason::NoPiece { square: from },
        }
    }

    fn explain_one(&self, from: Square, to: Square, promotion: Option<Role>) -> Result<Move, ParseMoveError> {
        self.explain(from, to, promotion).map_err(ParseMoveError::illegal_for)
    }
}

impl ParseMoveError {
    /// The error with one reason for each piece that may be meant. Pieces that do not move that way are left
    /// out if others do.
    #[must_use]
    pub fn illegal(mut reasons: Vec<IllegalMoveReason>) -> ParseMoveError {
        let moves_so =
            |reason: &IllegalMoveReason| !matches!(reason, IllegalMoveReason::WrongMovement { .. });
        if reasons.iter().any(moves_so) {
            reasons.retain(moves_so);
        }
        reasons.dedup();
        ParseMoveError::Illegal(reasons)
    }

    fn illegal_for(reason: IllegalMoveReason) -> ParseMoveError {
        ParseMoveError::Illegal(vec![reason])
    }
}

/// Accepts `a7a8k`, so that it is rejected with the right reason.
fn impossible_promotion(text: &str, error: ParseUciError) -> Option<(Square, Square, Role)> {
    let (&[a, b, c, d, letter], UciReason::NotAPromotion) = (text.as_bytes(), error.reason) else {
        return None;
    };
    Some((Square::from_ascii(&[a, b])?, Square::from_ascii(&[c, d])?, Role::from_letter(letter)?))
}

/// One line of text.
impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseMoveError::Syntax(error) => write!(f, "{error}"),
            ParseMoveError::Null => f.write_str("the null move is not a legal move"),
            ParseMoveError::NoSuchPiece { role, file, rank } => {
                write!(f, "there is no {role} to move")?;
                match (file, rank) {
                    (Some(file), Some(rank)) => write!(f, " on {file}{rank}"),
                    (Some(file), None) => write!(f, " on the {file}-file"),
                    (None, Some(rank)) => write!(f, " on rank {rank}"),
                    (None, None) => Ok(()),
                }
            }
            ParseMoveError::Ambiguous(moves) => {
                write_list(f, "ambiguous: ", moves, " or ", |m, f| write!(f, "{m:?}"))
            }
            ParseMoveError::Illegal(reasons) => {
                write_list(f, "", reasons, "; ", |reason, f| write!(f, "{reason}"))
            }
        }
    }
}

fn write_list<T>(
    f: &mut fmt::Formatter<'_>,
    before: &str,
    items: &[T],
    between: &str,
    write: impl Fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    f.write_str(before)?;
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        write(item, f)?;
    }
    Ok(())
}

impl core::error::Error for ParseMoveError {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[track_caller]
    fn check(fen: &str, text: &str, expected: &str) {
        let position: Position = fen.parse().unwrap();
        let found = match position.parse_move(text) {
            Ok(m) => position.san(m).to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{fen} {text}");
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTES: &str = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    const KNIGHTS: &str = "k7/8/8/8/8/2N1N3/8/K7 w - - 0 1";

    #[test]
    fn uci_and_san_are_understood() {
        check(START, "g1f3", "Nf3");
        check(START, " Nf3\n", "Nf3");
        check(START, "Ng1-f3", "Nf3");
        for castling in ["e1g1", "e1h1", "O-O", "0-0"] {
            check(CASTLES, castling, "O-O");
        }
        check(PROMOTES, "a7a8q", "a8=Q+");
        check(PROMOTES, "a8N", "a8=N");
    }

    #[test]
    fn illegal_moves_have_reasons() {
        check(START, "exe4", "e4");
        check(START, "a1a5", "the rook on a1 is blocked by the pawn on a2");
        check(START, "Ra5", "the rook on a1 is blocked by the pawn on a2");
        check(START, "0000", "the null move is not a legal move");
        check(START, "--", "the null move is not a legal move");
        check(START, "hello", "move, byte 2: expected a rank, 1 to 8");
        check(PROMOTES, "Qa8", "there is no queen to move");
        check(PROMOTES, "a7a8k", "a pawn cannot become a king");
        check("4k3/8/8/8/1b6/2N5/8/2N1K3 w - - 0 1", "Ne2", "Ne2");
        check(KNIGHTS, "Nd5", "ambiguous: Nc3-d5 or Ne3-d5");
    }

    #[test]
    fn a_named_origin_must_match() {
        check(KNIGHTS, "Nad5", "there is no knight to move on the a-file");
        check(KNIGHTS, "N1d5", "there is no knight to move on rank 1");
        check(KNIGHTS, "Na1d5", "there is no knight to move on a1");
        check(START, "Nh8f3", "there is no knight to move on h8");
        check("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "hxd6", "there is no pawn to move on the h-file");
    }

    #[test]
    fn a_pawn_without_a_file_comes_from_the_file_it_goes_to() {
        let takers = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1";
        check(takers, "d5", "there is no pawn to move on the d-file");
        check(takers, "cxd5", "cxd5");
    }

    #[test]
    fn lower_case_b_is_the_b_file() {
        let pinned = "1r5k/8/8/2p5/1P6/4B3/8/1K6 w - - 0 1";
        check(pinned, "bxc5", "the pawn on b4 is pinned to the king by the rook on b8");
        check(pinned, "Bxc5", "Bxc5");
        check("7k/8/8/2p5/8/4B3/8/1K6 w - - 0 1", "bxc5", "there is no pawn to move on the b-file");
    }

    #[test]
    fn a_king_move_never_means_castling() {
        let moved = "4k3/8/8/8/8/8/8/R4K1R w - - 0 1";
        check(moved, "Kg1", "Kg1");
        check(CASTLES, "Kh1", "your own rook on h1 is in the way");
        check(CASTLES, "Kxa1", "your own rook on a1 is in the way");
        check(CASTLES, "Kg1", "the king on e1 cannot go to g1: a king does not move so");
        check(CASTLES, "Ke1-g1", "O-O");
        check(CASTLES, "e1-c1", "O-O-O");
        let position: Position = moved.parse().unwrap();
        assert!(matches!(position.parse_move("O-O"), Err(ParseMoveError::Illegal(_))));
        let no_rook: Position = "4k3/8/8/8/8/8/5K2/8 w - - 0 1".parse().unwrap();
        assert!(matches!(no_rook.parse_move("O-O"), Err(ParseMoveError::Illegal(_))));
    }
}
