//! Singular extensions and multicut.

use rules::cpu::Cpu;
use rules::{Move, Position};

use crate::Bound;
use crate::search::args::{NodeState, NodeType, SearchArgs};
use crate::search::pruning;
use crate::search::searcher::Searcher;
use crate::search::value::{DRAW, from_tt, is_decisive};

impl<C: Cpu> Searcher<'_, C> {
    /// Searches all moves but the table's move to a reduced depth. Returns the extension of the table's move
    /// in plies (negative to reduce), or an error with the value of a multicut.
    pub(crate) fn singular_extension<const PV: bool>(
        &mut self,
        position: &Position,
        node: &NodeState,
        m: Move,
        args: SearchArgs,
    ) -> Result<i32, i32> {
        let SearchArgs { beta, depth, ply, node_type, .. } = args;
        let Some(entry) = node.tt_entry else { return Ok(0) };
        let value = from_tt(entry.value, ply);
        let is_candidate = depth >= pruning::SINGULAR_DEPTH
            && (ply as i32) < 2 * self.root_depth
            && entry.depth >= depth - 3
            && entry.bound != Bound::Upper
            && !is_decisive(value);
        if !is_candidate {
            return Ok(0);
        }
        let singular_beta = value - pruning::singular_margin(depth);
        self.stack_at(ply).excluded = Some(m);
        let args =
            SearchArgs { alpha: singular_beta - 1, beta: singular_beta, depth: (depth - 1) / 2, ..args };
        let value_without = self.negamax::<false>(position, args);
        self.stack_at(ply).excluded = None;
        if self.is_stopped {
            return Err(DRAW);
        }
        if value_without < singular_beta {
            // Double Extensions
            let doubly = !PV
                && value_without < singular_beta - pruning::DOUBLE_EXTENSION_MARGIN
                && self.stack_at(ply).double_extensions < 8;
            return Ok(1 + i32::from(doubly));
        }
        // Multicut
        if singular_beta >= beta {
            return Err(singular_beta);
        }
        // Negative Extensions
        Ok(if value >= beta || node_type == NodeType::Cut && !PV { -1 } else { 0 })
    }
}
