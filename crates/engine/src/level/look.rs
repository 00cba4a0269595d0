//! How a bounded player looks at a position: at every move it thinks of, deeper and deeper, until it has seen as many
//! positions as it can.

use rules::{Move, Square};

use super::{Mind, Skill};
use crate::searcher::{Bounds, Frame, Searcher};
use crate::task::{Hope, Task};
use crate::value::INFINITE;

/// A move that was thought of, and what it seems to be worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Thought {
    pub(crate) m: Move,
    pub(crate) value: i32,
}

/// What came of looking.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    /// The best first.
    pub(crate) thoughts: Vec<Thought>,
    /// How many plies ahead all of them were looked at.
    pub(crate) depth: u8,
    pub(crate) nodes: u64,
}

impl Searcher<'_> {
    /// What the mind makes of these moves. It thinks of none only where there are none.
    pub(crate) fn look_around(
        &mut self,
        moves: &[Move],
        mind: &Mind,
        skill: &Skill,
        before: Option<Square>,
    ) -> Look {
        let root = self.root;
        let is_seen = |m: &Move| root.is_check() || !mind.overlooks(&root, *m, 0, before);
        let mut thoughts: Vec<Thought> =
            moves.iter().copied().filter(is_seen).map(|m| Thought { m, value: 0 }).collect();
        if thoughts.is_empty() {
            thoughts = moves.iter().map(|&m| Thought { m, value: 0 }).collect();
        }
        let mut seen = 0;
        // Everything that was thought of gets a glance, however little time there is.
        self.bounds = Some(Bounds { nodes: u64::MAX, time: None });
        for depth in 1..=i32::from(skill.depth) {
            let Some(round) = self.look_deeper(&thoughts, depth, skill.margin) else { break };
            (thoughts, seen) = (round, depth);
            thoughts.sort_by_key(|thought| -thought.value);
            self.bounds = Some(Bounds { nodes: skill.nodes, time: skill.time });
            if self.nodes >= skill.nodes {
                break;
            }
        }
        let best = thoughts.first().map_or(0, |thought| thought.value);
        thoughts.retain(|thought| thought.value >= best - skill.margin);
        Look { thoughts, depth: seen as u8, nodes: self.nodes }
    }

    /// The same moves with what they are worth at some depth; `None` if there was no time for all of them.
    fn look_deeper(&mut self, thoughts: &[Thought], depth: i32, margin: i32) -> Option<Vec<Thought>> {
        let root = self.root;
        self.round = depth;
        let mut best = -INFINITE;
        let mut round = Vec::with_capacity(thoughts.len());
        for &Thought { m, .. } in thoughts {
            let alpha = (best - margin - 1).max(-INFINITE);
            *self.frame(1) = Frame::default();
            let child = self.make(&root, m, 0);
            let root = Task { alpha, beta: INFINITE, depth, ply: 0, hope: Hope::All };
            // First only whether it is worth weighing at all.
            let mut value = match round.is_empty() {
                true => INFINITE,
                false => -self.node::<false>(&child, root.scout(alpha, depth - 1, Hope::Cut)),
            };
            if value > alpha {
                let open = Task { alpha: -INFINITE, beta: -alpha, depth: depth - 1, ply: 1, ..root };
                value = -self.node::<true>(&child, open);
            }
            self.take_back();
            if self.is_halted {
                return None;
            }
            best = best.max(value);
            round.push(Thought { m, value });
        }
        Some(round)
    }
}
