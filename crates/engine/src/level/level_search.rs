//! How a bounded player looks at a position: at every move it thinks of, deeper and deeper, until it has seen as many
//! positions as it can.

use rules::{Move, Square};

use super::{BlunderModel, Skill};
use crate::search_args::{NodeType, SearchArgs};
use crate::searcher::{HardLimits, Searcher, StackEntry};
use crate::value::INFINITE;

/// A move that was thought of, and what it seems to be worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CandidateMove {
    pub(crate) m: Move,
    pub(crate) value: i32,
}

/// What came of looking.
#[derive(Clone, Debug, Default)]
pub(crate) struct LevelSearchResult {
    /// The best first.
    pub(crate) candidates: Vec<CandidateMove>,
    /// How many plies ahead all of them were looked at.
    pub(crate) depth: u8,
    pub(crate) nodes: u64,
}

impl Searcher<'_> {
    /// What the mind makes of these moves. It thinks of none only where there are none.
    pub(crate) fn level_search(
        &mut self,
        moves: &[Move],
        mind: &BlunderModel,
        skill: &Skill,
        before: Option<Square>,
    ) -> LevelSearchResult {
        let root = self.root;
        let is_seen = |m: &Move| root.is_check() || !mind.overlooks(&root, *m, 0, before);
        let mut thoughts: Vec<CandidateMove> =
            moves.iter().copied().filter(is_seen).map(|m| CandidateMove { m, value: 0 }).collect();
        if thoughts.is_empty() {
            thoughts = moves.iter().map(|&m| CandidateMove { m, value: 0 }).collect();
        }
        let mut seen = 0;
        // Everything that was thought of gets a glance, however little time there is.
        self.hard_limits = Some(HardLimits { nodes: u64::MAX, time: None });
        for depth in 1..=i32::from(skill.depth) {
            let Some(round) = self.level_search_iteration(&thoughts, depth, skill.candidate_margin) else {
                break;
            };
            (thoughts, seen) = (round, depth);
            thoughts.sort_by_key(|thought| -thought.value);
            self.hard_limits = Some(HardLimits { nodes: skill.nodes, time: skill.time });
            if self.nodes >= skill.nodes {
                break;
            }
        }
        let best = thoughts.first().map_or(0, |thought| thought.value);
        thoughts.retain(|thought| thought.value >= best - skill.candidate_margin);
        LevelSearchResult { candidates: thoughts, depth: seen as u8, nodes: self.nodes }
    }

    /// The same moves with what they are worth at some depth; `None` if there was no time for all of them.
    fn level_search_iteration(
        &mut self,
        thoughts: &[CandidateMove],
        depth: i32,
        margin: i32,
    ) -> Option<Vec<CandidateMove>> {
        let root = self.root;
        self.root_depth = depth;
        let mut best = -INFINITE;
        let mut round = Vec::with_capacity(thoughts.len());
        for &CandidateMove { m, .. } in thoughts {
            let alpha = (best - margin - 1).max(-INFINITE);
            *self.stack_at(1) = StackEntry::default();
            let child = self.make_move(&root, m, 0);
            let root = SearchArgs { alpha, beta: INFINITE, depth, ply: 0, node_type: NodeType::All };
            // First only whether it is worth weighing at all.
            let mut value = match round.is_empty() {
                true => INFINITE,
                false => -self.negamax::<false>(&child, root.zero_window(alpha, depth - 1, NodeType::Cut)),
            };
            if value > alpha {
                let open = SearchArgs { alpha: -INFINITE, beta: -alpha, depth: depth - 1, ply: 1, ..root };
                value = -self.negamax::<true>(&child, open);
            }
            self.unmake_move();
            if self.is_stopped {
                return None;
            }
            best = best.max(value);
            round.push(CandidateMove { m, value });
        }
        Some(round)
    }
}
