//! Fixed-capacity move list.

use core::fmt;
use core::mem::MaybeUninit;
use core::ops::Deref;

use crate::Move;

/// Upper bound of the number of moves, also in unreachable positions (the maximum with legal material is
/// 218).
///
/// A square can be reached along at most 8 lines, by the nearest piece on each, and by knights. With `q`
/// pieces of at most 27 moves and `n` knights there are at most `min(27 q, 8 (64 - q - n)) + 8 min(n, 64 - q
/// - n)` moves, which is at most 444; the rest is for castling and for the four promotions of a pawn.
const CAPACITY: usize = 480;

/// The moves of a position. Dereferences to a slice.
pub struct MoveList {
    len: usize,
    /// The first `len` elements are initialized.
    moves: [MaybeUninit<Move>; CAPACITY],
}

impl MoveList {
    /// An empty list.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> MoveList {
        MoveList { len: 0, moves: [MaybeUninit::uninit(); CAPACITY] }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, m: Move) {
        self.moves[self.len].write(m);
        self.len += 1;
    }

    /// Keeps only the moves for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for index in 0..self.len {
            let m = self[index];
            if keep(m) {
                self.moves[kept].write(m);
                kept += 1;
            }
        }
        self.len = kept;
    }
}

impl Clone for MoveList {
    fn clone(&self) -> MoveList {
        let mut copy = MoveList::new();
        self.iter().for_each(|&m| copy.push(m));
        copy
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        let written: *const [MaybeUninit<Move>] = &self.moves[..self.len];
        #[allow(
            unsafe_code,
            reason = "initializing 2 kB that are then overwritten doubles the cost of a list"
        )]
        // SAFETY: `push` and `retain` write every move below `len`, and `MaybeUninit<Move>` is laid out as `Move`.
        unsafe {
            &*(written as *const [Move])
        }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = MoveListIter;

    fn into_iter(self) -> MoveListIter {
        MoveListIter { next: 0, list: self }
    }
}

/// The moves of a [`MoveList`], by value.
#[derive(Clone, Debug)]
pub struct MoveListIter {
    next: usize,
    list: MoveList,
}

impl Iterator for MoveListIter {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let m = self.list.get(self.next).copied();
        self.next += 1;
        m
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len.saturating_sub(self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for MoveListIter {}

impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
