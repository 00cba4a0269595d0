//! Hidden layers of positions, updated incrementally.
//!
//! Every hidden layer is kept together with the pieces that it is of, so that it can be the start for any other position: only
//! the pieces in which the two differ are added and removed. Nothing has to be told about moves, and a layer is computed only
//! when a position is evaluated.

use std::sync::Arc;

use rules::{Color, Position};

use super::network::{Lane, Network, Perspective, PieceSets};
use crate::search::value::MAX_PLY;

/// Hidden layer of one perspective of a position.
struct Accumulator {
    perspective: Option<Perspective>,
    pieces: PieceSets,
    hidden: Box<[Lane]>,
}

impl Accumulator {
    /// Hidden layer of the empty board.
    fn new(network: &Network) -> Accumulator {
        Accumulator { perspective: None, pieces: PieceSets::EMPTY, hidden: network.feature_biases.clone() }
    }
}

/// Evaluates positions with a network.
pub(crate) struct NetworkEvaluator {
    network: Arc<Network>,
    /// Accumulators of White and Black at each ply of the current line.
    plies: Vec<[Accumulator; 2]>,
}

/// Features that an update adds and removes; more are never changed at once than a board has pieces.
struct Changes {
    features: [u16; 64],
    len: usize,
}

impl Changes {
    #[inline(always)]
    fn new() -> Changes {
        Changes { features: [0; 64], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, feature: usize) {
        self.features[self.len & 63] = feature as u16;
        self.len += 1;
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.features[..self.len.min(64)].iter().map(|&feature| usize::from(feature))
    }
}

impl NetworkEvaluator {
    pub(crate) fn new(network: Arc<Network>) -> NetworkEvaluator {
        let plies = (0..MAX_PLY + 2).map(|_| [(); 2].map(|()| Accumulator::new(&network))).collect();
        NetworkEvaluator { network, plies }
    }

    /// Evaluation in centipawns for the side to move. Any ply gives the same value; that of the search is the fastest. Inlined, so
    /// that it is compiled for the caller's processor.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let pieces = PieceSets::of(position.board());
        let ply = ply.min(self.plies.len() - 1);
        for side in Color::ALL {
            let perspective = Perspective::new(side, position.king(side));
            self.update(ply, side, perspective, &pieces);
        }
        let [white, black] = &self.plies[ply];
        let count = position.board().occupied().count() as usize;
        match position.turn() {
            Color::White => self.network.output(&white.hidden, &black.hidden, count),
            Color::Black => self.network.output(&black.hidden, &white.hidden, count),
        }
    }

    /// Computes the hidden layer of one perspective from that of the parent, that of the position which was evaluated at this
    /// ply before, or that of the empty board, whichever differs least.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn update(&mut self, ply: usize, side: Color, perspective: Perspective, pieces: &PieceSets) {
        let (before, here) = self.plies.split_at_mut(ply);
        let here = &mut here[0][side as usize];
        let distance = |accumulator: &Accumulator| {
            (accumulator.perspective == Some(perspective)).then(|| accumulator.pieces.distance(pieces))
        };
        let empty = PieceSets::EMPTY.distance(pieces);
        let sibling = distance(here).unwrap_or(u32::MAX);
        let parent = before.last().map(|parent| &parent[side as usize]);
        let from_parent = parent.and_then(distance).unwrap_or(u32::MAX);
        if sibling == 0 {
            return;
        }
        let least = empty.min(sibling).min(from_parent);
        let base = if least == sibling {
            here.pieces
        } else if let Some(parent) = parent.filter(|_| least == from_parent) {
            here.hidden.copy_from_slice(&parent.hidden);
            parent.pieces
        } else {
            here.hidden.copy_from_slice(&self.network.feature_biases);
            PieceSets::EMPTY
        };
        let (mut added, mut removed) = (Changes::new(), Changes::new());
        pieces.for_each_not_in(&base, |color, role, square| {
            added.push(perspective.feature(color, role, square));
        });
        base.for_each_not_in(pieces, |color, role, square| {
            removed.push(perspective.feature(color, role, square));
        });
        apply(&self.network, &mut here.hidden, &added, &removed);
        here.pieces = *pieces;
        here.perspective = Some(perspective);
    }
}

/// Adds and removes features.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn apply(network: &Network, hidden: &mut [Lane], added: &Changes, removed: &Changes) {
    for feature in added.iter() {
        for (lane, weights) in hidden.iter_mut().zip(network.feature(feature)) {
            for (value, &weight) in lane.0.iter_mut().zip(&weights.0) {
                *value = value.wrapping_add(weight);
            }
        }
    }
    for feature in removed.iter() {
        for (lane, weights) in hidden.iter_mut().zip(network.feature(feature)) {
            for (value, &weight) in lane.0.iter_mut().zip(&weights.0) {
                *value = value.wrapping_sub(weight);
            }
        }
    }
}
