//! A move without alternatives is looked at more deeply.

use rules::{Move, Position};

use crate::Bound;
use crate::pruning;
use crate::searcher::Searcher;
use crate::task::{Hope, Prospect, Task};
use crate::value::{DRAW, from_table, is_decisive};

impl Searcher<'_> {
    /// Whether the table's move is so much better than all others that it deserves a deeper look: by how many plies.
    /// The error is a value: several moves seem to refute, so the node is cut.
    pub(crate) fn singularity<const PV: bool>(
        &mut self,
        position: &Position,
        prospect: &Prospect,
        m: Move,
        task: Task,
    ) -> Result<i32, i32> {
        let Task { beta, depth, ply, hope, .. } = task;
        let Some(entry) = prospect.entry else { return Ok(0) };
        let value = from_table(entry.value, ply);
        let worth_asking = depth >= pruning::SINGULAR_DEPTH
            && (ply as i32) < 2 * self.round
            && entry.depth >= depth - 3
            && entry.bound != Bound::Upper
            && !is_decisive(value);
        if !worth_asking {
            return Ok(0);
        }
        let below = value - pruning::singular_margin(depth);
        self.frame(ply).excluded = Some(m);
        let question = Task { alpha: below - 1, beta: below, depth: (depth - 1) / 2, ..task };
        let others = self.node::<false>(position, question);
        self.frame(ply).excluded = None;
        if self.is_halted {
            return Err(DRAW);
        }
        if others < below {
            let doubly = !PV && others < below - pruning::DOUBLY_SINGULAR && self.frame(ply).doublings < 8;
            return Ok(1 + i32::from(doubly));
        }
        if below >= beta {
            return Err(below);
        }
        Ok(if value >= beta || hope == Hope::Cut && !PV { -1 } else { 0 })
    }
}
