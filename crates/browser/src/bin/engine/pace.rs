//! So many nodes in so much time.

use std::ops::AddAssign;
use std::time::Duration;

#[derive(Clone, Copy, Default)]
pub(crate) struct Pace {
    nodes: u64,
    time: Duration,
}

impl Pace {
    pub(crate) fn new(nodes: u64, time: Duration) -> Pace {
        Pace { nodes, time }
    }

    pub(crate) fn nodes(self) -> u64 {
        self.nodes
    }

    /// Nodes in a second.
    pub(crate) fn rate(self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64()
    }
}

impl AddAssign for Pace {
    fn add_assign(&mut self, more: Pace) {
        self.nodes += more.nodes;
        self.time += more.time;
    }
}
