//! How long to search, and for what.

use std::num::NonZeroUsize;
use std::time::Duration;

use rules::Move;

/// What ends a search. Without any limit it goes on until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// No deeper than this many plies.
    pub depth: Option<u8>,
    /// Begin with this depth: more than 1 to go on where a search of the same position was broken off.
    pub start_depth: u8,
    /// No more positions than this.
    pub nodes: Option<u64>,
    /// Until a mate in so many moves is found or ruled out. Nothing is left out then, which takes its time.
    pub mate: Option<u32>,
    /// The time there is.
    pub time: TimeLimit,
    /// Consider these moves only; all if empty.
    pub search_moves: Vec<Move>,
    /// How many best lines are wanted.
    pub multi_pv: NonZeroUsize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: None,
            start_depth: 1,
            nodes: None,
            mate: None,
            time: TimeLimit::Unlimited,
            search_moves: Vec::new(),
            multi_pv: NonZeroUsize::MIN,
        }
    }
}

impl Limits {
    /// To a depth.
    #[must_use]
    pub fn depth(depth: u8) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A number of positions: the same play on every machine.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeLimit {
    /// As long as one likes.
    Unlimited,
    /// Exactly this long.
    MoveTime(Duration),
    /// A clock is running.
    Clock {
        /// What is left on it.
        remaining: Duration,
        /// What every move adds.
        increment: Duration,
        /// Moves until the clock is set anew.
        moves_to_go: Option<u32>,
        /// What is lost between thinking and the clock.
        overhead: Duration,
    },
}

/// What a search must ask the world, which it otherwise knows nothing of.
pub trait SearchControl: Sync {
    /// How long the clock has been running; `None` while it stands still, as when pondering.
    fn elapsed(&self) -> Option<Duration>;

    /// Whether to stop now.
    fn should_stop(&self) -> bool;
}

/// A world without time, in which nobody says stop.
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
