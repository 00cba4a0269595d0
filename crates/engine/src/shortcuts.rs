//! Reasons not to try the moves of a node at all.

use rules::Position;

use crate::Bound;
use crate::history::has_pieces;
use crate::ordering::weigh_noisy;
use crate::pruning;
use crate::searcher::Searcher;
use crate::see;
use crate::task::{Prospect, Task};
use crate::value::{DRAW, from_table, is_decisive};

impl Searcher<'_> {
    /// Looks for a reason not to try the moves at all.
    pub(crate) fn cut_early(&mut self, position: &Position, prospect: &Prospect, task: Task) -> Option<i32> {
        let Task { alpha, beta, depth, ply, hope } = task;
        let eval = prospect.eval?;
        if is_decisive(beta) {
            return None;
        }
        if pruning::is_hopelessly_good(eval, beta, depth, prospect.improving) && !is_decisive(eval) {
            return Some((eval + beta) / 2);
        }
        if pruning::is_hopelessly_bad(eval, alpha, depth) {
            let value = self.settle::<false>(position, alpha, alpha + 1, ply);
            if value <= alpha || self.is_halted {
                return Some(value);
            }
        }
        // Even if the other side could move twice in a row. In pawn endings passing may be the best move of all.
        let own = self.frame(ply).eval.unwrap_or(eval);
        if pruning::may_pass(eval, own, beta, depth) && !self.has_just_passed(ply) && has_pieces(position) {
            let reduced = depth - pruning::null_reduction(eval, beta, depth);
            let question = task.scout(beta - 1, reduced, hope.of_child());
            let value = position.pass().map(|passed| {
                self.pass(&passed, ply, |searcher, passed| -searcher.node::<false>(passed, question))
            });
            if self.is_halted {
                return Some(DRAW);
            }
            if let Some(value) = value.filter(|&value| value >= beta) {
                return Some(if is_decisive(value) { beta } else { value });
            }
        }
        self.cut_by_capture(position, prospect, task)
    }

    /// A capture that is far above beta in a shallow search will be above it in a deep one.
    fn cut_by_capture(&mut self, position: &Position, prospect: &Prospect, task: Task) -> Option<i32> {
        let Task { beta, depth, ply, hope, .. } = task;
        let above = beta + pruning::PROBABLE_CUT_MARGIN;
        if depth < pruning::PROBABLE_CUT_DEPTH || is_decisive(above) {
            return None;
        }
        let is_unlikely = prospect.entry.is_some_and(|entry| {
            entry.depth >= depth - 3 && entry.bound != Bound::Lower && from_table(entry.value, ply) < above
        });
        if is_unlikely {
            return None;
        }
        let need = above - self.frame(ply).eval.unwrap_or(beta);
        let start = self.pile.len();
        for m in &position.legal_captures() {
            self.pile.push(weigh_noisy(position, &self.memory.history, m));
        }
        self.pile[start..].sort_by_key(|weighed| -weighed.weight);
        let mut found = None;
        let mut next = start;
        while next < self.pile.len() && found.is_none() {
            let m = self.pile[next].m;
            next += 1;
            if !see::gains_at_least(position, m, need) {
                continue;
            }
            let child = self.make(position, m, ply);
            let mut value = -self.settle::<false>(&child, -above, -above + 1, ply + 1);
            if value >= above {
                value = -self.node::<false>(&child, task.scout(above - 1, depth - 4, hope.of_child()));
            }
            self.take_back();
            if self.is_halted {
                found = Some(DRAW);
            } else if value >= above {
                self.remember(position, prospect, value, Some(m), Task { depth: depth - 3, ..task });
                found = Some(value);
            }
        }
        self.pile.truncate(start);
        found
    }
}
