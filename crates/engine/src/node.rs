//! Negamax with principal variation search at interior nodes.

use rules::{Move, Position};

use crate::history::{HistoryContext, is_noisy};
use crate::history_update::SearchedMoves;
use crate::lmr;
use crate::movepick::{MovePicker, OrderingContext};
use crate::pruning;
use crate::search_args::{NodeState, NodeType, SearchArgs};
use crate::searcher::Searcher;
use crate::see;
use crate::transposition::{PackedMove, TtEntry};
use crate::value::{DRAW, INFINITE, MATE, MATE_IN_MAX_PLY, MAX_PLY, from_tt, is_decisive, mated_in, to_tt};

/// A move about to be searched.
struct PickedMove {
    m: Move,
    /// Its number in the order of searching, from 1.
    move_number: usize,
    is_quiet: bool,
    history: i32,
    /// Base late move reduction in 1024ths of a ply.
    reduction: i32,
}

impl Searcher<'_> {
    /// Value of the position searched to `args.depth`: exact between alpha and beta, a bound outside
    /// (fail-soft).
    pub(crate) fn negamax<const PV: bool>(&mut self, position: &Position, mut task: SearchArgs) -> i32 {
        let SearchArgs { depth, ply, .. } = task;
        if depth <= 0 {
            return self.qsearch::<PV>(position, task.alpha, task.beta, ply);
        }
        if PV {
            self.pv_table[ply].clear();
        }
        if !self.enter_node(ply) || self.is_draw(position) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return if position.is_check() { DRAW } else { self.evaluate(position) };
        }
        // Mate Distance Pruning
        task.alpha = task.alpha.max(mated_in(ply));
        task.beta = task.beta.min(MATE - ply as i32 - 1);
        if task.alpha >= task.beta {
            return task.alpha;
        }

        let prospect = match self.probe_and_evaluate::<PV>(position, task) {
            Ok(prospect) => prospect,
            Err(known) => return known,
        };
        self.stack_at(ply + 1).cutoff_count = 0;
        self.stack_at(ply + 2).killer = None;
        if !PV
            && !self.shared.is_mate_search
            && self.stack_at(ply).excluded.is_none()
            && let Some(value) = self.prune_node(position, &prospect, task)
        {
            return value;
        }
        if prospect.tt_move.is_none()
            && !self.shared.is_mate_search
            && depth >= pruning::IIR_DEPTH
            && (PV || task.node_type == NodeType::Cut)
        {
            task.depth -= 1;
        }
        self.search_moves::<PV>(position, &prospect, task)
    }

    /// Probes the transposition table and evaluates. The error is the value of a node that needs no search.
    fn probe_and_evaluate<const PV: bool>(
        &mut self,
        position: &Position,
        task: SearchArgs,
    ) -> Result<NodeState, i32> {
        let SearchArgs { alpha, beta, depth, ply, .. } = task;
        let in_check = position.is_check();
        if self.stack_at(ply).excluded.is_some() {
            // Singular search of the same node: the table would return the excluded move.
            let eval = self.stack_at(ply).static_eval;
            let improving = self.is_improving(ply);
            let (entry, hash_move) = (None, None);
            return Ok(NodeState {
                in_check,
                tt_entry: entry,
                tt_move: hash_move,
                raw_eval: eval,
                eval,
                improving,
                tt_pv: PV,
            });
        }
        let entry = self.shared.tt.probe(position.hash());
        if let Some(entry) = entry
            && !PV
            && entry.depth >= depth
            && position.halfmoves() < 90
        {
            let value = from_tt(entry.value, ply);
            let is_trusted = !self.shared.is_mate_search || is_decisive(value);
            if is_trusted && entry.bound.causes_cutoff(value, alpha, beta) {
                return Err(value);
            }
        }
        let raw = (!in_check)
            .then(|| entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(position)));
        let mut eval = raw.map(|raw| self.corrected_eval(raw, position));
        self.stack_at(ply).static_eval = eval;
        if let (Some(entry), Some(guess)) = (entry, eval) {
            let value = from_tt(entry.value, ply);
            if entry.bound.improves_on(value, guess) && !is_decisive(value) {
                eval = Some(value);
            }
        }
        Ok(NodeState {
            in_check,
            tt_entry: entry,
            tt_move: entry.and_then(|entry| entry.best_move.resolve(position)),
            raw_eval: raw,
            eval,
            improving: self.is_improving(ply),
            tt_pv: PV || entry.is_some_and(|entry| entry.is_pv),
        })
    }

    /// Searches the moves in order.
    fn search_moves<const PV: bool>(
        &mut self,
        position: &Position,
        prospect: &NodeState,
        task: SearchArgs,
    ) -> i32 {
        let SearchArgs { beta, depth, ply, .. } = task;
        let excluded = self.stack_at(ply).excluded;
        let killer = self.stack_at(ply).killer;
        let scene = self.history_context(position, ply);
        let mut alpha = task.alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut overlooked = false;
        let mut tried = SearchedMoves::default();
        let mut picker = MovePicker::new(&self.move_stack, prospect.tt_move);
        loop {
            let known = OrderingContext {
                position,
                history: &self.thread_data.history,
                history_context: &scene,
                killer,
            };
            let Some(m) = picker.next(&mut self.move_stack, &known) else { break };
            if Some(m) == excluded {
                continue;
            }
            if !prospect.in_check && self.overlooks(position, m, ply) {
                overlooked = true;
                continue;
            }
            number += 1;
            let attempt = self.picked_move(&scene, m, number, depth);
            if best > -MATE_IN_MAX_PLY
                && !self.shared.is_mate_search
                && self.is_pruned(position, prospect, SearchArgs { alpha, ..task }, &attempt, &mut picker)
            {
                continue;
            }
            let mut extension = 0;
            if Some(m) == prospect.tt_move && excluded.is_none() && !self.shared.is_mate_search {
                match self.singular_extension::<PV>(position, prospect, m, task) {
                    Ok(plies) => extension = plies,
                    Err(value) => {
                        picker.clear(&mut self.move_stack);
                        return value;
                    }
                }
            }
            self.stack_at(ply + 1).double_extensions =
                self.stack_at(ply).double_extensions + u8::from(extension >= 2);

            let child = self.make_move(position, m, ply);
            let full = depth - 1 + extension;
            let value =
                self.search_move::<PV>(&child, prospect, SearchArgs { alpha, ..task }, &attempt, full, best);
            self.unmake_move();
            if self.is_stopped {
                picker.clear(&mut self.move_stack);
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    if PV {
                        self.update_pv(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
            tried.push(m);
        }
        picker.clear(&mut self.move_stack);

        if number == 0 {
            return match (excluded, prospect.in_check) {
                // The excluded move was the only legal one.
                (Some(_), _) => alpha,
                // The level overlooks every legal move.
                (None, _) if overlooked => prospect.eval.unwrap_or(DRAW),
                (None, true) => mated_in(ply),
                (None, false) => DRAW,
            };
        }
        if best >= beta
            && let Some(m) = best_move
        {
            self.update_histories(&scene, m, &tried, depth + i32::from(best > beta + 60), ply);
        }
        if excluded.is_none() {
            self.store_tt(position, prospect, best, best_move, task);
            self.update_correction_history(position, best, best_move, task);
        }
        best
    }

    fn picked_move(&self, scene: &HistoryContext, m: Move, number: usize, depth: i32) -> PickedMove {
        let is_quiet = !is_noisy(m);
        let (history, reduction) = if is_quiet {
            (self.thread_data.history.quiet_score(scene, m), lmr::quiet(depth, number))
        } else {
            (self.thread_data.history.capture_score(scene.side, m), lmr::noisy(depth, number))
        };
        PickedMove { m, move_number: number, is_quiet, history, reduction }
    }

    /// Move-level pruning. May also tell the picker to skip all remaining quiet moves.
    fn is_pruned(
        &mut self,
        position: &Position,
        prospect: &NodeState,
        task: SearchArgs,
        attempt: &PickedMove,
        picker: &mut MovePicker,
    ) -> bool {
        let depth = task.depth;
        if !attempt.is_quiet {
            let loss = pruning::see_noisy_margin(depth);
            return depth <= 7 && !see::see_ge(position, attempt.m, loss);
        }
        if attempt.move_number > pruning::late_move_count(depth, prospect.improving) {
            picker.skip_quiets();
        }
        let reduced = (depth - lmr::plies(attempt.reduction)).max(1);
        if self
            .stack_at(task.ply)
            .static_eval
            .is_some_and(|eval| pruning::futility(eval, task.alpha, reduced))
        {
            picker.skip_quiets();
            return true;
        }
        pruning::history_pruning(attempt.history, depth)
            || !see::see_ge(position, attempt.m, pruning::see_quiet_margin(reduced))
    }

    /// Late move reductions and principal variation search of a move that has been made.
    fn search_move<const PV: bool>(
        &mut self,
        child: &Position,
        prospect: &NodeState,
        task: SearchArgs,
        attempt: &PickedMove,
        full: i32,
        best: i32,
    ) -> i32 {
        let SearchArgs { alpha, beta, depth, ply, node_type: hope } = task;
        let mut value = -INFINITE;
        if depth >= 2 && attempt.move_number > 1 + usize::from(PV) && !self.shared.is_mate_search {
            let signs = lmr::LmrContext {
                is_quiet: attempt.is_quiet,
                history: attempt.history,
                is_cut_node: !PV && hope == NodeType::Cut,
                tt_pv: prospect.tt_pv,
                improving: prospect.improving,
                is_killer: Some(attempt.m) == self.stack_at(ply).killer,
                gives_check: child.is_check(),
                many_cutoffs: self.stack_at(ply + 1).cutoff_count > 3,
                tt_move_is_noisy: prospect.tt_move.is_some_and(is_noisy),
            };
            let less = lmr::plies(attempt.reduction + signs.adjustment());
            let reduced = (full - less).clamp(1, full.max(1));
            value = -self.negamax::<false>(child, task.zero_window(alpha, reduced, NodeType::Cut));
            if value > alpha && reduced < full {
                let again = full + pruning::lmr_research_depth(value, best);
                if again > reduced {
                    value = -self.negamax::<false>(child, task.zero_window(alpha, again, hope.child()));
                }
            }
        } else if !PV || attempt.move_number > 1 {
            value = -self.negamax::<false>(child, task.zero_window(alpha, full, hope.child()));
        }
        if PV && (attempt.move_number == 1 || value > alpha) {
            let open = SearchArgs {
                alpha: -beta,
                beta: -alpha,
                depth: full,
                ply: ply + 1,
                node_type: NodeType::All,
            };
            value = -self.negamax::<true>(child, open);
        }
        value
    }

    /// Stores the result of a node in the transposition table.
    pub(crate) fn store_tt(
        &self,
        position: &Position,
        prospect: &NodeState,
        value: i32,
        best: Option<Move>,
        task: SearchArgs,
    ) {
        let entry = TtEntry {
            best_move: PackedMove::new(best),
            value: to_tt(value, task.ply),
            eval: prospect.raw_eval,
            depth: task.depth,
            bound: task.bound(value),
            is_pv: prospect.tt_pv,
        };
        self.shared.tt.store(position.hash(), entry);
    }
}
