//! Nodes and time of searches.

use std::ops::AddAssign;
use std::time::Duration;

#[derive(Clone, Copy, Default)]
pub(crate) struct SearchSpeed {
    nodes: u64,
    time: Duration,
}

impl SearchSpeed {
    pub(crate) fn new(nodes: u64, time: Duration) -> SearchSpeed {
        SearchSpeed { nodes, time }
    }

    pub(crate) fn nodes(self) -> u64 {
        self.nodes
    }

    pub(crate) fn nodes_per_second(self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64()
    }
}

impl AddAssign for SearchSpeed {
    fn add_assign(&mut self, more: SearchSpeed) {
        self.nodes += more.nodes;
        self.time += more.time;
    }
}
