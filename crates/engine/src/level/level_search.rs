//! Search of a level: all candidate moves with an open window, deeper and deeper until the node limit.

use rules::cpu::Cpu;
use rules::{Move, Square};

use super::{BlunderModel, Skill};
use crate::search::args::{NodeType, SearchArgs};
use crate::search::insertion_sort::insertion_sort_by_key;
use crate::search::searcher::{HardLimits, Searcher, StackEntry};
use crate::search::value::INFINITE;

/// A candidate move with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CandidateMove {
    pub(crate) m: Move,
    pub(crate) value: i32,
}

/// Result of a level's search.
#[derive(Clone, Debug, Default)]
pub(crate) struct LevelSearchResult {
    /// Sorted by value, best first.
    pub(crate) candidates: Vec<CandidateMove>,
    /// Last completed depth.
    pub(crate) depth: u8,
    pub(crate) nodes: u64,
}

impl<C: Cpu> Searcher<'_, C> {
    /// Searches the moves that are not overlooked, or all of them if every move is.
    pub(crate) fn level_search(
        &mut self,
        moves: &[Move],
        blunder_model: &BlunderModel,
        skill: &Skill,
        before: Option<Square>,
    ) -> LevelSearchResult {
        let root = self.root;
        let is_seen = |m: &Move| root.is_check() || !blunder_model.overlooks(&root, *m, 0, before);
        let mut candidates: Vec<CandidateMove> =
            moves.iter().copied().filter(is_seen).map(|m| CandidateMove { m, value: 0 }).collect();
        if candidates.is_empty() {
            candidates = moves.iter().map(|&m| CandidateMove { m, value: 0 }).collect();
        }
        let mut seen = 0;
        // The first iteration is completed whatever the limits are.
        self.hard_limits = Some(HardLimits { nodes: u64::MAX, time: None });
        for depth in 1..=i32::from(skill.depth) {
            let Some(iteration) = self.level_search_iteration(&candidates, depth, skill.candidate_margin)
            else {
                break;
            };
            (candidates, seen) = (iteration, depth);
            insertion_sort_by_key(&mut candidates, |candidate| -candidate.value);
            self.hard_limits = Some(HardLimits { nodes: skill.nodes, time: skill.time });
            if self.nodes >= skill.nodes {
                break;
            }
        }
        let best = candidates.first().map_or(0, |candidate| candidate.value);
        candidates.retain(|candidate| candidate.value >= best - skill.candidate_margin);
        LevelSearchResult { candidates, depth: seen as u8, nodes: self.nodes }
    }

    /// The candidates with their values at some depth; `None` if the search was stopped.
    fn level_search_iteration(
        &mut self,
        candidates: &[CandidateMove],
        depth: i32,
        margin: i32,
    ) -> Option<Vec<CandidateMove>> {
        let root = self.root;
        self.root_depth = depth;
        let mut best = -INFINITE;
        let mut iteration = Vec::with_capacity(candidates.len());
        for &CandidateMove { m, .. } in candidates {
            let alpha = (best - margin - 1).max(-INFINITE);
            *self.stack_at(1) = StackEntry::default();
            let child = self.make_move(&root, m, 0);
            let root = SearchArgs { alpha, beta: INFINITE, depth, ply: 0, node_type: NodeType::All };
            // A zero-window search tests first whether the move is within the margin.
            let mut value = match iteration.is_empty() {
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
            iteration.push(CandidateMove { m, value });
        }
        Some(iteration)
    }
}
