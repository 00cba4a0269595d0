//! Piece-square tables relative to both kings. The board is flipped so that the side moves up, and mirrored
//! so that its king is on the kingside.

use rules::{ByColor, Color, Role, Square};

use super::accumulator::{EvalAccumulator, Trace};
use super::side_pieces::SidePieces;
use super::terms::{PSQT_ENEMY_KING, PSQT_OWN_KING};

/// Table offsets and square transformation of one side.
#[derive(Clone, Copy)]
pub(crate) struct KingRelativePsqt {
    side: Color,
    own_offset: usize,
    enemy_offset: usize,
    flip: u8,
}

impl KingRelativePsqt {
    #[inline(always)]
    pub(crate) fn new(side: Color, pieces: &ByColor<SidePieces>) -> KingRelativePsqt {
        let upright = if side == Color::White { 0 } else { 56 };
        let king = pieces[side].king as u8 ^ upright;
        let mirrored = if king & 7 < 4 { 7 } else { 0 };
        let turn = upright ^ mirrored;
        let own = OWN_KING_BUCKET[(king ^ mirrored) as usize & 63] as usize * 6 * 64;
        let enemy = ENEMY_KING_BUCKET[(pieces[!side].king as u8 ^ turn) as usize & 63] as usize * 5 * 64;
        KingRelativePsqt { side, own_offset: own, enemy_offset: enemy, flip: turn }
    }

    /// Adds a piece that is not a king.
    #[inline(always)]
    pub(crate) fn add_piece<T: Trace>(&self, acc: &mut EvalAccumulator<T>, role: Role, square: Square) {
        let at = (role as usize - 1) * 64 + (square as u8 ^ self.flip) as usize;
        acc.add(self.side, PSQT_OWN_KING, self.own_offset + at);
        acc.add(self.side, PSQT_ENEMY_KING, self.enemy_offset + at);
    }

    /// Adds the king.
    #[inline(always)]
    pub(crate) fn add_king<T: Trace>(&self, acc: &mut EvalAccumulator<T>, square: Square) {
        acc.add(self.side, PSQT_OWN_KING, self.own_offset + 5 * 64 + (square as u8 ^ self.flip) as usize);
    }
}

/// King bucket of the own king, which is on files e to h: each square of the back rank, two parts of the
/// second rank, ranks three and four, the rest.
static OWN_KING_BUCKET: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        table[square] = match rank {
            0 if file >= 4 => file as u8 - 4,
            0 => 0,
            1 => 4 + (file >= 6) as u8,
            2 | 3 => 6,
            _ => 7,
        };
        square += 1;
    }
    table
};

/// King bucket of the enemy king: a pair of files, on its first two ranks or beyond.
static ENEMY_KING_BUCKET: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        table[square] = file as u8 / 2 + if rank >= 6 { 0 } else { 4 };
        square += 1;
    }
    table
};
