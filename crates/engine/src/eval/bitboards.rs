//! Bitboard shifts and fills relative to a side.

use rules::{Bitboard, Color, File};

const NOT_A: u64 = !Bitboard::file(File::A).0;
const NOT_H: u64 = !Bitboard::file(File::H).0;

/// Shifts one rank forward.
#[inline(always)]
pub(crate) fn shift_forward(us: Color, set: Bitboard) -> Bitboard {
    match us {
        Color::White => Bitboard(set.0 << 8),
        Color::Black => Bitboard(set.0 >> 8),
    }
}

/// Front span: all squares ahead on the same files.
#[inline(always)]
pub(crate) fn front_span(us: Color, set: Bitboard) -> Bitboard {
    let mut filled = shift_forward(us, set).0;
    match us {
        Color::White => {
            filled |= filled << 8;
            filled |= filled << 16;
            filled |= filled << 32;
        }
        Color::Black => {
            filled |= filled >> 8;
            filled |= filled >> 16;
            filled |= filled >> 32;
        }
    }
    Bitboard(filled)
}

/// Squares to the left and right.
#[inline(always)]
pub(crate) fn adjacent(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & NOT_A) >> 1 | (set.0 & NOT_H) << 1)
}

/// Squares attacked by pawns.
#[inline(always)]
pub(crate) fn pawn_attacks(us: Color, pawns: Bitboard) -> Bitboard {
    adjacent(shift_forward(us, pawns))
}

/// Squares attacked by two pawns.
#[inline(always)]
pub(crate) fn double_pawn_attacks(us: Color, pawns: Bitboard) -> Bitboard {
    let front = shift_forward(us, pawns).0;
    Bitboard((front & NOT_A) >> 1 & (front & NOT_H) << 1)
}

/// File fill: all files that contain a square of the set.
#[inline(always)]
pub(crate) fn file_fill(set: Bitboard) -> Bitboard {
    front_span(Color::White, set) | set | front_span(Color::Black, set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Square::*;

    #[test]
    fn shifts_do_not_wrap_around_the_board() {
        let check = |found: Bitboard, expected: &[rules::Square]| {
            assert_eq!(found, expected.iter().copied().collect());
        };
        check(front_span(Color::White, A6.bitboard()), &[A7, A8]);
        check(front_span(Color::Black, H3.bitboard()), &[H2, H1]);
        check(adjacent(A4.bitboard()), &[B4]);
        check(adjacent(H4.bitboard()), &[G4]);
        check(pawn_attacks(Color::White, H2.bitboard()), &[G3]);
        check(pawn_attacks(Color::Black, A7.bitboard()), &[B6]);
        check(double_pawn_attacks(Color::White, A2.bitboard() | C2.bitboard()), &[B3]);
        check(double_pawn_attacks(Color::White, H2.bitboard() | A3.bitboard()), &[]);
        assert_eq!(file_fill(D4.bitboard()), Bitboard::file(File::D));
    }
}
