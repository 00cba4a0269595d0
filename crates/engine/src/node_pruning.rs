//! Node-level pruning: reverse futility pruning, razoring, null move pruning and ProbCut.

use rules::Position;

use crate::Bound;
use crate::history::has_null_move_material;
use crate::movepick::score_noisy;
use crate::pruning;
use crate::search_args::{NodeState, SearchArgs};
use crate::searcher::Searcher;
use crate::see;
use crate::value::{DRAW, from_tt, is_decisive};

impl Searcher<'_> {
    /// Tries to return a value without searching the moves.
    pub(crate) fn prune_node(
        &mut self,
        position: &Position,
        prospect: &NodeState,
        task: SearchArgs,
    ) -> Option<i32> {
        let SearchArgs { alpha, beta, depth, ply, node_type: hope } = task;
        let eval = prospect.eval?;
        if is_decisive(beta) {
            return None;
        }
        if pruning::reverse_futility(eval, beta, depth, prospect.improving) && !is_decisive(eval) {
            return Some((eval + beta) / 2);
        }
        if pruning::razoring(eval, alpha, depth) {
            let value = self.qsearch::<false>(position, alpha, alpha + 1, ply);
            if value <= alpha || self.is_stopped {
                return Some(value);
            }
        }
        // Null Move Pruning (NMP). Not with little material, where zugzwang is common.
        let own = self.stack_at(ply).static_eval.unwrap_or(eval);
        if pruning::null_move(eval, own, beta, depth)
            && !self.last_move_was_null(ply)
            && has_null_move_material(position)
        {
            let reduced = depth - pruning::null_move_reduction(eval, beta, depth);
            let question = task.zero_window(beta - 1, reduced, hope.child());
            let value = position.null_move().map(|passed| {
                self.with_null_move(&passed, ply, |searcher, passed| {
                    -searcher.negamax::<false>(passed, question)
                })
            });
            if self.is_stopped {
                return Some(DRAW);
            }
            if let Some(value) = value.filter(|&value| value >= beta) {
                return Some(if is_decisive(value) { beta } else { value });
            }
        }
        self.probcut(position, prospect, task)
    }

    /// ProbCut: a capture whose reduced search is far above beta will also be above beta in a full one.
    fn probcut(&mut self, position: &Position, prospect: &NodeState, task: SearchArgs) -> Option<i32> {
        let SearchArgs { beta, depth, ply, node_type: hope, .. } = task;
        let above = beta + pruning::PROBCUT_MARGIN;
        if depth < pruning::PROBCUT_DEPTH || is_decisive(above) {
            return None;
        }
        let is_unlikely = prospect.tt_entry.is_some_and(|entry| {
            entry.depth >= depth - 3 && entry.bound != Bound::Lower && from_tt(entry.value, ply) < above
        });
        if is_unlikely {
            return None;
        }
        let need = above - self.stack_at(ply).static_eval.unwrap_or(beta);
        let start = self.move_stack.len();
        for m in &position.legal_captures() {
            self.move_stack.push(score_noisy(position, &self.thread_data.history, m));
        }
        self.move_stack[start..].sort_by_key(|weighed| -weighed.score);
        let mut found = None;
        let mut next = start;
        while next < self.move_stack.len() && found.is_none() {
            let m = self.move_stack[next].m;
            next += 1;
            if !see::see_ge(position, m, need) {
                continue;
            }
            let child = self.make_move(position, m, ply);
            let mut value = -self.qsearch::<false>(&child, -above, -above + 1, ply + 1);
            if value >= above {
                value = -self.negamax::<false>(&child, task.zero_window(above - 1, depth - 4, hope.child()));
            }
            self.unmake_move();
            if self.is_stopped {
                found = Some(DRAW);
            } else if value >= above {
                self.store_tt(position, prospect, value, Some(m), SearchArgs { depth: depth - 3, ..task });
                found = Some(value);
            }
        }
        self.move_stack.truncate(start);
        found
    }
}
