//! Staged move picker: table move, good captures by MVV and capture history, quiet moves by history, bad
//! captures. Moves are generated only if the table move caused no cutoff, and quiet moves scored only when
//! their stage is reached.

use rules::cpu::Cpu;
use rules::{Move, Position, Role};

use crate::search::check_squares::CheckSquares;
use crate::search::history::{History, HistoryContext, is_noisy};
use crate::search::see::{self, piece_value};

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove {
    pub(crate) m: Move,
    pub(crate) score: i32,
}

/// Data that move ordering depends on.
pub(crate) struct OrderingContext<'a> {
    pub(crate) position: &'a Position,
    pub(crate) history: &'a History,
    pub(crate) history_context: &'a HistoryContext,
    pub(crate) killer: Option<Move>,
    /// Checking squares, if quiet checks are exempt from skipping.
    pub(crate) check_squares: Option<CheckSquares>,
}

/// Picks the moves of one node. They lie on a stack shared by all nodes of the line, of which each node uses
/// the top.
#[derive(Debug)]
pub(crate) struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    /// Index of this node's first move on the stack.
    start: usize,
    /// Bad captures are collected from `start` up to here.
    bad_noisy_end: usize,
    /// End of the noisy moves and start of the quiet ones.
    quiets_start: usize,
    /// Next move to consider.
    cursor: usize,
    end: usize,
    skips_quiets: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TtMove,
    Generate,
    GoodNoisy,
    ScoreQuiets,
    Quiets,
    BadNoisy,
}

impl MovePicker {
    /// All legal moves, the table move first.
    pub(crate) fn new(move_stack: &[ScoredMove], first: Option<Move>) -> MovePicker {
        let start = move_stack.len();
        MovePicker {
            stage: if first.is_some() { Stage::TtMove } else { Stage::Generate },
            tt_move: first,
            start,
            bad_noisy_end: start,
            quiets_start: start,
            cursor: start,
            end: start,
            skips_quiets: false,
        }
    }

    /// Skips all remaining quiet moves, except checks where the ordering context has checking squares.
    pub(crate) fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Removes this node's moves from the stack.
    pub(crate) fn clear(&self, move_stack: &mut Vec<ScoredMove>) {
        move_stack.truncate(self.start);
    }

    /// The next move.
    pub(crate) fn next<C: Cpu>(
        &mut self,
        move_stack: &mut Vec<ScoredMove>,
        ordering: &OrderingContext<'_>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::Generate;
                    return self.tt_move;
                }
                Stage::Generate => {
                    self.generate::<C>(move_stack, ordering);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if self.cursor == self.quiets_start {
                        self.stage = Stage::ScoreQuiets;
                        continue;
                    }
                    let m = self.pick_best(move_stack, self.quiets_start);
                    if see::see_ge::<C>(ordering.position, m, 0) {
                        return Some(m);
                    }
                    move_stack.swap(self.bad_noisy_end, self.cursor - 1);
                    self.bad_noisy_end += 1;
                }
                Stage::ScoreQuiets => {
                    if !self.skips_quiets {
                        score_quiets(&mut move_stack[self.quiets_start..self.end], ordering);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if self.skips_quiets
                        && let Some(m) = self.next_quiet_check::<C>(move_stack, ordering)
                    {
                        return Some(m);
                    }
                    if self.skips_quiets || self.cursor == self.end {
                        self.cursor = self.start;
                        self.stage = Stage::BadNoisy;
                        continue;
                    }
                    return Some(self.pick_best(move_stack, self.end));
                }
                Stage::BadNoisy => {
                    if self.cursor == self.bad_noisy_end {
                        return None;
                    }
                    self.cursor += 1;
                    return Some(move_stack[self.cursor - 1].m);
                }
            }
        }
    }

    fn generate<C: Cpu>(&mut self, move_stack: &mut Vec<ScoredMove>, ordering: &OrderingContext<'_>) {
        let moves = ordering.position.legal_moves_on::<C>();
        let rest = moves.iter().copied().filter(|&m| Some(m) != self.tt_move);
        move_stack.extend(
            rest.clone()
                .filter(|&m| is_noisy(m))
                .map(|m| score_noisy(ordering.position, ordering.history, m)),
        );
        self.quiets_start = move_stack.len();
        move_stack.extend(rest.filter(|&m| !is_noisy(m)).map(|m| ScoredMove { m, score: 0 }));
        self.end = move_stack.len();
    }

    /// The next quiet move that gives check, in no particular order.
    fn next_quiet_check<C: Cpu>(
        &mut self,
        move_stack: &[ScoredMove],
        ordering: &OrderingContext<'_>,
    ) -> Option<Move> {
        let squares = ordering.check_squares.as_ref()?;
        while self.cursor < self.end {
            let m = move_stack[self.cursor].m;
            self.cursor += 1;
            if squares.gives_check::<C>(ordering.position, m) {
                return Some(m);
            }
        }
        None
    }

    /// Selection sort step: moves the best of the moves from `cursor` to `end` to the front and returns it.
    #[inline]
    fn pick_best(&mut self, move_stack: &mut [ScoredMove], end: usize) -> Move {
        let mut best = self.cursor;
        for index in self.cursor + 1..end {
            if move_stack[index].score > move_stack[best].score {
                best = index;
            }
        }
        move_stack.swap(self.cursor, best);
        self.cursor += 1;
        move_stack[self.cursor - 1].m
    }
}

/// Most valuable victim first (MVV); capture history decides between near equals.
#[inline]
pub(crate) fn score_noisy(position: &Position, history: &History, m: Move) -> ScoredMove {
    let victim = m.capture().map_or(0, piece_value) + m.promotion().map_or(0, piece_value);
    ScoredMove { m, score: 16 * victim + history.capture_score(position.turn(), m) }
}

#[inline]
fn score_quiets(moves: &mut [ScoredMove], ordering: &OrderingContext<'_>) {
    for scored in moves {
        let m = scored.m;
        scored.score = ordering.history.quiet_score(ordering.history_context, m);
        if Some(m) == ordering.killer {
            scored.score += 35_000;
        }
        if matches!(m.promotion(), Some(Role::Knight | Role::Bishop | Role::Rook)) {
            scored.score -= 40_000;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::cpu::Baseline;
    use rules::{Bitboard, Color};

    #[test]
    fn every_legal_move_is_picked_once() {
        let history = History::new();
        let context =
            HistoryContext { side: Color::White, attacked: Bitboard::EMPTY, previous_moves: [None; 3] };
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let legal = position.legal_moves();
            for first in std::iter::once(None).chain(legal.iter().copied().map(Some)) {
                let ordering = OrderingContext {
                    position: &position,
                    history: &history,
                    history_context: &context,
                    killer: first,
                    check_squares: None,
                };
                let mut move_stack = vec![ScoredMove { m: legal[0], score: 7 }];
                let mut picker = MovePicker::new(&move_stack, first);
                let mut found = Vec::new();
                while let Some(m) = picker.next::<Baseline>(&mut move_stack, &ordering) {
                    found.push(m);
                }
                picker.clear(&mut move_stack);
                assert_eq!(move_stack.len(), 1);
                assert!(first.is_none_or(|first| found[0] == first));
                let mut expected = legal.to_vec();
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{fen} {first:?}");
            }
        }
    }
}
