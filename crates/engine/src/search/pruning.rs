//! Node-level pruning (reverse futility pruning, razoring, null move pruning, ProbCut), and the conditions and margins of
//! all pruning in centipawns. The margins and the numbers in `lmr` were tuned together by SPSA over some eight thousand
//! short games.

use rules::Position;
use rules::cpu::Cpu;

use crate::Bound;
use crate::search::args::{NodeState, SearchArgs};
use crate::search::history::has_null_move_material;
use crate::search::insertion_sort::insertion_sort_by_key;
use crate::search::lmr::PLY;
use crate::search::movepick::score_noisy;
use crate::search::qsearch::QuietChecks;
use crate::search::searcher::Searcher;
use crate::search::see;
use crate::search::value::{DRAW, from_tt, is_decisive};

/// Reverse Futility Pruning (RFP): the evaluation is above beta by a margin that grows with depth.
pub(crate) fn reverse_futility(eval: i32, beta: i32, depth: i32, improving: bool) -> bool {
    depth <= 8 && eval - 86 * (depth - i32::from(improving)) >= beta
}

/// Razoring: the evaluation is so far below alpha that only captures can help.
pub(crate) fn razoring(eval: i32, alpha: i32, depth: i32) -> bool {
    depth <= 3 && eval + 340 + 260 * (depth - 1) < alpha
}

/// Null Move Pruning (NMP): the evaluation is good enough to try a null move.
pub(crate) fn null_move(eval: i32, static_eval: i32, beta: i32, depth: i32) -> bool {
    depth >= 3 && eval >= beta && static_eval >= beta - 20 * depth + 120
}

/// Depth reduction of the search after a null move.
pub(crate) fn null_move_reduction(eval: i32, beta: i32, depth: i32) -> i32 {
    (3775 + 190 * depth + ((eval - beta) * PLY / 180).clamp(0, 3 * PLY)) / PLY
}

/// Internal Iterative Reductions (IIR): from this depth on, a node without a table move is searched one ply
/// shallower.
pub(crate) const IIR_DEPTH: i32 = 4;

/// ProbCut: margin above beta that the reduced search must reach.
pub(crate) const PROBCUT_MARGIN: i32 = 250;

/// ProbCut: minimum depth.
pub(crate) const PROBCUT_DEPTH: i32 = 5;

/// Late Move Pruning (LMP): number of moves after which the remaining quiet moves are skipped.
pub(crate) fn late_move_count(depth: i32, improving: bool) -> usize {
    let limit = (255 + 166 * depth * depth) / 100;
    (if improving { limit } else { limit / 2 }) as usize
}

/// Futility Pruning (FP): a quiet move cannot raise the evaluation to alpha.
pub(crate) fn futility(eval: i32, alpha: i32, depth: i32) -> bool {
    depth <= 8 && eval + 45 + 78 * depth <= alpha
}

/// History Pruning: the history of a quiet move is too low for its depth.
pub(crate) fn history_pruning(history: i32, depth: i32) -> bool {
    depth <= 4 && history < -1800 * depth
}

/// SEE Pruning: exchange value below which a quiet move is skipped.
pub(crate) fn see_quiet_margin(depth: i32) -> i32 {
    -21 * depth * depth
}

/// SEE Pruning: exchange value below which a capture is skipped.
pub(crate) fn see_noisy_margin(depth: i32) -> i32 {
    -113 * depth
}

/// Depth adjustment of the search that follows when a reduced move fails high.
pub(crate) fn lmr_research_depth(value: i32, best: i32) -> i32 {
    i32::from(value >= best + 23) - i32::from(value <= best + 15)
}

/// Delta Pruning in quiescence search: margin above the value of the captured piece.
pub(crate) const DELTA_MARGIN: i32 = 190;

/// Singular Extensions: minimum depth.
pub(crate) const SINGULAR_DEPTH: i32 = 7;

/// Singular Extensions: margin by which all other moves must fail below the table's value.
pub(crate) fn singular_margin(depth: i32) -> i32 {
    22 * depth / 16
}

/// Double Extensions: additional margin.
pub(crate) const DOUBLE_EXTENSION_MARGIN: i32 = 25;

/// History bonus for a move that caused a beta cutoff at this depth.
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (241 * depth - 90).clamp(0, 1950)
}

/// Initial half-width of the aspiration window.
pub(crate) const ASPIRATION_WINDOW: i32 = 13;

impl<C: Cpu> Searcher<'_, C> {
    /// Tries to return a value without searching the moves.
    pub(crate) fn prune_node(
        &mut self,
        position: &Position,
        node: &NodeState,
        args: SearchArgs,
    ) -> Option<i32> {
        let SearchArgs { alpha, beta, depth, ply, node_type } = args;
        let eval = node.eval?;
        if is_decisive(beta) {
            return None;
        }
        // Reverse Futility Pruning (RFP)
        if reverse_futility(eval, beta, depth, node.improving) && !is_decisive(eval) {
            return Some((eval + beta) / 2);
        }
        // Razoring
        if razoring(eval, alpha, depth) {
            let value = self.qsearch::<false>(position, alpha, alpha + 1, ply, QuietChecks::Search);
            if value <= alpha || self.is_stopped {
                return Some(value);
            }
        }
        // Null Move Pruning (NMP). Not with little material, where zugzwang is common.
        let static_eval = self.stack_at(ply).static_eval.unwrap_or(eval);
        if null_move(eval, static_eval, beta, depth)
            && !self.last_move_was_null(ply)
            && has_null_move_material(position)
        {
            let reduced = depth - null_move_reduction(eval, beta, depth);
            let null_args = args.zero_window(beta - 1, reduced, node_type.child());
            let value = position.null_move().map(|passed| {
                self.with_null_move(&passed, ply, |searcher, passed| {
                    -searcher.negamax::<false>(passed, null_args)
                })
            });
            if self.is_stopped {
                return Some(DRAW);
            }
            if let Some(value) = value.filter(|&value| value >= beta) {
                return Some(if is_decisive(value) { beta } else { value });
            }
        }
        self.probcut(position, node, args)
    }

    /// ProbCut: a capture whose reduced search is far above beta will also be above beta in a full one.
    fn probcut(&mut self, position: &Position, node: &NodeState, args: SearchArgs) -> Option<i32> {
        let SearchArgs { beta, depth, ply, node_type, .. } = args;
        let probcut_beta = beta + PROBCUT_MARGIN;
        if depth < PROBCUT_DEPTH || is_decisive(probcut_beta) {
            return None;
        }
        let is_unlikely = node.tt_entry.is_some_and(|entry| {
            entry.depth >= depth - 3
                && entry.bound != Bound::Lower
                && from_tt(entry.value, ply) < probcut_beta
        });
        if is_unlikely {
            return None;
        }
        let see_threshold = probcut_beta - self.stack_at(ply).static_eval.unwrap_or(beta);
        let start = self.move_stack.len();
        for m in &position.legal_captures_on::<C>() {
            self.move_stack.push(score_noisy(position, &self.thread_data.history, m));
        }
        insertion_sort_by_key(&mut self.move_stack[start..], |scored| -scored.score);
        let mut found = None;
        let mut next = start;
        while next < self.move_stack.len() && found.is_none() {
            let m = self.move_stack[next].m;
            next += 1;
            if !see::see_ge::<C>(position, m, see_threshold) {
                continue;
            }
            let child = self.make_move(position, m, ply);
            let (low, high) = (-probcut_beta, -probcut_beta + 1);
            let mut value = -self.qsearch::<false>(&child, low, high, ply + 1, QuietChecks::Skip);
            if value >= probcut_beta {
                value = -self.negamax::<false>(
                    &child,
                    args.zero_window(probcut_beta - 1, depth - 4, node_type.child()),
                );
            }
            self.unmake_move();
            if self.is_stopped {
                found = Some(DRAW);
            } else if value >= probcut_beta {
                self.store_tt(position, node, value, Some(m), SearchArgs { depth: depth - 3, ..args });
                found = Some(value);
            }
        }
        self.move_stack.truncate(start);
        found
    }
}
