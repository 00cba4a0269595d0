//! What is asked of a node, and what it can know before it tries a move.

use rules::Move;

use crate::Bound;
use crate::transposition::TtEntry;

/// How deep to look, where in the tree, and between which values it matters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchArgs {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) node_type: NodeType,
}

/// What a node is expected to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeType {
    /// Some move will refute the one before.
    Cut,
    /// No move will.
    All,
}

/// What a node knows before its first move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeState {
    pub(crate) in_check: bool,
    /// What the table knows.
    pub(crate) tt_entry: Option<TtEntry>,
    pub(crate) tt_move: Option<Move>,
    /// What the evaluation says; `None` in check.
    pub(crate) raw_eval: Option<i32>,
    /// What corrections and the table make of it.
    pub(crate) eval: Option<i32>,
    pub(crate) improving: bool,
    pub(crate) tt_pv: bool,
}

impl SearchArgs {
    /// Is a child worth more to its parent than `alpha`? That is all that is asked of it.
    #[inline(always)]
    pub(crate) fn zero_window(self, alpha: i32, depth: i32, hope: NodeType) -> SearchArgs {
        SearchArgs { alpha: -alpha - 1, beta: -alpha, depth, ply: self.ply + 1, node_type: hope }
    }

    /// What a value that was found says.
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
    /// What the children are expected to be.
    #[inline(always)]
    pub(crate) fn child(self) -> NodeType {
        match self {
            NodeType::Cut => NodeType::All,
            NodeType::All => NodeType::Cut,
        }
    }
}

impl Bound {
    /// Whether a value of this kind settles what is asked within a window.
    #[inline(always)]
    pub(crate) fn causes_cutoff(self, value: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        }
    }

    /// Whether a value of this kind says more than a guess.
    #[inline(always)]
    pub(crate) fn improves_on(self, value: i32, guess: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => value > guess,
            Bound::Upper => value < guess,
        }
    }
}
