//! A training record: position, score and game result in 32 bytes.

use rules::{Board, Color, Piece, Position, Role, Setup, SetupFaults, Square};

/// Length of a record in bytes.
pub(crate) const RECORD_BYTES: usize = 32;

/// A training position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct TrainingRecord {
    pub(crate) board: Board,
    pub(crate) turn: Color,
    /// Search score for White in centipawns.
    pub(crate) score: i16,
    /// White's half points.
    pub(crate) result: u8,
}

impl TrainingRecord {
    /// Layout: occupied squares, four bits per piece, score, result, side to move.
    pub(crate) fn to_bytes(self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        bytes[..8].copy_from_slice(&self.board.occupied().0.to_le_bytes());
        for (index, (_, piece)) in self.board.iter().enumerate().take(32) {
            let code = piece.role as u8 | (piece.color as u8) << 3;
            bytes[8 + index / 2] |= code << (4 * (index % 2));
        }
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        bytes[27] = self.turn as u8;
        bytes
    }

    /// Inverse of [`TrainingRecord::to_bytes`]; `None` if the bytes are no record.
    pub(crate) fn from_bytes(bytes: &[u8; RECORD_BYTES]) -> Option<TrainingRecord> {
        let mut board = Board::empty();
        let occupied = u64::from_le_bytes(bytes[..8].try_into().ok()?);
        let squares = Square::ALL.into_iter().filter(|&square| occupied >> square as u8 & 1 != 0);
        for (index, square) in squares.enumerate() {
            let code = bytes.get(8 + index / 2)? >> (4 * (index % 2)) & 15;
            let role = Role::ALL.into_iter().find(|&role| role as u8 == code & 7)?;
            board.set(square, Piece { color: Color::ALL[usize::from(code >> 3)], role });
        }
        let score = i16::from_le_bytes([bytes[24], bytes[25]]);
        let turn = *Color::ALL.get(usize::from(bytes[27]))?;
        Some(TrainingRecord { board, turn, score, result: bytes[26] })
    }

    /// The position; castling rights and en passant do not matter to the evaluation.
    pub(crate) fn position(&self) -> Option<Position> {
        let setup = Setup { board: self.board, turn: self.turn, ..Setup::empty() };
        setup.position_waiving(SetupFaults::WAIVABLE).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_survive_a_round_trip() {
        for turn in Color::ALL {
            let record = TrainingRecord { board: Board::start(), turn, score: -321, result: 2 };
            assert_eq!(TrainingRecord::from_bytes(&record.to_bytes()), Some(record));
        }
    }
}
