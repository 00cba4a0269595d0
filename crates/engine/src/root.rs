//! The root: iterative deepening with aspiration windows and MultiPV.

use rules::{Move, Position};

use crate::Score;
use crate::history::is_noisy;
use crate::info::{Bound, PvInfo, SearchInfo, SearchResult};
use crate::limits::Limits;
use crate::lmr;
use crate::pruning::ASPIRATION_WINDOW;
use crate::search_args::{NodeType, SearchArgs};
use crate::searcher::{Searcher, StackEntry};
use crate::time_management::{Stability, TimeBudget};
use crate::transposition::{PackedMove, TtEntry};
use crate::value::{DRAW, INFINITE, MATE, MAX_PLY, is_decisive, mated_in};

/// A root move with what earlier iterations found.
#[derive(Clone, Debug)]
struct RootMove {
    m: Move,
    /// Value in this iteration; `None` if the move was not searched or failed low.
    value: Option<i32>,
    /// Last exact value.
    previous_value: i32,
    pv: Vec<Move>,
    nodes: u64,
    selective_depth: usize,
}

/// Fail highs and fail lows are reported once the search has this many nodes.
const BOUND_REPORT_NODES: u64 = 3_000_000;

/// Limits of iterative deepening.
pub(crate) struct RootLimits<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) budget: TimeBudget,
}

impl Searcher<'_> {
    /// Iterative deepening: searches depth after depth until a limit is reached.
    pub(crate) fn iterative_deepening(
        &mut self,
        plan: &RootLimits<'_>,
        report: &mut dyn FnMut(SearchInfo),
    ) -> SearchResult {
        let mut candidates = self.root_moves(&plan.limits.search_moves);
        if candidates.is_empty() {
            let value = if self.root.is_check() { mated_in(0) } else { DRAW };
            let score = Score::from_value(value);
            return SearchResult { best_move: None, ponder: None, score, pv: Vec::new(), depth: 0, nodes: 0 };
        }
        let last = plan.limits.depth.map_or(MAX_PLY as i32 - 1, i32::from).clamp(1, MAX_PLY as i32 - 1);
        let wanted = plan.limits.multi_pv.get().min(candidates.len());
        let mut completed = 0;
        let mut calm = Stability { stable_iterations: 0, best_move_node_share: 0, score_drop: 0 };
        let first = i32::from(plan.limits.start_depth).clamp(1, last);
        for depth in first..=last {
            self.root_depth = depth;
            let favourite = candidates[0].m;
            let value_before = candidates[0].previous_value;
            for candidate in &mut candidates {
                candidate.value = None;
            }
            for rank in 0..wanted {
                self.aspiration_search(&mut candidates, rank, report);
                if self.is_stopped {
                    break;
                }
            }
            // A later line of MultiPV may turn out better than an earlier one.
            sort_root_moves(&mut candidates[..wanted]);
            if self.is_stopped {
                break;
            }
            for rank in 0..wanted {
                self.report_pv(&candidates, rank, Bound::Exact, report);
            }
            completed = depth;
            calm.stable_iterations =
                if candidates[0].m == favourite { calm.stable_iterations + 1 } else { 0 };
            calm.best_move_node_share = (candidates[0].nodes * 100 / self.nodes.max(1)) as u32;
            calm.score_drop = if depth > 1 { value_before - candidates[0].previous_value } else { 0 };
            if self.should_stop_deepening(plan, &candidates, calm, depth) {
                break;
            }
        }
        let nodes = self.publish_nodes();
        let best = &candidates[0];
        SearchResult {
            best_move: Some(best.m),
            ponder: best.pv.get(1).copied(),
            score: Score::from_value(best.previous_value),
            pv: best.pv.clone(),
            depth: completed as u8,
            nodes,
        }
    }

    fn root_moves(&self, only: &[Move]) -> Vec<RootMove> {
        let moves = self.root.legal_moves();
        let wanted = moves.iter().copied().filter(|m| only.is_empty() || only.contains(m));
        let candidate =
            |m| RootMove { m, value: None, previous_value: DRAW, pv: vec![m], nodes: 0, selective_depth: 0 };
        let mut candidates: Vec<RootMove> = wanted.map(candidate).collect();
        let known =
            self.shared.tt.probe(self.root.hash()).and_then(|entry| entry.best_move.resolve(&self.root));
        candidates.sort_by_key(|candidate| (Some(candidate.m) != known, !is_noisy(candidate.m)));
        candidates
    }

    /// Checked between iterations: mate found, soft time limit reached, or only one legal move.
    fn should_stop_deepening(
        &self,
        plan: &RootLimits<'_>,
        candidates: &[RootMove],
        calm: Stability,
        depth: i32,
    ) -> bool {
        let value = candidates[0].previous_value;
        let is_answered = plan.limits.mate.is_some_and(|moves| {
            // All moves were searched to this depth, so a mate not found does not exist.
            let plies = i32::try_from(moves).unwrap_or(i32::MAX).saturating_mul(2);
            value >= MATE - plies || depth >= plies
        });
        let on_the_clock = plan.budget.soft.is_some();
        let elapsed = self.shared.control.elapsed();
        let is_forced = candidates.len() == 1 && depth >= 4 && on_the_clock && elapsed.is_some();
        let is_settled =
            is_decisive(value) && on_the_clock && elapsed.is_some() && depth >= 2 * (MATE - value.abs());
        is_answered || is_forced || is_settled || plan.budget.soft_limit_reached(elapsed, calm)
    }

    /// Finds the best of the root moves from `rank` on. The aspiration window is widened when the value falls
    /// outside.
    fn aspiration_search(
        &mut self,
        candidates: &mut [RootMove],
        rank: usize,
        report: &mut dyn FnMut(SearchInfo),
    ) {
        self.selective_depth = 0;
        let expected = candidates[rank].previous_value;
        let (mut alpha, mut beta, mut width) = (-INFINITE, INFINITE, ASPIRATION_WINDOW);
        // A mate search uses the full window: a bound would not refute the mate.
        if self.root_depth >= 5 && !is_decisive(expected) && !self.shared.is_mate_search {
            (alpha, beta) = (expected - width, expected + width);
        }
        let mut depth = self.root_depth;
        loop {
            let value = self.search_root(&mut candidates[rank..], alpha, beta, depth, report);
            sort_root_moves(&mut candidates[rank..]);
            if self.is_stopped {
                return;
            }
            let bound = SearchArgs { alpha, beta, depth, ply: 0, node_type: NodeType::All }.bound(value);
            if bound != Bound::Exact && rank == 0 && self.nodes > BOUND_REPORT_NODES {
                self.report_pv(candidates, rank, bound, report);
            }
            match bound {
                Bound::Exact => return,
                Bound::Upper => {
                    beta = (alpha + beta) / 2;
                    alpha = (value - width).max(-INFINITE);
                    depth = self.root_depth;
                }
                Bound::Lower => {
                    beta = (value + width).min(INFINITE);
                    depth = (depth - 1).max(self.root_depth - 3).max(1);
                }
            }
            width += width * 2 / 3;
            if width > 700 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn report_pv(
        &mut self,
        candidates: &[RootMove],
        rank: usize,
        bound: Bound,
        report: &mut dyn FnMut(SearchInfo),
    ) {
        let candidate = &candidates[rank];
        report(SearchInfo::Pv(PvInfo {
            multi_pv: rank + 1,
            depth: self.root_depth as u8,
            selective_depth: candidate.selective_depth.max(1) as u8,
            score: Score::from_value(candidate.previous_value),
            bound,
            nodes: self.publish_nodes(),
            hashfull: self.shared.tt.hashfull(),
            pv: candidate.pv.clone(),
        }));
    }

    /// Searches the root moves in order within a window.
    fn search_root(
        &mut self,
        candidates: &mut [RootMove],
        mut alpha: i32,
        beta: i32,
        depth: i32,
        report: &mut dyn FnMut(SearchInfo),
    ) -> i32 {
        let root = self.root;
        let task = SearchArgs { alpha, beta, depth, ply: 0, node_type: NodeType::All };
        let mut best = -INFINITE;
        let mut best_move = None;
        *self.stack_at(1) = StackEntry::default();
        self.stack_at(0).static_eval = (!root.is_check()).then(|| {
            let raw = self.evaluate(&root);
            self.corrected_eval(raw, &root)
        });
        for candidate in candidates.iter_mut() {
            candidate.value = None;
        }
        for (index, candidate) in candidates.iter_mut().enumerate() {
            let m = candidate.m;
            let number = index + 1;
            report(SearchInfo::CurrentMove { depth: self.root_depth as u8, m, number });
            let nodes_before = self.nodes;
            let child = self.make_move(&root, m, 0);
            let value = self.search_root_move(&child, m, number, SearchArgs { alpha, ..task });
            self.unmake_move();
            if self.is_stopped {
                return best;
            }
            candidate.nodes += self.nodes - nodes_before;
            if number == 1 || value > alpha {
                self.update_pv(0, m);
                candidate.pv.clone_from(&self.pv_table[0]);
                candidate.value = Some(value);
                candidate.previous_value = value;
                candidate.selective_depth = self.selective_depth;
            }
            best = best.max(value);
            if value > alpha {
                best_move = Some(m);
                alpha = value;
                if value >= beta {
                    break;
                }
            }
        }
        let bound = task.bound(best);
        let entry = TtEntry {
            best_move: PackedMove::new(best_move),
            value: best,
            eval: None,
            depth,
            bound,
            is_pv: true,
        };
        self.shared.tt.store(root.hash(), entry);
        best
    }

    /// Principal variation search of a root move that has been made.
    fn search_root_move(&mut self, child: &Position, m: Move, number: usize, task: SearchArgs) -> i32 {
        let SearchArgs { alpha, beta, depth, .. } = task;
        let full = depth - 1;
        let mut value = -INFINITE;
        if number > 1 {
            let mut reduced = full;
            if depth >= 3 && number > 3 && !child.is_check() && !self.shared.is_mate_search {
                let reduction = match is_noisy(m) {
                    true => lmr::noisy(depth, number),
                    false => lmr::quiet(depth, number),
                };
                reduced = (full - (lmr::plies(reduction) - 1).max(0)).clamp(1, full);
            }
            value = -self.negamax::<false>(child, task.zero_window(alpha, reduced, NodeType::Cut));
            if value > alpha && reduced < full {
                value = -self.negamax::<false>(child, task.zero_window(alpha, full, NodeType::Cut));
            }
        }
        if number == 1 || value > alpha {
            let open =
                SearchArgs { alpha: -beta, beta: -alpha, depth: full, ply: 1, node_type: NodeType::All };
            value = -self.negamax::<true>(child, open);
        }
        value
    }
}

/// Sorts by value, best first; moves without a value keep their order at the end.
fn sort_root_moves(candidates: &mut [RootMove]) {
    candidates.sort_by_key(|candidate| -candidate.value.unwrap_or(-INFINITE));
}
