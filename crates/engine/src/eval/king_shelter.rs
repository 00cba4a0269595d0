//! King shelter and pawn storm.

use rules::{Bitboard, ByColor, Color, File};

use super::accumulator::{EvalAccumulator, Trace};
use super::bitboards::front_span;
use super::side_pieces::SidePieces;
use super::terms::{KING_SHELTER, PAWN_STORM};

/// Adds the shelter and storm of the three files around a king; for a king on an edge file, the three files
/// at the edge.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn add<T: Trace>(acc: &mut EvalAccumulator<T>, pieces: &ByColor<SidePieces>, us: Color) {
    let king = pieces[us].king;
    let rank = Bitboard::rank(king.rank());
    let in_front = rank | front_span(us, rank);
    let center = (king.file() as usize).clamp(1, 6);
    for &file in &File::ALL[center - 1..=center + 1] {
        let on_file = Bitboard::file(file) & in_front;
        let from_edge = (file as usize).min(7 - file as usize);
        let own = nearest_rank_distance(us, pieces[us].pawns & on_file, king.rank() as i8);
        let enemy = nearest_rank_distance(us, pieces[!us].pawns & on_file, king.rank() as i8);
        acc.add(us, KING_SHELTER, from_edge * 8 + own);
        acc.add(us, PAWN_STORM, from_edge * 8 + enemy);
    }
}

/// Ranks from the king to the nearest square of the set, counted from 1; 0 if the set is empty.
#[inline]
fn nearest_rank_distance(us: Color, set: Bitboard, rank: i8) -> usize {
    let square = match us {
        Color::White => set.0.trailing_zeros(),
        Color::Black => 63 - set.0.leading_zeros().min(63),
    };
    if set.is_empty() { 0 } else { ((square / 8) as i8).abs_diff(rank).min(6) as usize + 1 }
}
