//! History and correction history updates at the end of a node.

use rules::cpu::Cpu;
use rules::{Move, Position};

use crate::search::args::SearchArgs;
use crate::search::correction_history::CorrectionIndices;
use crate::search::history::{HistoryContext, is_noisy};
use crate::search::pruning;
use crate::search::searcher::Searcher;
use crate::search::value::is_decisive;

/// Searched moves that caused no cutoff; the first of each kind are enough for the malus.
#[derive(Default)]
pub(crate) struct SearchedMoves {
    quiet_moves: [Option<Move>; 32],
    noisy_moves: [Option<Move>; 16],
    quiet_count: usize,
    noisy_count: usize,
}

impl SearchedMoves {
    /// Adds a move.
    #[inline]
    pub(crate) fn push(&mut self, m: Move) {
        let (list, count) = if is_noisy(m) {
            (&mut self.noisy_moves[..], &mut self.noisy_count)
        } else {
            (&mut self.quiet_moves[..], &mut self.quiet_count)
        };
        if let Some(slot) = list.get_mut(*count) {
            *slot = Some(m);
            *count += 1;
        }
    }
}

impl<C: Cpu> Searcher<'_, C> {
    /// After a beta cutoff: bonus for the move, malus for the moves searched before it, and the new killer.
    pub(crate) fn update_histories(
        &mut self,
        context: &HistoryContext,
        m: Move,
        searched: &SearchedMoves,
        depth: i32,
        ply: usize,
    ) {
        let bonus = pruning::history_bonus(depth);
        let entry = self.stack_at(ply);
        entry.cutoff_count = entry.cutoff_count.saturating_add(1);
        if is_noisy(m) {
            self.thread_data.history.update_capture(context.side, m, bonus);
        } else {
            self.stack_at(ply).killer = Some(m);
            self.thread_data.history.update_quiet(context, m, bonus);
            for other in searched.quiet_moves.into_iter().flatten() {
                self.thread_data.history.update_quiet(context, other, -bonus);
            }
        }
        for other in searched.noisy_moves.into_iter().flatten() {
            self.thread_data.history.update_capture(context.side, other, -bonus);
        }
    }

    /// Updates correction history with the difference between search value and static evaluation, unless it
    /// is tactical.
    pub(crate) fn update_correction_history(
        &mut self,
        position: &Position,
        value: i32,
        best: Option<Move>,
        args: SearchArgs,
    ) {
        let Some(eval) = self.stack_at(args.ply).static_eval else { return };
        let is_informative = args.bound(value).improves_on(value, eval);
        if is_informative && !is_decisive(value) && !best.is_some_and(is_noisy) {
            self.thread_data.correction_history.update(
                CorrectionIndices::of(position),
                value - eval,
                args.depth,
            );
        }
    }
}
