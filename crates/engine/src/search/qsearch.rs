//! Quiescence search: captures, queen promotions, check evasions and, at its first ply, quiet checks until the position is
//! quiet.

use rules::cpu::Cpu;
use rules::{Bitboard, Move, Position, Rank, Role};

use crate::Bound;
use crate::search::check_squares::CheckSquares;
use crate::search::history::is_noisy;
use crate::search::movepick::{ScoredMove, score_noisy};
use crate::search::pruning::DELTA_MARGIN;
use crate::search::searcher::Searcher;
use crate::search::see::{self, piece_value};
use crate::search::transposition::{PackedMove, TtEntry};
use crate::search::value::{DRAW, INFINITE, MATE_IN_MAX_PLY, MAX_PLY, from_tt, is_decisive, mated_in, to_tt};

impl<C: Cpu> Searcher<'_, C> {
    /// Value of the position after all captures are resolved.
    pub(crate) fn qsearch<const PV: bool>(
        &mut self,
        position: &Position,
        alpha: i32,
        beta: i32,
        ply: usize,
        quiet_checks: QuietChecks,
    ) -> i32 {
        C::run(
            #[inline(always)]
            move || self.search_captures::<PV>(position, alpha, beta, ply, quiet_checks),
        )
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn search_captures<const PV: bool>(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        quiet_checks: QuietChecks,
    ) -> i32 {
        if PV {
            self.pv_table[ply].clear();
        }
        if !self.enter_node(ply) || self.is_draw(position) {
            return DRAW;
        }
        let in_check = position.is_check_on::<C>();
        if ply >= MAX_PLY {
            return if in_check { DRAW } else { self.evaluate(position, ply) };
        }

        let tt_entry = self.shared.tt.probe(position.hash());
        if let Some(entry) = tt_entry
            && !PV
        {
            let value = from_tt(entry.value, ply);
            if entry.bound.causes_cutoff(value, alpha, beta) {
                return value;
            }
        }

        let raw = (!in_check)
            .then(|| tt_entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(position, ply)));
        let mut best = -INFINITE;
        let mut futility_base = -INFINITE;
        if let Some(raw) = raw {
            best = self.corrected_eval(raw, position);
            // A better bound from the table replaces the evaluation.
            if let Some(entry) = tt_entry {
                let value = from_tt(entry.value, ply);
                if entry.bound.improves_on(value, best) && !is_decisive(value) {
                    best = value;
                }
            }
            // Stand pat
            if best >= beta {
                if tt_entry.is_none() {
                    self.store_qsearch_tt(position, best, Some(raw), None, Bound::Lower, ply);
                }
                return best;
            }
            alpha = alpha.max(best);
            futility_base = best + DELTA_MARGIN;
        }

        let start = self.move_stack.len();
        let tt_move = tt_entry.and_then(|entry| entry.best_move.resolve::<C>(position));
        self.push_qsearch_moves(position, in_check, tt_move, ply);
        if !in_check && quiet_checks == QuietChecks::Search && self.shared.blunder_model.is_none() {
            self.push_quiet_checks(position, ply);
        }
        if in_check && self.move_stack.len() == start {
            return mated_in(ply);
        }
        let original_alpha = alpha;
        let mut best_move = None;
        let mut next = start;
        while next < self.move_stack.len() {
            let m = pick_best(&mut self.move_stack[next..]);
            next += 1;
            if !in_check && self.overlooks(position, m, ply) {
                continue;
            }
            if best > -MATE_IN_MAX_PLY {
                if !in_check && is_noisy(m) {
                    // Delta Pruning
                    let optimistic = futility_base
                        + m.capture().map_or(0, piece_value)
                        + m.promotion().map_or(0, piece_value);
                    if optimistic <= alpha && !is_decisive(alpha) {
                        best = best.max(optimistic);
                        continue;
                    }
                } else if in_check && !is_noisy(m) {
                    // After the first evasion quiet evasions are skipped; the main search will try them.
                    continue;
                }
                // SEE Pruning
                if !see::see_ge::<C>(position, m, 0) {
                    continue;
                }
            }
            let child = self.make_move(position, m, ply);
            // An evasion does not end the first ply.
            let child_checks = if in_check { quiet_checks } else { QuietChecks::Skip };
            let value = -self.qsearch::<PV>(&child, -beta, -alpha, ply + 1, child_checks);
            self.unmake_move();
            if self.is_stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    alpha = value;
                    if PV {
                        self.update_pv(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.move_stack.truncate(start);
        if self.is_stopped {
            return DRAW;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store_qsearch_tt(position, best, raw, best_move, bound, ply);
        best
    }

    fn store_qsearch_tt(
        &self,
        position: &Position,
        value: i32,
        eval: Option<i32>,
        best: Option<Move>,
        bound: Bound,
        ply: usize,
    ) {
        let value = to_tt(value, ply);
        let entry = TtEntry { best_move: PackedMove::new(best), value, eval, depth: 0, bound, is_pv: false };
        self.shared.tt.store(position.hash(), entry);
    }

    /// Pushes the moves to search: all legal ones in check, else captures and queen promotions.
    fn push_qsearch_moves(&mut self, position: &Position, in_check: bool, first: Option<Move>, ply: usize) {
        let last_step = match position.turn() {
            rules::Color::White => Rank::Seventh,
            rules::Color::Black => Rank::Second,
        };
        let pawns = position.board().pieces(Role::Pawn.of(position.turn()));
        let may_promote = (pawns & Bitboard::rank(last_step)).any();
        let moves = if in_check || may_promote {
            position.legal_moves_on::<C>()
        } else {
            position.legal_captures_on::<C>()
        };
        let context = in_check.then(|| self.history_context(position, ply));
        for m in &moves {
            let mut scored = if is_noisy(m) {
                let scored = score_noisy(position, &self.thread_data.history, m);
                ScoredMove { score: scored.score + 100_000, ..scored }
            } else if let Some(context) = &context {
                ScoredMove { m, score: self.thread_data.history.quiet_score(context, m) }
            } else {
                continue;
            };
            if Some(m) == first {
                scored.score = i32::MAX;
            }
            self.move_stack.push(scored);
        }
    }

    /// Pushes the quiet moves that give check, to be tried after the captures.
    fn push_quiet_checks(&mut self, position: &Position, ply: usize) {
        let squares = CheckSquares::new::<C>(position);
        let context = self.history_context(position, ply);
        for m in &position.legal_moves_on::<C>() {
            if !is_noisy(m) && squares.gives_check::<C>(position, m) {
                let score = self.thread_data.history.quiet_score(&context, m);
                self.move_stack.push(ScoredMove { m, score });
            }
        }
    }
}

/// Treatment of quiet checks in quiescence search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QuietChecks {
    Search,
    Skip,
}

#[inline]
fn pick_best(moves: &mut [ScoredMove]) -> Move {
    let mut best = 0;
    for index in 1..moves.len() {
        if moves[index].score > moves[best].score {
            best = index;
        }
    }
    moves.swap(0, best);
    moves[0].m
}
