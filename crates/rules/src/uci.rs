//! Moves in UCI notation: origin, target and promotion.

use core::fmt;
use core::str::FromStr;

use crate::cpu::{BuildTarget, Cpu};
use crate::{CastlingSide, File, Move, Position, Rank, Role, Square};

/// A move in UCI notation, parsed without a board.
///
/// ```
/// use hanpan_rules::{CastlingStyle, Position, UciMove};
/// let position = Position::start();
/// let m = UciMove::parse(b"g1f3").unwrap().resolve(&position).unwrap();
/// assert_eq!(m.uci(CastlingStyle::Standard).to_string(), "g1f3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UciMove {
    /// Origin, target and promotion.
    Normal {
        /// Origin; of the king for castling.
        from: Square,
        /// Target; of the king or the rook for castling.
        to: Square,
        /// The promotion, if any.
        promotion: Option<Role>,
    },
    /// The null move `0000`.
    Null,
}

/// Notation of castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingStyle {
    /// King to its target, `e1g1`, if the king is on the e-file and the rook in the corner; else as in
    /// Chess960.
    Standard,
    /// King captures own rook, `e1h1`.
    Chess960,
}

/// Syntax error in a UCI move, with its location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseUciError {
    /// Byte offset of the error, from 0.
    pub at: usize,
    /// Reason of the error.
    pub reason: UciReason,
}

/// Reason why a text is not a UCI move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UciReason {
    /// Not a file, `a` to `h`.
    NotAFile,
    /// Not a rank, `1` to `8`.
    NotARank,
    /// A fifth letter other than `q`, `r`, `b`, `n`.
    NotAPromotion,
    /// Text after the move.
    TooLong,
}

/// The reason why a UCI move cannot be played in a position. [`Position::explain`] gives more precise
/// reasons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UciMoveError {
    /// The null move is never legal.
    Null,
    /// An illegal move.
    Illegal {
        /// Origin.
        from: Square,
        /// Target.
        to: Square,
        /// The promotion, if any.
        promotion: Option<Role>,
    },
}

impl UciMove {
    /// Parses a UCI move: `e2e4`, `e7e8q` (the letter in either case), or the null move `0000`; no
    /// surrounding blanks.
    ///
    /// # Errors
    /// Returns byte offset and reason of the first error.
    pub fn parse(text: &[u8]) -> Result<UciMove, ParseUciError> {
        if text == b"0000" {
            return Ok(UciMove::Null);
        }
        let from = square(text, 0)?;
        let to = square(text, 2)?;
        let promotion = match text.get(4) {
            None => None,
            Some(&letter) => match Role::from_letter(letter).filter(|role| role.is_promotion()) {
                Some(role) => Some(role),
                None => return Err(ParseUciError { at: 4, reason: UciReason::NotAPromotion }),
            },
        };
        if text.len() > 5 {
            return Err(ParseUciError { at: 5, reason: UciReason::TooLong });
        }
        Ok(UciMove::Normal { from, to, promotion })
    }

    /// The legal move that the notation means. Castling is accepted in both spellings:
    /// - king captures own rook, `e1h1`;
    /// - king to its castling target, `e1g1`, if that is more than one step away; one step is always a king
    ///   move.
    ///
    /// # Errors
    /// No legal move matches.
    pub fn resolve(&self, position: &Position) -> Result<Move, UciMoveError> {
        self.resolve_by(position, |m| match m.role() {
            // Archives are replayed by squares; this is several times as fast as generating all moves.
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen => is_legal_piece_move(position, m),
            Role::Pawn | Role::King => position.is_legal(m),
        })
    }

    /// As [`UciMove::resolve`], with the instructions of the processor `C`.
    ///
    /// # Errors
    /// No legal move matches.
    pub fn resolve_on<C: Cpu>(&self, position: &Position) -> Result<Move, UciMoveError> {
        self.resolve_by(position, |m| position.is_legal_on::<C>(m))
    }

    #[inline]
    fn resolve_by(
        &self,
        position: &Position,
        is_legal: impl FnOnce(Move) -> bool,
    ) -> Result<Move, UciMoveError> {
        let UciMove::Normal { from, to, promotion } = *self else { return Err(UciMoveError::Null) };
        candidate(position, from, to, promotion).filter(|&m| is_legal(m)).ok_or(UciMoveError::Illegal {
            from,
            to,
            promotion,
        })
    }
}

impl Move {
    /// The move in UCI notation.
    #[must_use]
    pub fn uci(self, style: CastlingStyle) -> UciMove {
        let from = self.from();
        let to = match (self.castling_rook(), style) {
            (None, _) => self.to(),
            (Some((rook, _)), CastlingStyle::Standard)
                if from.file() == File::E && matches!(rook.file(), File::A | File::H) =>
            {
                self.to()
            }
            (Some((rook, _)), _) => rook,
        };
        UciMove::Normal { from, to, promotion: self.promotion() }
    }
}

/// The move with these squares; not necessarily legal.
fn candidate(position: &Position, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
    let (us, them) = (&position.board.sides[position.turn], &position.board.sides[!position.turn]);
    let role = us.role_at(from)?;
    let capture = them.role_at(to);
    match (role, promotion) {
        (Role::King, None) => {
            let rook = castling_rook(position, from, to);
            Some(rook.map_or(Move::normal(role, from, to, capture), |rook| Move::castle(from, rook)))
        }
        (Role::Pawn, Some(role)) => role.is_promotion().then(|| Move::promote(from, to, capture, role)),
        // A pawn captures nothing straight ahead, also on an en passant square.
        (Role::Pawn, None) if position.en_passant == Some(to) && from.file() != to.file() => {
            Some(Move::en_passant(from, to))
        }
        (_, None) => Some(Move::normal(role, from, to, capture)),
        (_, Some(_)) => None,
    }
}

/// Returns true if a move of a knight, bishop, rook or queen of the side to move is legal.
fn is_legal_piece_move(position: &Position, m: Move) -> bool {
    let (role, from, to) = (m.role(), m.from(), m.to());
    !position.board.sides[position.turn].all.has(to)
        && position.pseudo_legal_origins::<BuildTarget>(role, to).has(from)
        && position.is_king_safe_after::<BuildTarget>(role, from, to)
}

/// The rook with which a king castles by moving to `to`.
fn castling_rook(position: &Position, king: Square, to: Square) -> Option<Square> {
    if king.rank() != to.rank() {
        return None;
    }
    if position.castling_rights.has(to) && position.board.sides[position.turn].all.has(to) {
        return Some(to);
    }
    let side = CastlingSide::of(king, to);
    let is_jump = king.distance(to) > 1 && to.file() == side.king_file();
    is_jump.then(|| position.castling_rook(position.turn, side)).flatten()
}

fn square(text: &[u8], at: usize) -> Result<Square, ParseUciError> {
    let file = text.get(at).and_then(|&letter| File::from_letter(letter));
    let rank = text.get(at + 1).and_then(|&digit| Rank::from_digit(digit));
    match (file, rank) {
        (Some(file), Some(rank)) => Ok(Square::new(file, rank)),
        (None, _) => Err(ParseUciError { at, reason: UciReason::NotAFile }),
        (_, None) => Err(ParseUciError { at: at + 1, reason: UciReason::NotARank }),
    }
}

impl FromStr for UciMove {
    type Err = ParseUciError;

    fn from_str(text: &str) -> Result<UciMove, ParseUciError> {
        UciMove::parse(text.as_bytes())
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciMove::Null => f.write_str("0000"),
            UciMove::Normal { from, to, promotion: None } => write!(f, "{from}{to}"),
            UciMove::Normal { from, to, promotion: Some(role) } => {
                write!(f, "{from}{to}{}", role.lower_char())
            }
        }
    }
}

impl fmt::Display for ParseUciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UCI move, byte {}: {}", self.at, self.reason)
    }
}

impl fmt::Display for UciReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UciReason::NotAFile => "expected a file, a to h",
            UciReason::NotARank => "expected a rank, 1 to 8",
            UciReason::NotAPromotion => "expected q, r, b or n",
            UciReason::TooLong => "expected the end of the move",
        })
    }
}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            UciMoveError::Null => f.write_str("the null move is not a legal move"),
            UciMoveError::Illegal { from, to, promotion } => {
                write!(f, "illegal move {}", UciMove::Normal { from, to, promotion })
            }
        }
    }
}

impl core::error::Error for ParseUciError {}
impl core::error::Error for UciMoveError {}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use super::*;

    /// Resolves a move and compares its Chess960 notation, or the error.
    fn check(fen: &str, text: &str, expected: &str) {
        let position = Position::from_fen(fen).unwrap();
        let answer: String = match UciMove::parse(text.as_bytes()).unwrap().resolve(&position) {
            Ok(m) => m.uci(CastlingStyle::Chess960).to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(answer, expected, "{text} in {fen}");
    }

    #[test]
    fn both_castling_spellings_resolve() {
        let standard = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (text, castle) in [("e1g1", "e1h1"), ("e1h1", "e1h1"), ("e1c1", "e1a1"), ("e1a1", "e1a1")] {
            check(standard, text, castle);
        }
        for text in ["e1b1", "e1g2", "h1e1", "e1e1", "e1g1q"] {
            check(standard, text, &alloc::format!("illegal move {text}"));
        }
        check("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1g1", "illegal move e1g1");
        check("r3kr2/8/8/8/8/8/8/R3K2R w KQq - 0 1", "e1g1", "illegal move e1g1");
        // One step to the g-file is a king move, also if castling would end there.
        check("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", "f1g1");
        check("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "f1h1");
        // A king that castles from b1 to g1 moves more than one step.
        check("4k3/8/8/8/8/8/8/1K5R w K - 0 1", "b1g1", "b1h1");
    }

    #[test]
    fn castling_is_written_in_two_styles() {
        for (fen, text, standard) in [
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "e1g1"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "e1c1"),
            ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "f1h1", "f1h1"),
            ("4k3/8/8/8/8/8/8/R3K1R1 w GQ - 0 1", "e1g1", "e1g1"),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let m = UciMove::parse(text.as_bytes()).unwrap().resolve(&position).unwrap();
            assert!(m.is_castle(), "{text} in {fen}");
            assert_eq!(m.uci(CastlingStyle::Standard).to_string(), standard, "{fen}");
            assert_eq!(m.uci(CastlingStyle::Chess960).to_string(), text, "{fen}");
        }
    }

    /// Every pair of squares resolves to a legal move or to none, with pins, checks and double checks.
    #[test]
    fn only_legal_moves_resolve() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/4r3/8/8/1b6/2N5/3BR3/4K3 w - - 0 1",
            "4k3/8/5n2/8/7b/8/3BNR2/4K3 w - - 0 1",
            "4k3/8/3n4/8/4q2b/8/3B1RQ1/4K3 w - - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let legal = position.legal_moves();
            for from in Square::ALL {
                for to in Square::ALL {
                    let uci = UciMove::Normal { from, to, promotion: None };
                    let expected =
                        legal.iter().find(|m| m.uci(CastlingStyle::Standard) == uci).copied().or_else(|| {
                            legal.iter().find(|m| m.uci(CastlingStyle::Chess960) == uci).copied()
                        });
                    assert_eq!(uci.resolve(&position).ok(), expected, "{uci} in {fen}");
                }
            }
        }
    }

    #[test]
    fn pawns_take_en_passant_and_promote() {
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5d6");
        check("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "illegal move e5d6");
        check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a7a8q");
        check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8N", "a7a8n");
        check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "illegal move a7a8");
        check("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a6a7q", "illegal move a6a7q");
        check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "0000", "the null move is not a legal move");
        let king = UciMove::Normal { from: Square::A7, to: Square::A8, promotion: Some(Role::King) };
        let position = Position::from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert!(king.resolve(&position).is_err());
    }

    #[test]
    fn errors_have_byte_offset_and_reason() {
        use UciReason::*;
        for (text, at, reason) in [
            ("", 0, NotAFile),
            ("e", 1, NotARank),
            ("E2e4", 0, NotAFile),
            ("e9e4", 1, NotARank),
            ("e2", 2, NotAFile),
            ("e2e", 3, NotARank),
            ("e7e8k", 4, NotAPromotion),
            ("e7e8p", 4, NotAPromotion),
            ("e2e4 ", 4, NotAPromotion),
            ("e7e8qq", 5, TooLong),
            ("00000", 0, NotAFile),
        ] {
            assert_eq!(text.parse::<UciMove>(), Err(ParseUciError { at, reason }), "{text}");
        }
    }
}
