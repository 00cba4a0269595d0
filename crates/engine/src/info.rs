//! Information sent during a search and its result.

use rules::Move;

use crate::Score;

/// Information about a running search.
#[derive(Clone, Debug)]
pub enum SearchInfo {
    /// A principal variation.
    Pv(PvInfo),
    /// The root move searched now (UCI `currmove`).
    CurrentMove {
        /// Depth of the iteration.
        depth: u8,
        /// The move.
        m: Move,
        /// Its number, from 1.
        number: usize,
    },
}

/// A principal variation with its score.
#[derive(Clone, Debug)]
pub struct PvInfo {
    /// Rank among the principal variations, from 1 (MultiPV).
    pub multi_pv: usize,
    /// Depth of the iteration.
    pub depth: u8,
    /// Deepest ply reached.
    pub selective_depth: u8,
    /// Score for the side to move.
    pub score: Score,
    /// Bound type of the score.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Usage of the transposition table in permille.
    pub hashfull: u16,
    /// The moves, best move first.
    pub pv: Vec<Move>,
}

/// Bound type of a score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The exact score (PV node).
    Exact,
    /// Lower bound (fail high).
    Lower,
    /// Upper bound (fail low).
    Upper,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// Best move; `None` if there is no legal move.
    pub best_move: Option<Move>,
    /// Expected reply.
    pub ponder: Option<Move>,
    /// Score for the side to move.
    pub score: Score,
    /// Principal variation, best move first.
    pub pv: Vec<Move>,
    /// Last completed depth.
    pub depth: u8,
    /// Nodes of all threads.
    pub nodes: u64,
}
