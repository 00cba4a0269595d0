//! What a search tells while it runs and when it ends.

use rules::Move;

use crate::Score;

/// News from a running search.
#[derive(Clone, Debug)]
pub enum SearchInfo {
    /// A line was searched to some depth.
    Pv(PvInfo),
    /// A move at the root is looked at next.
    CurrentMove {
        /// The depth of this round.
        depth: u8,
        /// The move.
        m: Move,
        /// Which one it is, from 1.
        number: usize,
    },
}

/// A line of play with what it is worth.
#[derive(Clone, Debug)]
pub struct PvInfo {
    /// Which of the lines that were asked for, from 1.
    pub multi_pv: usize,
    /// The depth of the search.
    pub depth: u8,
    /// The deepest ply that was looked at.
    pub selective_depth: u8,
    /// What it is worth.
    pub score: Score,
    /// Whether that is all that is known.
    pub bound: Bound,
    /// Positions looked at so far, by all threads.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u16,
    /// The moves.
    pub pv: Vec<Move>,
}

/// What a score says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// This much.
    Exact,
    /// At least this much.
    Lower,
    /// At most this much.
    Upper,
}

/// What a search has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The move to play; `None` if there is no legal one.
    pub best_move: Option<Move>,
    /// The answer that is expected.
    pub ponder: Option<Move>,
    /// What the position is worth.
    pub score: Score,
    /// The line that is expected, the best move first.
    pub pv: Vec<Move>,
    /// The last depth that was completed.
    pub depth: u8,
    /// Positions looked at, by all threads.
    pub nodes: u64,
}
