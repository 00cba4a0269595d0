//! FEN parser.

use core::num::NonZeroU32;

use super::{FenReason, ParseFenError, outermost_rook};
use crate::{Bitboard, Board, CastlingSide, Color, File, Piece, Rank, Setup, Square};

/// Iterator over the remaining fields of a text, each with its byte offset.
pub(crate) struct Fields<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Fields<'a> {
        Fields { text, at: 0 }
    }

    /// Offset of the next field, or of the end of the text.
    pub(crate) fn next_at(&mut self) -> usize {
        let blanks = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.at += blanks;
        self.at
    }

    /// Parses the fields that FEN and EPD share: board, side to move, castling rights, en passant square.
    pub(crate) fn position_fields(&mut self) -> Result<Setup, ParseFenError> {
        let mut setup = Setup::empty();
        let Some((at, field)) = self.next() else {
            return Err(ParseFenError { at: self.text.len(), reason: FenReason::Empty });
        };
        setup.board = board(at, field)?;
        if let Some((at, field)) = self.next() {
            setup.turn = turn(at, field)?;
        }
        if let Some((at, field)) = self.next() {
            setup.castling_rights = castling_rights(at, field, &setup.board)?;
        }
        if let Some((at, field)) = self.next() {
            setup.en_passant = en_passant(at, field)?;
        }
        Ok(setup)
    }

    /// Parses halfmove clock and fullmove number.
    pub(crate) fn counters(&mut self, setup: &mut Setup) -> Result<(), ParseFenError> {
        if let Some((at, field)) = self.next() {
            setup.halfmoves = number(at, field)
                .and_then(|number| u16::try_from(number).map_err(|_| at))
                .map_err(|at| ParseFenError { at, reason: FenReason::BadHalfmoves })?;
        }
        if let Some((at, field)) = self.next() {
            let number =
                number(at, field).map_err(|at| ParseFenError { at, reason: FenReason::BadFullmoves })?;
            setup.fullmoves = NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        }
        Ok(())
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        let start = self.next_at();
        let rest = &self.text[start..];
        let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        self.at += length;
        (length > 0).then_some((start, &rest[..length]))
    }
}

/// Parses a decimal number; the error is the offset of the first invalid byte.
pub(crate) fn number(start: usize, field: &[u8]) -> Result<u32, usize> {
    if field.is_empty() {
        return Err(start);
    }
    field.iter().enumerate().try_fold(0_u32, |number, (offset, &byte)| {
        let digit = char::from(byte).to_digit(10);
        digit.and_then(|digit| number.checked_mul(10)?.checked_add(digit)).ok_or(if digit.is_some() {
            start
        } else {
            start + offset
        })
    })
}

fn board(start: usize, field: &[u8]) -> Result<Board, ParseFenError> {
    let mut board = Board::empty();
    let mut ranks = Rank::ALL.into_iter().rev();
    let mut rank = Rank::Eighth;
    ranks.next();
    let mut file = 0;
    let mut after_digit = false;
    for (at, &byte) in (start..).zip(field) {
        let fail = |reason| Err(ParseFenError { at, reason });
        match byte {
            b'/' if file < 8 => return fail(FenReason::RankTooShort(rank)),
            b'/' => {
                let Some(next) = ranks.next() else { return fail(FenReason::BoardTooLong) };
                rank = next;
                file = 0;
                after_digit = false;
            }
            b'0' | b'9' => return fail(FenReason::BadDigit),
            b'1'..=b'8' if after_digit => return fail(FenReason::TwoDigits),
            b'1'..=b'8' => {
                file += usize::from(byte - b'0');
                after_digit = true;
                if file > 8 {
                    return fail(FenReason::RankTooLong(rank));
                }
            }
            _ => {
                let Some(piece) = Piece::from_letter(byte) else { return fail(FenReason::NotAPiece) };
                let Some(&on) = File::ALL.get(file) else { return fail(FenReason::RankTooLong(rank)) };
                board.sides[piece.color].toggle(piece.role, Square::new(on, rank).bitboard());
                file += 1;
                after_digit = false;
            }
        }
    }
    let at = start + field.len();
    if file < 8 {
        return Err(ParseFenError { at, reason: FenReason::RankTooShort(rank) });
    }
    if rank != Rank::First {
        return Err(ParseFenError { at, reason: FenReason::BoardTooShort(rank) });
    }
    Ok(board)
}

fn turn(at: usize, field: &[u8]) -> Result<Color, ParseFenError> {
    match field {
        [letter] => Color::from_letter(*letter),
        _ => None,
    }
    .ok_or(ParseFenError { at, reason: FenReason::BadTurn })
}

fn castling_rights(start: usize, field: &[u8], board: &Board) -> Result<Bitboard, ParseFenError> {
    let mut castling_rights = Bitboard::EMPTY;
    if field == b"-" {
        return Ok(castling_rights);
    }
    for (at, &byte) in (start..).zip(field) {
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match byte.to_ascii_lowercase() {
            b'k' => outermost_rook(board, color, CastlingSide::King),
            b'q' => outermost_rook(board, color, CastlingSide::Queen),
            letter => match File::from_letter(letter) {
                Some(file) => Square::new(file, color.back_rank()),
                None => return Err(ParseFenError { at, reason: FenReason::BadCastling }),
            },
        };
        if castling_rights.has(rook) {
            return Err(ParseFenError { at, reason: FenReason::DoubleCastling });
        }
        castling_rights |= rook.bitboard();
    }
    Ok(castling_rights)
}

fn en_passant(at: usize, field: &[u8]) -> Result<Option<Square>, ParseFenError> {
    match field {
        b"-" => Ok(None),
        _ => match Square::from_ascii(field) {
            Some(square) => Ok(Some(square)),
            None => Err(ParseFenError { at, reason: FenReason::BadEnPassant }),
        },
    }
}
