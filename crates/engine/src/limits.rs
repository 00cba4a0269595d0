//! Search limits and the control of a running search.

use std::num::NonZeroUsize;
use std::time::Duration;

use rules::Move;

/// Limits of a search. Without any the search runs until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: Option<u8>,
    /// First depth of iterative deepening: more than 1 to continue a stopped search of the same position.
    pub start_depth: u8,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Number of nodes after which no further iteration is begun.
    pub soft_nodes: Option<u64>,
    /// Search until a mate in this many moves is found or refuted, without pruning and therefore slowly.
    pub mate: Option<u32>,
    /// Time limit.
    pub time: TimeLimit,
    /// Root moves to search; all if empty (UCI `searchmoves`).
    pub search_moves: Vec<Move>,
    /// Number of principal variations (MultiPV).
    pub multi_pv: NonZeroUsize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: None,
            start_depth: 1,
            nodes: None,
            soft_nodes: None,
            mate: None,
            time: TimeLimit::Unlimited,
            search_moves: Vec::new(),
            multi_pv: NonZeroUsize::MIN,
        }
    }
}

impl Limits {
    /// Limits a search by depth.
    #[must_use]
    pub fn depth(depth: u8) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Limits a search by nodes: the same play on every machine.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }
}

/// Time limit of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeLimit {
    /// No time limit.
    Unlimited,
    /// Exactly this long.
    MoveTime(Duration),
    /// A running chess clock.
    Clock {
        /// Remaining time.
        remaining: Duration,
        /// Increment per move.
        increment: Duration,
        /// Moves until the next time control.
        moves_to_go: Option<u32>,
        /// Move overhead: time lost between the engine and the clock.
        overhead: Duration,
    },
}

/// Clock and stop flag of a search, provided by the caller.
pub trait SearchControl: Sync {
    /// Elapsed time on the engine's clock; `None` while it does not run, as when pondering.
    fn elapsed(&self) -> Option<Duration>;

    /// True if the search must stop now.
    fn should_stop(&self) -> bool;
}

/// A [`SearchControl`] without a clock that never stops the search.
#[derive(Clone, Copy, Debug)]
pub struct NeverStop;

impl SearchControl for NeverStop {
    fn elapsed(&self) -> Option<Duration> {
        None
    }

    fn should_stop(&self) -> bool {
        false
    }
}
