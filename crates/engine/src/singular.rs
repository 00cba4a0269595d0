//! Singular extensions and multicut.

use rules::{Move, Position};

use crate::Bound;
use crate::pruning;
use crate::search_args::{NodeState, NodeType, SearchArgs};
use crate::searcher::Searcher;
use crate::value::{DRAW, from_tt, is_decisive};

impl Searcher<'_> {
    /// Searches all moves but the table's move to a reduced depth. Returns the extension of the table's move
    /// in plies (negative to reduce), or an error with the value of a multicut.
    pub(crate) fn singular_extension<const PV: bool>(
        &mut self,
        position: &Position,
        prospect: &NodeState,
        m: Move,
        task: SearchArgs,
    ) -> Result<i32, i32> {
        let SearchArgs { beta, depth, ply, node_type: hope, .. } = task;
        let Some(entry) = prospect.tt_entry else { return Ok(0) };
        let value = from_tt(entry.value, ply);
        let worth_asking = depth >= pruning::SINGULAR_DEPTH
            && (ply as i32) < 2 * self.root_depth
            && entry.depth >= depth - 3
            && entry.bound != Bound::Upper
            && !is_decisive(value);
        if !worth_asking {
            return Ok(0);
        }
        let below = value - pruning::singular_margin(depth);
        self.stack_at(ply).excluded = Some(m);
        let question = SearchArgs { alpha: below - 1, beta: below, depth: (depth - 1) / 2, ..task };
        let others = self.negamax::<false>(position, question);
        self.stack_at(ply).excluded = None;
        if self.is_stopped {
            return Err(DRAW);
        }
        if others < below {
            let doubly = !PV
                && others < below - pruning::DOUBLE_EXTENSION_MARGIN
                && self.stack_at(ply).double_extensions < 8;
            return Ok(1 + i32::from(doubly));
        }
        if below >= beta {
            return Err(below);
        }
        Ok(if value >= beta || hope == NodeType::Cut && !PV { -1 } else { 0 })
    }
}
