//! Search arguments (window, depth, ply, expected node type) and the data a node has before its first move.

use rules::Move;

use crate::Bound;
use crate::search::transposition::TtEntry;

/// Arguments of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchArgs {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) node_type: NodeType,
}

/// Expected type of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeType {
    /// A move is expected to cause a beta cutoff.
    Cut,
    /// All moves are expected to fail low.
    All,
}

/// Data of a node before its first move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeState {
    pub(crate) in_check: bool,
    /// Transposition table entry.
    pub(crate) tt_entry: Option<TtEntry>,
    pub(crate) tt_move: Option<Move>,
    /// Static evaluation without corrections; `None` in check.
    pub(crate) raw_eval: Option<i32>,
    /// Static evaluation with correction history, replaced by the table's value where that is a better bound.
    pub(crate) eval: Option<i32>,
    pub(crate) improving: bool,
    pub(crate) tt_pv: bool,
}

impl SearchArgs {
    /// Arguments of a child searched with a zero window around `alpha`.
    #[inline(always)]
    pub(crate) fn zero_window(self, alpha: i32, depth: i32, node_type: NodeType) -> SearchArgs {
        SearchArgs { alpha: -alpha - 1, beta: -alpha, depth, ply: self.ply + 1, node_type }
    }

    /// Bound type of a value found within this window.
    #[inline]
    pub(crate) fn bound(self, value: i32) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

impl NodeType {
    /// Expected type of the children.
    #[inline(always)]
    pub(crate) fn child(self) -> NodeType {
        match self {
            NodeType::Cut => NodeType::All,
            NodeType::All => NodeType::Cut,
        }
    }
}

impl Bound {
    /// True if a table value of this bound type cuts off within the window.
    #[inline(always)]
    pub(crate) fn causes_cutoff(self, value: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }

    /// True if a value of this bound type is a better estimate than `guess`.
    #[inline(always)]
    pub(crate) fn improves_on(self, value: i32, guess: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value > guess,
            Bound::Upper => value < guess,
        }
    }
}
