//! Nodes with seeks that have died.

use std::collections::{HashMap, HashSet};

use crate::node::Membership;
use crate::store::NodeId;

/// Decides which nodes have died. The lease of a dead node is deleted at last, but a node without a known lease may also
/// have joined a moment ago: it is dead only if a renewal that was sent after its first seek was seen does not know it
/// either.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct NodeDeaths {
    /// Nodes without a known lease, with the number of renewals when their seeks were first seen.
    unknown: HashMap<NodeId, u64>,
}

impl NodeDeaths {
    /// Takes note of the nodes that have seeks, and returns those that are dead.
    pub(super) fn update(&mut self, nodes: &HashSet<NodeId>, membership: &Membership) -> HashSet<NodeId> {
        self.unknown.retain(|node, _| nodes.contains(node));
        let mut dead = HashSet::new();
        for &node in nodes {
            // Read before the peer: a renewal in between only delays the decision.
            let renewals = membership.renewals();
            let is_dead = match membership.peer(node) {
                Some(peer) => {
                    self.unknown.remove(&node);
                    !peer.is_alive
                }
                None => renewals >= *self.unknown.entry(node).or_insert(renewals) + 2,
            };
            if is_dead {
                dead.insert(node);
            }
        }
        dead
    }
}
