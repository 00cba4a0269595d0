//! Moves as engines write them: the square left, the square reached, and what a pawn becomes.

use core::fmt;
use core::str::FromStr;

use crate::{CastlingSide, File, Move, Position, Rank, Role, Square};

/// A move in UCI, read without a board.
///
/// ```
/// use rules::{CastlingStyle, Position, UciMove};
/// let position = Position::start();
/// let m = UciMove::parse(b"g1f3").unwrap().resolve(&position).unwrap();
/// assert_eq!(m.uci(CastlingStyle::Standard).to_string(), "g1f3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UciMove {
    /// From one square to another.
    Normal {
        /// The square left; for castling, the king's.
        from: Square,
        /// The square reached; for castling, the king's or the rook's.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// `0000`, no move at all.
    Null,
}

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingStyle {
    /// `e1g1` when the king stands on the e-file and the rook in the corner, else as in Chess960.
    Standard,
    /// The king takes its own rook, always: `e1h1`.
    Chess960,
}

/// Why a text is not a UCI move, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseUciError {
    /// The byte at which reading stopped, counted from 0.
    pub at: usize,
    /// What is wrong there.
    pub reason: UciReason,
}

/// What is wrong with a UCI move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UciReason {
    /// Not a file, `a` to `h`.
    NotAFile,
    /// Not a rank, `1` to `8`.
    NotARank,
    /// A fifth letter that is none of `q`, `r`, `b`, `n`.
    NotAPromotion,
    /// More follows.
    TooLong,
}

/// Why a UCI move cannot be played in a position. [`Position::explain`] tells more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UciMoveError {
    /// `0000` is not a move that a player can make.
    Null,
    /// Not a legal move.
    Illegal {
        /// The square to be left.
        from: Square,
        /// The square to be reached.
        to: Square,
        /// What the pawn should become.
        promotion: Option<Role>,
    },
}

impl UciMove {
    /// Reads a UCI move: `e2e4`, `e7e8q` (the letter in either case), or `0000` for no move; nothing around it.
    ///
    /// # Errors
    /// Says which byte is wrong and why.
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

    /// The legal move that is meant. Castling is understood in both spellings, whatever the position:
    /// - the king takes its own rook, `e1h1`;
    /// - the king goes where castling takes it, `e1g1`, if that is more than one step. One step is always a step.
    ///
    /// # Errors
    /// There is no such legal move.
    pub fn resolve(&self, position: &Position) -> Result<Move, UciMoveError> {
        let UciMove::Normal { from, to, promotion } = *self else { return Err(UciMoveError::Null) };
        candidate(position, from, to, promotion)
            .filter(|&m| position.is_legal(m))
            .ok_or(UciMoveError::Illegal { from, to, promotion })
    }
}

impl Move {
    /// The move in UCI.
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

/// The move that has these squares, if the right kind of piece stands there; it need not be legal.
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
        // Straight ahead nothing is taken, also where a pawn has just been passed.
        (Role::Pawn, None) if position.en_passant == Some(to) && from.file() != to.file() => {
            Some(Move::en_passant(from, to))
        }
        (_, None) => Some(Move::normal(role, from, to, capture)),
        (_, Some(_)) => None,
    }
}

/// The rook with which the king castles when it goes from one square to the other.
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

    /// The move as the position understands it, castling in Chess960 style, or the error.
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
        // One step to the g-file is a step, also when castling would end there.
        check("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", "f1g1");
        check("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "f1h1");
        // A king that castles from b1 to g1 jumps.
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
