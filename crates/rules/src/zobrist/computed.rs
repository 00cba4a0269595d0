//! Keys without a table: SplitMix64's finalizer of the key's number.

use crate::{Color, Square};

/// Number of the first piece's key, above those of everything else.
const PIECES: usize = 1024;

pub(super) const fn key(index: usize) -> u64 {
    let mut key = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}

/// Key of a piece, given by color, [`role_code`](super::role_code) and square.
pub(super) const fn piece(color: Color, code: usize, square: Square) -> u64 {
    key(PIECES + ((color as usize) << 9 | (code & 7) << 6 | square as usize))
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;
    use crate::zobrist::TURN;

    #[test]
    fn all_keys_are_different() {
        let mut keys: BTreeSet<u64> = (0..=TURN).map(key).collect();
        for color in [Color::White, Color::Black] {
            for code in 0..8 {
                keys.extend(Square::ALL.into_iter().map(|square| piece(color, code, square)));
            }
        }
        assert_eq!(keys.len(), TURN + 1 + 2 * 8 * 64);
    }
}
