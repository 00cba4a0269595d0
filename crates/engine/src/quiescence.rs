//! The end of every line: only captures, new queens and ways out of check are followed, until nothing is hanging.

use rules::{Bitboard, Move, Position, Rank, Role};

use crate::Bound;
use crate::history::is_noisy;
use crate::ordering::{Weighed, weigh_noisy};
use crate::pruning::DELTA;
use crate::searcher::Searcher;
use crate::see::{self, worth};
use crate::table::{Entry, Packed};
use crate::value::{DECISIVE, DRAW, INFINITE, MAX_PLY, from_table, is_decisive, mated, to_table};

impl Searcher<'_> {
    /// The value of a position once everything that hangs has been taken.
    pub(crate) fn settle<const PV: bool>(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if PV {
            self.lines[ply].clear();
        }
        if !self.enters(ply) || self.is_drawn(position) {
            return DRAW;
        }
        let in_check = position.is_check();
        if ply >= MAX_PLY {
            return if in_check { DRAW } else { self.judge(position) };
        }

        let known = self.shared.table.look_up(position.hash());
        if let Some(entry) = known
            && !PV
        {
            let value = from_table(entry.value, ply);
            if entry.bound.settles(value, alpha, beta) {
                return value;
            }
        }

        let raw =
            (!in_check).then(|| known.and_then(|entry| entry.eval).unwrap_or_else(|| self.judge(position)));
        let mut best = -INFINITE;
        let mut futile_base = -INFINITE;
        if let Some(raw) = raw {
            best = self.corrected(raw, position);
            // What a deeper search has found is better than any guess.
            if let Some(entry) = known {
                let value = from_table(entry.value, ply);
                if entry.bound.betters(value, best) && !is_decisive(value) {
                    best = value;
                }
            }
            if best >= beta {
                if known.is_none() {
                    self.remember_settled(position, best, Some(raw), None, Bound::Lower, ply);
                }
                return best;
            }
            alpha = alpha.max(best);
            futile_base = best + DELTA;
        }

        let start = self.pile.len();
        self.list_urgent(position, in_check, known.and_then(|entry| entry.best.resolve(position)), ply);
        if in_check && self.pile.len() == start {
            return mated(ply);
        }
        let before_moves = alpha;
        let mut best_move = None;
        let mut next = start;
        while next < self.pile.len() {
            let m = take_best(&mut self.pile[next..]);
            next += 1;
            if !in_check && self.overlooks(position, m, ply) {
                continue;
            }
            if best > -DECISIVE {
                if !in_check {
                    let hope = futile_base + m.capture().map_or(0, worth) + m.promotion().map_or(0, worth);
                    if hope <= alpha && !is_decisive(alpha) {
                        best = best.max(hope);
                        continue;
                    }
                } else if !is_noisy(m) {
                    // One quiet way out of check has been tried; the rest can wait for a real search.
                    continue;
                }
                if !see::gains_at_least(position, m, 0) {
                    continue;
                }
            }
            let child = self.make(position, m, ply);
            let value = -self.settle::<PV>(&child, -beta, -alpha, ply + 1);
            self.take_back();
            if self.is_halted {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    alpha = value;
                    if PV {
                        self.lead(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.pile.truncate(start);
        if self.is_halted {
            return DRAW;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && best > before_moves {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.remember_settled(position, best, raw, best_move, bound, ply);
        best
    }

    fn remember_settled(
        &self,
        position: &Position,
        value: i32,
        eval: Option<i32>,
        best: Option<Move>,
        bound: Bound,
        ply: usize,
    ) {
        let value = to_table(value, ply);
        let entry = Entry { best: Packed::new(best), value, eval, depth: 0, bound, is_pv: false };
        self.shared.table.store(position.hash(), entry);
    }

    /// Puts the moves that cannot wait on the pile: all in check, else captures and new queens.
    fn list_urgent(&mut self, position: &Position, in_check: bool, first: Option<Move>, ply: usize) {
        let last_step = match position.turn() {
            rules::Color::White => Rank::Seventh,
            rules::Color::Black => Rank::Second,
        };
        let pawns = position.board().pieces(Role::Pawn.of(position.turn()));
        let may_promote = (pawns & Bitboard::rank(last_step)).any();
        let moves = if in_check || may_promote { position.legal_moves() } else { position.legal_captures() };
        let scene = in_check.then(|| self.scene(position, ply));
        for m in &moves {
            let mut weighed = if is_noisy(m) {
                let weighed = weigh_noisy(position, &self.memory.history, m);
                Weighed { weight: weighed.weight + 100_000, ..weighed }
            } else if let Some(scene) = &scene {
                Weighed { m, weight: self.memory.history.of_quiet(scene, m) }
            } else {
                continue;
            };
            if Some(m) == first {
                weighed.weight = i32::MAX;
            }
            self.pile.push(weighed);
        }
    }
}

#[inline]
fn take_best(moves: &mut [Weighed]) -> Move {
    let mut best = 0;
    for index in 1..moves.len() {
        if moves[index].weight > moves[best].weight {
            best = index;
        }
    }
    moves.swap(0, best);
    moves[0].m
}
