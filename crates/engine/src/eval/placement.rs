//! Pieces on squares, seen from their own king and from the enemy's. The board is turned so that the side plays
//! upwards, and mirrored so that its king stands on the right.

use rules::{ByColor, Color, Role, Square};

use super::men::Men;
use super::tally::{Tally, Trace};
use super::terms::{BY_ENEMY_KING, BY_OWN_KING};

/// Where one side's tables begin, and how its squares are turned.
#[derive(Clone, Copy)]
pub(crate) struct Placement {
    side: Color,
    own: usize,
    enemy: usize,
    turn: u8,
}

impl Placement {
    #[inline(always)]
    pub(crate) fn new(side: Color, men: &ByColor<Men>) -> Placement {
        let upright = if side == Color::White { 0 } else { 56 };
        let king = men[side].king as u8 ^ upright;
        let mirrored = if king & 7 < 4 { 7 } else { 0 };
        let turn = upright ^ mirrored;
        let own = OWN_BUCKET[(king ^ mirrored) as usize & 63] as usize * 6 * 64;
        let enemy = ENEMY_BUCKET[(men[!side].king as u8 ^ turn) as usize & 63] as usize * 5 * 64;
        Placement { side, own, enemy, turn }
    }

    /// Adds a piece that is not a king.
    #[inline(always)]
    pub(crate) fn piece<T: Trace>(&self, tally: &mut Tally<T>, role: Role, square: Square) {
        let at = (role as usize - 1) * 64 + (square as u8 ^ self.turn) as usize;
        tally.add(self.side, BY_OWN_KING, self.own + at);
        tally.add(self.side, BY_ENEMY_KING, self.enemy + at);
    }

    /// Adds the king.
    #[inline(always)]
    pub(crate) fn king<T: Trace>(&self, tally: &mut Tally<T>, square: Square) {
        tally.add(self.side, BY_OWN_KING, self.own + 5 * 64 + (square as u8 ^ self.turn) as usize);
    }
}

/// The square of the own king, which stands on the files e to h, as one of eight kinds: each square of the back rank,
/// two parts of the second rank, then further and further out.
static OWN_BUCKET: [u8; 64] = {
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

/// The square of the enemy's king as one of eight kinds: a pair of files, at home or out.
static ENEMY_BUCKET: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        table[square] = file as u8 / 2 + if rank >= 6 { 0 } else { 4 };
        square += 1;
    }
    table
};
