//! Hidden layers of positions, updated incrementally.
//!
//! Each accumulator stores the pieces it was computed from, so any accumulator can be updated to any position: only the pieces in
//! which the two differ are added and removed. Moves need not be reported, and a layer is computed only when a position is
//! evaluated.

use std::sync::Arc;

use rules::{Color, Position};

use super::network::{Chunk, Network, Perspective, PieceSets};
use crate::search::value::MAX_PLY;

/// Hidden layer of one perspective of a position.
struct Accumulator {
    perspective: Option<Perspective>,
    pieces: PieceSets,
    hidden: Box<[Chunk]>,
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
        let distance = |accumulator: &Accumulator| match accumulator.perspective == Some(perspective) {
            true => accumulator.pieces.distance(pieces),
            false => u32::MAX,
        };
        let parent = before.last().map(|parent| &parent[side as usize]);
        let from_parent = parent.map_or(u32::MAX, distance);
        // A move changes at most four features; more only if the parent was not evaluated.
        let from_sibling = if from_parent <= MAX_MOVE_CHANGES { u32::MAX } else { distance(here) };
        if from_sibling == 0 {
            return;
        }
        let from_empty = pieces.count();
        let network = &*self.network;
        match parent {
            Some(parent) if from_parent <= from_sibling.min(from_empty) => {
                let changes = Changes::new(perspective, &parent.pieces, pieces);
                changes.apply(network, &parent.hidden, &mut here.hidden);
            }
            _ if from_sibling <= from_empty => {
                let changes = Changes::new(perspective, &here.pieces, pieces);
                changes.apply_in_place(network, &mut here.hidden);
            }
            _ => {
                let changes = Changes::new(perspective, &PieceSets::EMPTY, pieces);
                here.hidden.copy_from_slice(&network.feature_biases);
                changes.apply_in_place(network, &mut here.hidden);
            }
        }
        here.pieces = *pieces;
        here.perspective = Some(perspective);
    }
}

/// Features of the moved, the captured or promoted piece and of a castling rook.
const MAX_MOVE_CHANGES: u32 = 4;

/// Features that an update adds and removes.
struct Changes {
    added: FeatureList,
    removed: FeatureList,
}

/// Features; there are never more than pieces on a board.
struct FeatureList {
    features: [u16; 64],
    len: usize,
}

impl FeatureList {
    #[inline(always)]
    fn new() -> FeatureList {
        FeatureList { features: [0; 64], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, feature: usize) {
        self.features[self.len & 63] = feature as u16;
        self.len += 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[u16] {
        &self.features[..self.len.min(64)]
    }
}

impl Changes {
    /// Changes that lead from the pieces `old` to `new`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new(perspective: Perspective, old: &PieceSets, new: &PieceSets) -> Changes {
        let mut changes = Changes { added: FeatureList::new(), removed: FeatureList::new() };
        new.for_each_not_in(old, |color, role, square| {
            changes.added.push(perspective.feature(color, role, square));
        });
        old.for_each_not_in(new, |color, role, square| {
            changes.removed.push(perspective.feature(color, role, square));
        });
        changes
    }

    /// Writes the changed hidden layer `from` to `into`, a move in one pass over the layer.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn apply(&self, network: &Network, from: &[Chunk], into: &mut [Chunk]) {
        match (self.added.as_slice(), self.removed.as_slice()) {
            (&[added], &[removed]) => apply_move(network, from, into, [added], [removed]),
            (&[added], &[first, second]) => apply_move(network, from, into, [added], [first, second]),
            (&[king, rook], &[first, second]) => {
                apply_move(network, from, into, [king, rook], [first, second])
            }
            _ => {
                into.copy_from_slice(from);
                self.apply_in_place(network, into);
            }
        }
    }

    /// Changes a hidden layer.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn apply_in_place(&self, network: &Network, hidden: &mut [Chunk]) {
        for (index, chunk) in hidden.iter_mut().enumerate() {
            let mut values = *chunk;
            for &feature in self.added.as_slice() {
                values.add(&network.feature(usize::from(feature))[index]);
            }
            for &feature in self.removed.as_slice() {
                values.subtract(&network.feature(usize::from(feature))[index]);
            }
            *chunk = values;
        }
    }
}

/// Adds and removes the features of a move.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn apply_move<const ADDED: usize, const REMOVED: usize>(
    network: &Network,
    from: &[Chunk],
    into: &mut [Chunk],
    added: [u16; ADDED],
    removed: [u16; REMOVED],
) {
    let chunks = into.len();
    let from = &from[..chunks];
    let added = added.map(|feature| &network.feature(usize::from(feature))[..chunks]);
    let removed = removed.map(|feature| &network.feature(usize::from(feature))[..chunks]);
    for (chunk, into) in into.iter_mut().enumerate() {
        let mut values = from[chunk];
        for weights in added {
            values.add(&weights[chunk]);
        }
        for weights in removed {
            values.subtract(&weights[chunk]);
        }
        *into = values;
    }
}
