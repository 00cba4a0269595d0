//! Traced evaluation for the tuner: the terms of a position, their counts and their weights by phase.

use rules::cpu::Baseline;
use rules::{Color, Position};

use super::accumulator::{EvalAccumulator, Trace};
use super::side_pieces::SidePieces;
use super::terms::TERM_COUNT;
use super::{FULL_PHASE, add_pieces, endgame, pawns, phase};

/// Terms of a position.
#[derive(Clone, Debug)]
pub struct Features {
    /// Term indices with their counts, White's less Black's; zero counts are left out.
    pub counts: Vec<(u16, i8)>,
    /// Weight of the middlegame sum, from 0 to 1.
    pub middlegame: f32,
    /// Weight of the endgame sum, from 0 to 1.
    pub endgame: f32,
}

/// Terms of a position; `None` where the evaluation uses endgame knowledge instead.
#[must_use]
pub fn features(position: &Position) -> Option<Features> {
    let pieces = SidePieces::both(position);
    let mut acc = EvalAccumulator::new(TermCounts([0; TERM_COUNT]));
    let passed = pawns::add(&mut acc, &pieces);
    add_pieces::<Baseline, _>(&mut acc, &pieces, &passed, position.turn());
    let stronger = if acc.sum.endgame() >= 0 { Color::White } else { Color::Black };
    if endgame::is_material_draw(&pieces) || endgame::mop_up(&pieces).is_some() {
        return None;
    }
    let scale = endgame::scale_factor(&pieces, stronger) as f32 / endgame::SCALE_FULL as f32;
    let middlegame = phase(&pieces) as f32 / FULL_PHASE as f32;
    let counts = acc.trace.0.iter().enumerate();
    let counts =
        counts.filter(|&(_, &count)| count != 0).map(|(term, &count)| (term as u16, count)).collect();
    Some(Features { counts, middlegame, endgame: (1.0 - middlegame) * scale })
}

struct TermCounts([i8; TERM_COUNT]);

impl Trace for TermCounts {
    fn record(&mut self, term: usize, count: i32) {
        self.0[term] += count as i8;
    }
}
