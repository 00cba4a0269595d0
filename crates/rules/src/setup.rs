//! Setups: everything that FEN can express, not validated.

use core::num::NonZeroU32;

use crate::{Bitboard, Board, Color, File, Square};

/// Board, side to move, castling rights, en passant square and counters, not validated. [`Setup::position`]
/// converts a valid setup to a [`Position`](crate::Position).
///
/// ```
/// use hanpan_rules::{Bitboard, Color, Setup};
/// let handicap = Setup { turn: Color::Black, ..Setup::start() };
/// assert!(handicap.position().is_ok());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Squares of the rooks with a castling right.
    pub castling_rights: Bitboard,
    /// En passant target square.
    pub en_passant: Option<Square>,
    /// Halfmove clock: plies since the last capture or pawn move.
    pub halfmoves: u16,
    /// Fullmove number, incremented after Black's move.
    pub fullmoves: NonZeroU32,
}

impl Setup {
    /// The empty board, White to move.
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
        let castling_rights = Color::ALL
            .into_iter()
            .flat_map(|color| [File::A, File::H].map(|file| Square::new(file, color.back_rank())))
            .collect();
        Setup { board: Board::start(), castling_rights, ..Setup::empty() }
    }
}
