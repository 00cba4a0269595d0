//! FEN, X-FEN and Shredder-FEN.
//!
//! The parser keeps everything the text says, so that [`Setup::position`] can validate it; its tolerance is
//! documented at [`Setup::from_fen`]. The writer produces X-FEN, which equals FEN for standard chess.

mod parse;
mod write;

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::{Board, CastlingSide, Color, File, IllegalPositionError, Position, Rank, Role, Setup, Square};

pub(crate) use parse::{Fields, number};
pub(crate) use write::write_position_fields;

/// Syntax error in a FEN, with its location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseFenError {
    /// Byte offset of the error, from 0.
    pub at: usize,
    /// Reason of the error.
    pub reason: FenReason,
}

/// Reason why a text is not a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenReason {
    /// There is no board.
    Empty,
    /// Neither a piece letter, nor a digit, nor a slash.
    NotAPiece,
    /// A digit that is not from 1 to 8.
    BadDigit,
    /// Two digits in a row.
    TwoDigits,
    /// More than eight squares in a rank.
    RankTooLong(Rank),
    /// Fewer than eight squares in a rank.
    RankTooShort(Rank),
    /// The board ends after this rank, which is not the first rank.
    BoardTooShort(Rank),
    /// A ninth rank.
    BoardTooLong,
    /// The side to move is neither `w` nor `b`.
    BadTurn,
    /// A letter in the castling rights that is not one of `KQkq` or a file.
    BadCastling,
    /// A repeated castling right.
    DoubleCastling,
    /// The en-passant field is neither `-` nor a square.
    BadEnPassant,
    /// The halfmove clock is not a number from 0 to 65535.
    BadHalfmoves,
    /// The fullmove number is not a number from 0 to 4294967295.
    BadFullmoves,
    /// A seventh field.
    TooManyFields,
}

/// The reason why a FEN gives no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenError {
    /// Syntax error.
    Syntax(ParseFenError),
    /// A valid FEN of an illegal position.
    Illegal(IllegalPositionError),
}

impl Setup {
    /// Parses a FEN.
    ///
    /// The board is parsed strictly, the rest leniently:
    /// - trailing fields may be missing; the defaults are White to move, no castling rights, no en passant
    ///   square, counters 0 and 1;
    /// - fields may be separated by several blanks, and the text may be surrounded by blanks;
    /// - castling rights may come in any order, as `KQkq` (X-FEN: the outermost rook on that side of the
    ///   king) or as the rooks' files, `A`–`H` and `a`–`h` (Shredder-FEN);
    /// - a castling right without its king or rook is kept, on the corner square if there is no better one,
    ///   so that [`Setup::position`] can report it;
    /// - any square is accepted for en passant, and [`Setup::position`] validates it;
    /// - a fullmove number of 0 is read as 1.
    ///
    /// Nothing else is accepted: no two digits in a row, no repeated castling right, no seventh field.
    ///
    /// ```
    /// use hanpan_rules::{FenReason, Rank, Setup};
    /// let setup = Setup::from_fen(b"4k3/8/8/8/8/8/8/R3K2R w KQ - 3 20").unwrap();
    /// assert_eq!(setup.halfmoves, 3);
    /// let error = Setup::from_fen(b"4k3/8/8/7/8/8/8/R3K2R w KQ - 3 20").unwrap_err();
    /// assert_eq!((error.at, error.reason), (9, FenReason::RankTooShort(Rank::Fifth)));
    /// ```
    ///
    /// # Errors
    /// Returns byte offset and reason of the first error.
    pub fn from_fen(text: &[u8]) -> Result<Setup, ParseFenError> {
        let mut fields = Fields::new(text);
        let mut setup = fields.position_fields()?;
        fields.counters(&mut setup)?;
        match fields.next() {
            Some((at, _)) => Err(ParseFenError { at, reason: FenReason::TooManyFields }),
            None => Ok(setup),
        }
    }

    /// Shredder-FEN: castling rights as the rooks' files, `HAha` for the starting position.
    #[must_use]
    pub fn shredder_fen(&self) -> String {
        write::ShredderFen(self).to_string()
    }
}

impl Position {
    /// Parses a FEN and validates the position.
    ///
    /// ```
    /// use hanpan_rules::Position;
    /// let position = Position::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").unwrap();
    /// // No black pawn can take on e3.
    /// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// ```
    ///
    /// # Errors
    /// Returns the syntax error, or all faults of the setup.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        text.parse()
    }

    /// The position as FEN. The en passant square is written only if a capture there is legal.
    #[must_use]
    pub fn fen(&self) -> String {
        self.setup().to_string()
    }
}

impl FromStr for Setup {
    type Err = ParseFenError;

    fn from_str(text: &str) -> Result<Setup, ParseFenError> {
        Setup::from_fen(text.as_bytes())
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        Ok(text.parse::<Setup>()?.position()?)
    }
}

/// X-FEN: `KQkq` for the outermost rook on that side of the king, the file for any other rook. Parses back to
/// the same setup, except for castling rights off the back ranks, which FEN cannot express.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::write_x_fen(self, f)
    }
}

impl From<ParseFenError> for FenError {
    fn from(error: ParseFenError) -> FenError {
        FenError::Syntax(error)
    }
}

impl From<IllegalPositionError> for FenError {
    fn from(error: IllegalPositionError) -> FenError {
        FenError::Illegal(error)
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Syntax(error) => error.fmt(f),
            FenError::Illegal(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for ParseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN, byte {}: {}", self.at, self.reason)
    }
}

impl fmt::Display for FenReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenReason::Empty => f.write_str("there is no board"),
            FenReason::NotAPiece => f.write_str("expected a piece letter, a digit or a slash"),
            FenReason::BadDigit => f.write_str("expected a digit from 1 to 8"),
            FenReason::TwoDigits => f.write_str("two digits in a row"),
            FenReason::RankTooLong(rank) => write!(f, "rank {rank} has more than eight squares"),
            FenReason::RankTooShort(rank) => write!(f, "rank {rank} has fewer than eight squares"),
            FenReason::BoardTooShort(rank) => write!(f, "the board ends after rank {rank}"),
            FenReason::BoardTooLong => f.write_str("the board has more than eight ranks"),
            FenReason::BadTurn => f.write_str("expected w or b for the side to move"),
            FenReason::BadCastling => f.write_str("expected -, KQkq or files for the castling rights"),
            FenReason::DoubleCastling => f.write_str("a castling right is named twice"),
            FenReason::BadEnPassant => f.write_str("expected - or a square for en passant"),
            FenReason::BadHalfmoves => f.write_str("expected a number of half-moves, at most 65535"),
            FenReason::BadFullmoves => f.write_str("expected the number of the move, at most 4294967295"),
            FenReason::TooManyFields => f.write_str("expected the end after six fields"),
        }
    }
}

impl core::error::Error for ParseFenError {}
impl core::error::Error for FenError {}

/// The rook that `K` or `Q` stands for: the outermost one on that side of the king, or the corner square if
/// there is none. Shared by parser and writer, so that they agree.
fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> Square {
    let rank = color.back_rank();
    let outwards = |step: usize| match side {
        CastlingSide::King => Square::new(File::ALL[7 - step], rank),
        CastlingSide::Queen => Square::new(File::ALL[step], rank),
    };
    let rooks = board.pieces(Role::Rook.of(color));
    board
        .king(color)
        .filter(|king| king.rank() == rank)
        .and_then(|king| (0..8).map(outwards).take_while(|&square| square != king).find(|&s| rooks.has(s)))
        .unwrap_or(outwards(0))
}

#[cfg(test)]
mod tests;
