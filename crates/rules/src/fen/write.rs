//! FEN writer.

use core::fmt;
use core::fmt::Write as _;

use super::outermost_rook;
use crate::{Bitboard, Board, CastlingSide, Color, File, Rank, Setup, Square};

/// Writes all six fields as X-FEN.
pub(super) fn write_x_fen(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_position_fields(setup, f)?;
    write!(f, " {} {}", setup.halfmoves, setup.fullmoves)
}

/// Writes the fields that FEN and EPD share: board, side to move, castling rights, en passant square.
pub(crate) fn write_position_fields(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_fields(setup, x_fen_letter, f)
}

/// Displays a setup as Shredder-FEN, with castling rights as files.
pub(super) struct ShredderFen<'a>(pub(super) &'a Setup);

impl fmt::Display for ShredderFen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fields(self.0, |_, _, rook| rook.file().letter(), f)?;
        write!(f, " {} {}", self.0.halfmoves, self.0.fullmoves)
    }
}

/// Lower-case letter of the castling right of a rook.
type CastlingLetter = fn(&Board, Color, Square) -> char;

fn x_fen_letter(board: &Board, color: Color, rook: Square) -> char {
    if rook == outermost_rook(board, color, CastlingSide::King) {
        'k'
    } else if rook == outermost_rook(board, color, CastlingSide::Queen) {
        'q'
    } else {
        rook.file().letter()
    }
}

fn write_fields(setup: &Setup, letter: CastlingLetter, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_board(&setup.board, f)?;
    write!(f, " {} ", setup.turn.letter())?;
    write_castling_rights(setup, letter, f)?;
    match setup.en_passant {
        Some(square) => write!(f, " {square}"),
        None => f.write_str(" -"),
    }
}

fn write_board(board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            match board.piece_at(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    write_empty(empty, f)?;
                    empty = 0;
                    f.write_char(piece.letter())?;
                }
            }
        }
        write_empty(empty, f)?;
        if rank != Rank::First {
            f.write_char('/')?;
        }
    }
    Ok(())
}

fn write_empty(squares: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if squares > 0 { f.write_char(char::from(b'0' + squares)) } else { Ok(()) }
}

fn write_castling_rights(setup: &Setup, letter: CastlingLetter, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut none = true;
    for color in Color::ALL {
        let rooks = setup.castling_rights & Bitboard::rank(color.back_rank());
        // The h-file first, so that kingside rights come first.
        for file in File::ALL.into_iter().rev() {
            let rook = Square::new(file, color.back_rank());
            if rooks.has(rook) {
                none = false;
                let letter = letter(&setup.board, color, rook);
                f.write_char(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                })?;
            }
        }
    }
    if none { f.write_char('-') } else { Ok(()) }
}
