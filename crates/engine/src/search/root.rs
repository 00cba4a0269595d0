//! The root: iterative deepening with aspiration windows and MultiPV.

use rules::cpu::Cpu;
use rules::{Move, Position};

use crate::Score;
use crate::info::{Bound, PvInfo, SearchInfo, SearchResult};
use crate::limits::Limits;
use crate::search::args::{NodeType, SearchArgs};
use crate::search::history::is_noisy;
use crate::search::insertion_sort::insertion_sort_by_key;
use crate::search::mate_search::{MateSearch, ProvenMate};
use crate::search::pruning::ASPIRATION_WINDOW;
use crate::search::searcher::{Searcher, StackEntry};
use crate::search::time_management::{Stability, TimeBudget};
use crate::search::transposition::{PackedMove, TtEntry};
use crate::search::value::{DRAW, INFINITE, MATE, MAX_PLY, is_decisive, mated_in};

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

impl<C: Cpu> Searcher<'_, C> {
    /// Iterative deepening: searches depth after depth until a limit is reached.
    pub(crate) fn iterative_deepening(
        &mut self,
        root_limits: &RootLimits<'_>,
        report: &mut dyn FnMut(SearchInfo),
    ) -> SearchResult {
        let mut root_moves = self.root_moves(&root_limits.limits.search_moves);
        if root_moves.is_empty() {
            let value = if self.root.is_check() { mated_in(0) } else { DRAW };
            let score = Score::from_value(value);
            return SearchResult { best_move: None, ponder: None, score, pv: Vec::new(), depth: 0, nodes: 0 };
        }
        let last =
            root_limits.limits.depth.map_or(MAX_PLY as i32 - 1, i32::from).clamp(1, MAX_PLY as i32 - 1);
        let wanted = root_limits.limits.multi_pv.get().min(root_moves.len());
        let mut completed = 0;
        let mut stability = Stability { stable_iterations: 0, best_move_node_share: 0, score_drop: 0 };
        let first = i32::from(root_limits.limits.start_depth).clamp(1, last);
        if first == 1 || !root_limits.limits.search_moves.is_empty() {
            self.thread_data.mate_search = MateSearch::default();
        }
        for depth in first..=last {
            if depth > 1 && root_limits.limits.search_moves.is_empty() {
                self.root_depth = depth - 1;
                self.look_for_mate(&mut root_moves, report);
                if self.is_stopped {
                    break;
                }
            }
            self.root_depth = depth;
            let previous_best = root_moves[0].m;
            let value_before = root_moves[0].previous_value;
            for root_move in &mut root_moves {
                root_move.value = None;
            }
            for rank in 0..wanted {
                self.aspiration_search(&mut root_moves, rank, report);
                if self.is_stopped {
                    break;
                }
            }
            // A later line of MultiPV may turn out better than an earlier one.
            sort_root_moves(&mut root_moves[..wanted]);
            if self.is_stopped {
                break;
            }
            for rank in 0..wanted {
                self.report_pv(&root_moves, rank, Bound::Exact, report);
            }
            completed = depth;
            stability.stable_iterations =
                if root_moves[0].m == previous_best { stability.stable_iterations + 1 } else { 0 };
            stability.best_move_node_share = (root_moves[0].nodes * 100 / self.nodes.max(1)) as u32;
            stability.score_drop = if depth > 1 { value_before - root_moves[0].previous_value } else { 0 };
            if self.should_stop_deepening(root_limits, &root_moves, stability, depth) {
                break;
            }
        }
        self.thread_data.mate_search.earlier_nodes += self.nodes;
        let nodes = self.publish_nodes();
        let best = &root_moves[0];
        SearchResult {
            best_move: Some(best.m),
            ponder: best.pv.get(1).copied(),
            score: Score::from_value(best.previous_value),
            pv: best.pv.clone(),
            depth: completed as u8,
            nodes,
        }
    }

    /// Gives the mate search its turn, in the main thread alone. A mate goes to the front of the root moves and is reported.
    fn look_for_mate(&mut self, root_moves: &mut [RootMove], report: &mut dyn FnMut(SearchInfo)) {
        if self.hard_limits.is_none()
            || self.thread_data.mate_search.proven.is_some()
            || is_decisive(root_moves[0].previous_value)
        {
            return;
        }
        if let Some(mate) = self.search_mate() {
            promote_mate(root_moves, &mate);
            self.report_pv(root_moves, 0, Bound::Exact, report);
        }
    }

    fn root_moves(&self, only: &[Move]) -> Vec<RootMove> {
        let moves = self.root.legal_moves();
        let wanted = moves.iter().copied().filter(|m| only.is_empty() || only.contains(m));
        let root_move =
            |m| RootMove { m, value: None, previous_value: DRAW, pv: vec![m], nodes: 0, selective_depth: 0 };
        let mut root_moves: Vec<RootMove> = wanted.map(root_move).collect();
        let tt_move =
            self.shared.tt.probe(self.root.hash()).and_then(|entry| entry.best_move.resolve::<C>(&self.root));
        insertion_sort_by_key(&mut root_moves, |root_move| {
            (Some(root_move.m) != tt_move, !is_noisy(root_move.m))
        });
        root_moves
    }

    /// Checked between iterations: mate found, soft limit reached, or only one legal move.
    fn should_stop_deepening(
        &self,
        root_limits: &RootLimits<'_>,
        root_moves: &[RootMove],
        stability: Stability,
        depth: i32,
    ) -> bool {
        let value = root_moves[0].previous_value;
        let is_answered = root_limits.limits.mate.is_some_and(|moves| {
            // All moves were searched to this depth, so a mate not found does not exist.
            let plies = i32::try_from(moves).unwrap_or(i32::MAX).saturating_mul(2);
            value >= MATE - plies || depth >= plies
        });
        let on_the_clock = root_limits.budget.soft.is_some();
        let elapsed = self.shared.control.elapsed();
        let is_forced = root_moves.len() == 1 && depth >= 4 && on_the_clock && elapsed.is_some();
        let is_settled =
            is_decisive(value) && on_the_clock && elapsed.is_some() && depth >= 2 * (MATE - value.abs());
        let is_spent = root_limits.limits.soft_nodes.is_some_and(|nodes| self.nodes >= nodes);
        is_answered
            || is_forced
            || is_settled
            || is_spent
            || root_limits.budget.soft_limit_reached(elapsed, stability)
    }

    /// Finds the best of the root moves from `rank` on. The aspiration window is widened when the value falls
    /// outside.
    fn aspiration_search(
        &mut self,
        root_moves: &mut [RootMove],
        rank: usize,
        report: &mut dyn FnMut(SearchInfo),
    ) {
        self.selective_depth = 0;
        let expected = root_moves[rank].previous_value;
        let (mut alpha, mut beta, mut width) = (-INFINITE, INFINITE, ASPIRATION_WINDOW);
        // A mate search uses the full window: a bound would not refute the mate.
        if self.root_depth >= 5 && !is_decisive(expected) && !self.shared.is_mate_search {
            (alpha, beta) = (expected - width, expected + width);
        }
        let mut depth = self.root_depth;
        loop {
            let value = self.search_root(&mut root_moves[rank..], alpha, beta, depth, report);
            sort_root_moves(&mut root_moves[rank..]);
            if self.is_stopped {
                return;
            }
            let bound = SearchArgs { alpha, beta, depth, ply: 0, node_type: NodeType::All }.bound(value);
            if bound != Bound::Exact && rank == 0 && self.nodes > BOUND_REPORT_NODES {
                self.report_pv(root_moves, rank, bound, report);
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
        root_moves: &[RootMove],
        rank: usize,
        bound: Bound,
        report: &mut dyn FnMut(SearchInfo),
    ) {
        let root_move = &root_moves[rank];
        report(SearchInfo::Pv(PvInfo {
            multi_pv: rank + 1,
            depth: self.root_depth as u8,
            selective_depth: root_move.selective_depth.max(1) as u8,
            score: Score::from_value(root_move.previous_value),
            bound,
            nodes: self.publish_nodes(),
            hashfull: self.shared.tt.hashfull(),
            pv: root_move.pv.clone(),
        }));
    }

    /// Searches the root moves in order within a window.
    fn search_root(
        &mut self,
        root_moves: &mut [RootMove],
        mut alpha: i32,
        beta: i32,
        depth: i32,
        report: &mut dyn FnMut(SearchInfo),
    ) -> i32 {
        let root = self.root;
        let args = SearchArgs { alpha, beta, depth, ply: 0, node_type: NodeType::All };
        let mut best = -INFINITE;
        let mut best_move = None;
        *self.stack_at(1) = StackEntry::default();
        self.stack_at(0).static_eval = (!root.is_check()).then(|| {
            let raw = self.evaluate(&root, 0);
            self.corrected_eval(raw, &root)
        });
        for root_move in root_moves.iter_mut() {
            root_move.value = None;
        }
        for (index, root_move) in root_moves.iter_mut().enumerate() {
            let m = root_move.m;
            let number = index + 1;
            report(SearchInfo::CurrentMove { depth: self.root_depth as u8, m, number });
            let nodes_before = self.nodes;
            let value =
                match self.thread_data.mate_search.proven.as_ref().filter(|mate| mate.pv.first() == Some(&m))
                {
                    Some(mate) => {
                        self.pv_table[1].clear();
                        self.pv_table[1].extend_from_slice(&mate.pv[1..]);
                        mate.value()
                    }
                    None => {
                        let child = self.make_move(&root, m, 0);
                        let value = self.search_root_move(&child, number, SearchArgs { alpha, ..args });
                        self.unmake_move();
                        value
                    }
                };
            if self.is_stopped {
                return best;
            }
            root_move.nodes += self.nodes - nodes_before;
            if number == 1 || value > alpha {
                self.update_pv(0, m);
                root_move.pv.clone_from(&self.pv_table[0]);
                root_move.value = Some(value);
                root_move.previous_value = value;
                root_move.selective_depth = self.selective_depth;
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
        let bound = args.bound(best);
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

    /// Principal variation search of a root move that has been made. Root moves are not reduced: a sacrifice would be the
    /// last of them to be searched deeply enough.
    fn search_root_move(&mut self, child: &Position, number: usize, args: SearchArgs) -> i32 {
        let SearchArgs { alpha, beta, depth, .. } = args;
        let full = depth - 1;
        let mut value = -INFINITE;
        if number > 1 {
            value = -self.negamax::<false>(child, args.zero_window(alpha, full, NodeType::Cut));
        }
        if number == 1 || value > alpha {
            let open =
                SearchArgs { alpha: -beta, beta: -alpha, depth: full, ply: 1, node_type: NodeType::All };
            value = -self.negamax::<true>(child, open);
        }
        value
    }
}

/// Moves a proven mate to the front of the root moves.
fn promote_mate(root_moves: &mut [RootMove], mate: &ProvenMate) {
    if let Some(index) = root_moves.iter().position(|root_move| mate.pv.first() == Some(&root_move.m)) {
        root_moves[index].pv.clone_from(&mate.pv);
        root_moves[index].previous_value = mate.value();
        root_moves[..=index].rotate_right(1);
    }
}

/// Sorts by value, best first; moves without a value keep their order at the end.
fn sort_root_moves(root_moves: &mut [RootMove]) {
    insertion_sort_by_key(root_moves, |root_move| -root_move.value.unwrap_or(-INFINITE));
}
