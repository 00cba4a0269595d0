//! Pawn structure: terms that depend on pawns and kings alone, cached.

use rules::cpu::Cpu;
use rules::{Bitboard, ByColor, Color, Role};

use super::accumulator::{EvalAccumulator, Trace};
use super::bitboards::{self, adjacent, file_fill, front_span, shift_forward};
use super::king_relative_psqt::KingRelativePsqt;
use super::king_shelter;
use super::side_pieces::SidePieces;
use super::tapered_score::TaperedScore;
use super::terms::{BACKWARD, DOUBLED, ISOLATED, PASSED, PHALANX, SUPPORTED};

/// Cached evaluation of a pawn structure.
#[derive(Clone, Copy, Default)]
pub(crate) struct PawnEntry {
    key: u64,
    sum: TaperedScore,
    /// Passed pawns of each side.
    passed: ByColor<Bitboard>,
}

/// Pawn hash table.
pub(crate) struct PawnCache {
    entries: Box<[PawnEntry]>,
}

const ENTRIES: usize = 1 << 13;

impl PawnCache {
    pub(crate) fn new() -> PawnCache {
        PawnCache { entries: vec![PawnEntry::default(); ENTRIES].into_boxed_slice() }
    }

    /// Adds the terms of the pawn structure; returns the passed pawns.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn add<C: Cpu>(
        &mut self,
        acc: &mut EvalAccumulator<()>,
        pieces: &ByColor<SidePieces>,
    ) -> ByColor<Bitboard> {
        let key = pawn_king_key(pieces);
        let entry = &mut self.entries[(key >> 32) as usize & (ENTRIES - 1)];
        if entry.key != key {
            let mut fresh = EvalAccumulator::new(());
            let passed = C::run(
                #[inline(always)]
                || add(&mut fresh, pieces),
            );
            *entry = PawnEntry { key, sum: fresh.sum, passed };
        }
        acc.sum += entry.sum;
        entry.passed
    }
}

/// Hash key of pawns and kings; never 0, the key of an empty entry.
#[inline(always)]
fn pawn_king_key(pieces: &ByColor<SidePieces>) -> u64 {
    let kings = (pieces.white.king as u64) << 6 | pieces.black.king as u64;
    let mut key = pieces.white.pawns.0.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    key = (key ^ key >> 29 ^ pieces.black.pawns.0).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    key = (key ^ key >> 32 ^ kings).wrapping_mul(0x94D0_49BB_1331_11EB);
    (key ^ key >> 31) | 1
}

/// Adds the terms of the pawn structure without the cache; returns the passed pawns.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn add<T: Trace>(acc: &mut EvalAccumulator<T>, pieces: &ByColor<SidePieces>) -> ByColor<Bitboard> {
    ByColor { white: add_side(acc, pieces, Color::White), black: add_side(acc, pieces, Color::Black) }
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn add_side<T: Trace>(acc: &mut EvalAccumulator<T>, pieces: &ByColor<SidePieces>, us: Color) -> Bitboard {
    let (ours, theirs) = (pieces[us].pawns, pieces[!us].pawns);
    let placement = KingRelativePsqt::new(us, pieces);
    placement.add_king(acc, pieces[us].king);
    king_shelter::add(acc, pieces, us);

    let isolated = ours.without(file_fill(adjacent(ours)));
    let supported = ours & pieces[us].pawn_attacks;
    let phalanx = ours & adjacent(ours);
    let their_front = front_span(!us, theirs);
    let stopped = their_front | adjacent(their_front);
    let blocked_by_own = front_span(!us, ours);
    // Squares beside or ahead of which an own pawn can support a pawn.
    let can_hold = {
        let front = front_span(us, ours) | ours;
        adjacent(front)
    };
    let mut passed = Bitboard::EMPTY;
    for square in ours {
        let at = square.bitboard();
        placement.add_piece(acc, Role::Pawn, square);
        let rank = us.relative(square).rank() as usize;
        if isolated.has(square) {
            acc.add(us, ISOLATED, (square.file() as usize).min(7 - square.file() as usize));
        } else if !can_hold.has(square)
            && (shift_forward(us, at) & (bitboards::pawn_attacks(!us, theirs) | theirs)).any()
        {
            let open = (front_span(us, at) & theirs).is_empty();
            acc.add(us, BACKWARD, usize::from(open));
        }
        if supported.has(square) {
            acc.add(us, SUPPORTED, rank);
        }
        if phalanx.has(square) {
            acc.add(us, PHALANX, rank);
        }
        if blocked_by_own.has(square) {
            acc.add(us, DOUBLED, 0);
        } else if !stopped.has(square) {
            passed |= at;
            acc.add(us, PASSED, rank);
        }
    }
    passed
}
