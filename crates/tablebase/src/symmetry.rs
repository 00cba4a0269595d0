//! Symmetries of the board, and pairs of kings up to symmetry.

use rules::Square;

/// A reflection of the board, or several: bits for files, ranks, and the diagonal from a1 to h8, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry(u8);

impl Symmetry {
    pub(crate) const IDENTITY: Symmetry = Symmetry(0);
    pub(crate) const FILES: Symmetry = Symmetry(1);
    /// Reflection in the diagonal from a1 to h8.
    pub(crate) const DIAGONAL: Symmetry = Symmetry(4);

    /// The image of a square.
    pub(crate) fn apply(self, square: Square) -> Square {
        IMAGES[self.0 as usize][square as usize]
    }

    /// The symmetry that takes a king into the triangle a1, d1, d4, and if it stands on the diagonal, the other king
    /// below or on the diagonal.
    pub(crate) fn of_kings(king: Square, other: Square) -> Symmetry {
        let mut bits = 0;
        if king.file() as u8 > 3 {
            bits |= 1;
        }
        if king.rank() as u8 > 3 {
            bits |= 2;
        }
        let side = |square| diagonal_side(Symmetry(bits).apply(square));
        let is_above = match side(king) {
            std::cmp::Ordering::Equal => side(other).is_gt(),
            order => order.is_gt(),
        };
        Symmetry(bits | if is_above { 4 } else { 0 })
    }
}

/// `Greater` above the diagonal from a1 to h8, `Less` below.
pub(crate) fn diagonal_side(square: Square) -> std::cmp::Ordering {
    (square.rank() as u8).cmp(&(square.file() as u8))
}

static IMAGES: [[Square; 64]; 8] = images();

const fn images() -> [[Square; 64]; 8] {
    let mut images = [[Square::A1; 64]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut index = 0;
        while index < 64 {
            let mut square = Square::ALL[index];
            if symmetry & 1 != 0 {
                square = square.flip_file();
            }
            if symmetry & 2 != 0 {
                square = square.flip_rank();
            }
            let (file, rank) = (square as usize % 8, square as usize / 8);
            images[symmetry][index] = if symmetry & 4 != 0 { Square::ALL[file * 8 + rank] } else { square };
            index += 1;
        }
        symmetry += 1;
    }
    images
}

/// Number of pairs of kings up to symmetry.
pub(crate) const KING_PAIRS: usize = 462;

/// Pairs of kings up to symmetry, White's first.
pub(crate) static PAIRS: [(Square, Square); KING_PAIRS] = king_pairs().0;
/// Index of each pair in [`PAIRS`]; `u16::MAX` for kings that are adjacent, or not in the canonical place.
pub(crate) static PAIR_INDEX: [[u16; 64]; 64] = king_pairs().1;

const fn king_pairs() -> ([(Square, Square); KING_PAIRS], [[u16; 64]; 64]) {
    let mut pairs = [(Square::A1, Square::A1); KING_PAIRS];
    let mut index = [[u16::MAX; 64]; 64];
    let mut count = 0;
    let mut white = 0;
    while white < 64 {
        let (file, rank) = (white % 8, white / 8);
        let mut black = 0;
        while black < 64 && file <= 3 && rank <= file {
            let (other_file, other_rank) = (black % 8, black / 8);
            let is_apart = file + 1 < other_file
                || other_file + 1 < file
                || rank + 1 < other_rank
                || other_rank + 1 < rank;
            let is_canonical = rank < file || other_rank <= other_file;
            if is_apart && is_canonical {
                pairs[count] = (Square::ALL[white], Square::ALL[black]);
                index[white][black] = count as u16;
                count += 1;
            }
            black += 1;
        }
        white += 1;
    }
    assert!(count == KING_PAIRS);
    (pairs, index)
}
