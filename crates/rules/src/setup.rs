//! What can be written down: any board with any turn, rights and counters.

use core::num::NonZeroU32;

use crate::{Bitboard, Board, Color, File, Square};

/// A diagram with all that FEN says beside it. Nothing here has been checked: a [`Position`](crate::Position) is
/// what can be played, and [`Setup::position`] is the only way to it.
///
/// ```
/// use rules::{Bitboard, Color, Setup};
/// let handicap = Setup { turn: Color::Black, ..Setup::start() };
/// assert!(handicap.position().is_ok());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling_rights: Bitboard,
    /// The square a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, counted up after Black's.
    pub fullmoves: NonZeroU32,
}

impl Setup {
    /// No piece, White to move.
    #[must_use]
    pub fn empty() -> Setup {
        Setup {
            board: Board::empty(),
            turn: Color::White,
            castling_rights: Bitboard::EMPTY,
            en_passant: None,
            halfmoves: 0,
            fullmoves: NonZeroU32::MIN,
        }
    }

    /// The starting position.
    #[must_use]
    pub fn start() -> Setup {
        let castles = Color::ALL
            .into_iter()
            .flat_map(|color| [File::A, File::H].map(|file| Square::new(file, color.back_rank())))
            .collect();
        Setup { board: Board::start(), castling_rights: castles, ..Setup::empty() }
    }
}
