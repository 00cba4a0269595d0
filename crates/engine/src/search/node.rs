//! Negamax with principal variation search at interior nodes.

use rules::cpu::Cpu;
use rules::{Move, Position};

use crate::search::args::{NodeState, NodeType, SearchArgs};
use crate::search::check_squares::CheckSquares;
use crate::search::history::{HistoryContext, is_noisy};
use crate::search::history_update::SearchedMoves;
use crate::search::lmr;
use crate::search::movepick::{MovePicker, OrderingContext};
use crate::search::pruning;
use crate::search::qsearch::QuietChecks;
use crate::search::searcher::Searcher;
use crate::search::see;
use crate::search::transposition::{PackedMove, TtEntry};
use crate::search::value::{
    DRAW, INFINITE, MATE, MATE_IN_MAX_PLY, MAX_PLY, from_tt, is_decisive, mated_in, to_tt,
};

/// A move about to be searched.
struct PickedMove {
    m: Move,
    /// Its number in the order of searching, from 1.
    move_number: usize,
    is_quiet: bool,
    /// Always false at levels, whose ratings were measured with checks pruned like other moves.
    gives_check: bool,
    history: i32,
    /// Base late move reduction in 1024ths of a ply.
    reduction: i32,
}

impl<C: Cpu> Searcher<'_, C> {
    /// Value of the position searched to `args.depth`: exact between alpha and beta, a bound outside
    /// (fail-soft).
    pub(crate) fn negamax<const PV: bool>(&mut self, position: &Position, args: SearchArgs) -> i32 {
        C::run(
            #[inline(always)]
            move || self.search_node::<PV>(position, args),
        )
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn search_node<const PV: bool>(&mut self, position: &Position, mut args: SearchArgs) -> i32 {
        let SearchArgs { depth, ply, .. } = args;
        if depth <= 0 {
            return self.qsearch::<PV>(position, args.alpha, args.beta, ply, QuietChecks::Search);
        }
        if PV {
            self.pv_table[ply].clear();
        }
        if !self.enter_node(ply) || self.is_draw(position) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return if position.is_check_on::<C>() { DRAW } else { self.evaluate(position, ply) };
        }
        // Mate Distance Pruning
        args.alpha = args.alpha.max(mated_in(ply));
        args.beta = args.beta.min(MATE - ply as i32 - 1);
        if args.alpha >= args.beta {
            return args.alpha;
        }

        let node = match self.probe_and_evaluate::<PV>(position, args) {
            Ok(node) => node,
            Err(ordering) => return ordering,
        };
        self.stack_at(ply + 1).cutoff_count = 0;
        self.stack_at(ply + 2).killer = None;
        if !PV
            && !self.shared.is_mate_search
            && self.stack_at(ply).excluded.is_none()
            && let Some(value) = self.prune_node(position, &node, args)
        {
            return value;
        }
        // Internal Iterative Reductions (IIR)
        if node.tt_move.is_none()
            && !self.shared.is_mate_search
            && depth >= pruning::IIR_DEPTH
            && (PV || args.node_type == NodeType::Cut)
        {
            args.depth -= 1;
        }
        self.search_moves::<PV>(position, &node, args)
    }

    /// Probes the transposition table and evaluates. The error is the value of a node that needs no search.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn probe_and_evaluate<const PV: bool>(
        &mut self,
        position: &Position,
        args: SearchArgs,
    ) -> Result<NodeState, i32> {
        let SearchArgs { alpha, beta, depth, ply, .. } = args;
        let in_check = position.is_check_on::<C>();
        if self.stack_at(ply).excluded.is_some() {
            // Singular search of the same node: the table would return the excluded move.
            let eval = self.stack_at(ply).static_eval;
            let improving = self.is_improving(ply);
            return Ok(NodeState {
                in_check,
                tt_entry: None,
                tt_move: None,
                raw_eval: eval,
                eval,
                improving,
                tt_pv: PV,
            });
        }
        let entry = self.shared.tt.probe(position.hash());
        // Transposition table cutoff
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
            .then(|| entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(position, ply)));
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
            tt_move: entry.and_then(|entry| entry.best_move.resolve::<C>(position)),
            raw_eval: raw,
            eval,
            improving: self.is_improving(ply),
            tt_pv: PV || entry.is_some_and(|entry| entry.is_pv),
        })
    }

    /// Searches the moves in order.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn search_moves<const PV: bool>(
        &mut self,
        position: &Position,
        node: &NodeState,
        args: SearchArgs,
    ) -> i32 {
        let SearchArgs { beta, depth, ply, .. } = args;
        let excluded = self.stack_at(ply).excluded;
        let killer = self.stack_at(ply).killer;
        let context = self.history_context(position, ply);
        let mut alpha = args.alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut move_number = 0;
        let mut overlooked = false;
        let mut searched = SearchedMoves::default();
        let check_squares = self.shared.blunder_model.is_none().then(|| CheckSquares::new::<C>(position));
        let mut picker = MovePicker::new(&self.move_stack, node.tt_move);
        loop {
            let ordering = OrderingContext {
                position,
                history: &self.thread_data.history,
                history_context: &context,
                killer,
                check_squares,
            };
            let Some(m) = picker.next::<C>(&mut self.move_stack, &ordering) else { break };
            if Some(m) == excluded {
                continue;
            }
            if !node.in_check && self.overlooks(position, m, ply) {
                overlooked = true;
                continue;
            }
            move_number += 1;
            let gives_check = check_squares.is_some_and(|squares| squares.gives_check::<C>(position, m));
            let picked = PickedMove { gives_check, ..self.picked_move(&context, m, move_number, depth) };
            if best > -MATE_IN_MAX_PLY
                && !self.shared.is_mate_search
                && self.is_pruned(position, node, SearchArgs { alpha, ..args }, &picked, &mut picker)
            {
                continue;
            }
            // Singular Extensions
            let mut extension = 0;
            if Some(m) == node.tt_move && excluded.is_none() && !self.shared.is_mate_search {
                match self.singular_extension::<PV>(position, node, m, args) {
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
            let full_depth = depth - 1 + extension;
            let value =
                self.search_move::<PV>(&child, node, SearchArgs { alpha, ..args }, &picked, full_depth, best);
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
            searched.push(m);
        }
        picker.clear(&mut self.move_stack);

        if move_number == 0 {
            return match (excluded, node.in_check) {
                // The excluded move was the only legal one.
                (Some(_), _) => alpha,
                // The level overlooks every legal move.
                (None, _) if overlooked => node.eval.unwrap_or(DRAW),
                (None, true) => mated_in(ply),
                (None, false) => DRAW,
            };
        }
        if best >= beta
            && let Some(m) = best_move
        {
            self.update_histories(&context, m, &searched, depth + i32::from(best > beta + 60), ply);
        }
        if excluded.is_none() {
            self.store_tt(position, node, best, best_move, args);
            self.update_correction_history(position, best, best_move, args);
        }
        best
    }

    fn picked_move(&self, context: &HistoryContext, m: Move, move_number: usize, depth: i32) -> PickedMove {
        let is_quiet = !is_noisy(m);
        let (history, reduction) = if is_quiet {
            (self.thread_data.history.quiet_score(context, m), lmr::quiet(depth, move_number))
        } else {
            (self.thread_data.history.capture_score(context.side, m), lmr::noisy(depth, move_number))
        };
        PickedMove { m, move_number, is_quiet, gives_check: false, history, reduction }
    }

    /// Move-level pruning. May also tell the picker to skip all remaining quiet moves.
    fn is_pruned(
        &mut self,
        position: &Position,
        node: &NodeState,
        args: SearchArgs,
        picked: &PickedMove,
        picker: &mut MovePicker,
    ) -> bool {
        let depth = args.depth;
        if !picked.is_quiet {
            // SEE Pruning of captures
            let margin = pruning::see_noisy_margin(depth);
            return depth <= 7 && !see::see_ge::<C>(position, picked.m, margin);
        }
        // A check may begin a mating attack, whatever the evaluation says: only SEE prunes it.
        if picked.gives_check {
            return !see::see_ge::<C>(position, picked.m, pruning::see_quiet_margin(depth));
        }
        // Late Move Pruning (LMP)
        if picked.move_number > pruning::late_move_count(depth, node.improving) {
            picker.skip_quiets();
        }
        let reduced = (depth - lmr::plies(picked.reduction)).max(1);
        // Futility Pruning (FP)
        if self
            .stack_at(args.ply)
            .static_eval
            .is_some_and(|eval| pruning::futility(eval, args.alpha, reduced))
        {
            picker.skip_quiets();
            return true;
        }
        // History Pruning and SEE Pruning of quiet moves
        pruning::history_pruning(picked.history, depth)
            || !see::see_ge::<C>(position, picked.m, pruning::see_quiet_margin(reduced))
    }

    /// Late move reductions and principal variation search of a move that has been made.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn search_move<const PV: bool>(
        &mut self,
        child: &Position,
        node: &NodeState,
        args: SearchArgs,
        picked: &PickedMove,
        full_depth: i32,
        best: i32,
    ) -> i32 {
        let SearchArgs { alpha, beta, depth, ply, node_type } = args;
        let mut value = -INFINITE;
        // Late Move Reductions (LMR)
        if depth >= 2 && picked.move_number > 1 + usize::from(PV) && !self.shared.is_mate_search {
            let lmr_context = lmr::LmrContext {
                is_quiet: picked.is_quiet,
                history: picked.history,
                is_cut_node: !PV && node_type == NodeType::Cut,
                tt_pv: node.tt_pv,
                improving: node.improving,
                is_killer: Some(picked.m) == self.stack_at(ply).killer,
                check_bonus: match (child.is_check_on::<C>(), self.shared.blunder_model) {
                    (false, _) => 0,
                    (true, None) => lmr::CHECK_BONUS,
                    (true, Some(_)) => lmr::LEVEL_CHECK_BONUS,
                },
                many_cutoffs: self.stack_at(ply + 1).cutoff_count > 3,
                tt_move_is_noisy: node.tt_move.is_some_and(is_noisy),
            };
            let reduction = lmr::plies(picked.reduction + lmr_context.adjustment());
            let reduced = (full_depth - reduction).clamp(1, full_depth.max(1));
            value = -self.negamax::<false>(child, args.zero_window(alpha, reduced, NodeType::Cut));
            if value > alpha && reduced < full_depth {
                let research_depth = full_depth + pruning::lmr_research_depth(value, best);
                if research_depth > reduced {
                    value = -self
                        .negamax::<false>(child, args.zero_window(alpha, research_depth, node_type.child()));
                }
            }
        } else if !PV || picked.move_number > 1 {
            value = -self.negamax::<false>(child, args.zero_window(alpha, full_depth, node_type.child()));
        }
        // Principal Variation Search (PVS)
        if PV && (picked.move_number == 1 || value > alpha) {
            let pv_args = SearchArgs {
                alpha: -beta,
                beta: -alpha,
                depth: full_depth,
                ply: ply + 1,
                node_type: NodeType::All,
            };
            value = -self.negamax::<true>(child, pv_args);
        }
        value
    }

    /// Stores the result of a node in the transposition table.
    pub(crate) fn store_tt(
        &self,
        position: &Position,
        node: &NodeState,
        value: i32,
        best: Option<Move>,
        args: SearchArgs,
    ) {
        let entry = TtEntry {
            best_move: PackedMove::new(best),
            value: to_tt(value, args.ply),
            eval: node.raw_eval,
            depth: args.depth,
            bound: args.bound(value),
            is_pv: node.tt_pv,
        };
        self.shared.tt.store(position.hash(), entry);
    }
}
