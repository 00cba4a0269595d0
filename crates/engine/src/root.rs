//! The root: round after round a ply deeper, each beginning with a narrow window around the last value.

use rules::{Move, Position};

use crate::Score;
use crate::history::is_noisy;
use crate::limits::Limits;
use crate::pruning::ASPIRATION;
use crate::reductions;
use crate::report::{Bound, Line, Report, Verdict};
use crate::searcher::{Frame, Searcher};
use crate::table::{Entry, Packed};
use crate::task::{Hope, Task};
use crate::time::{Budget, Calm};
use crate::value::{DRAW, INFINITE, MATE, MAX_PLY, is_decisive, mated};

/// A move at the root with what is known about it.
#[derive(Clone, Debug)]
struct Candidate {
    m: Move,
    /// Its value in this round; `None` if it was not reached or proved no better than another.
    value: Option<i32>,
    /// Its last known value.
    before: i32,
    line: Vec<Move>,
    nodes: u64,
    selective_depth: usize,
}

/// Bounds are worth telling once rounds take as long as this many nodes.
const TALKATIVE: u64 = 3_000_000;

/// What the rounds go by.
pub(crate) struct Plan<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) budget: Budget,
}

impl Searcher<'_> {
    /// Searches deeper and deeper until a limit is reached.
    pub(crate) fn deepen(&mut self, plan: &Plan<'_>, report: &mut dyn FnMut(Report)) -> Verdict {
        let mut candidates = self.candidates(&plan.limits.only);
        if candidates.is_empty() {
            let value = if self.root.is_check() { mated(0) } else { DRAW };
            let score = Score::of(value);
            return Verdict { best: None, ponder: None, score, line: Vec::new(), depth: 0, nodes: 0 };
        }
        let last = plan.limits.depth.map_or(MAX_PLY as i32 - 1, i32::from).clamp(1, MAX_PLY as i32 - 1);
        let wanted = plan.limits.lines.get().min(candidates.len());
        let mut completed = 0;
        let mut calm = Calm { rounds: 0, share: 0, fall: 0 };
        let first = i32::from(plan.limits.begin).clamp(1, last);
        for depth in first..=last {
            self.round = depth;
            let favourite = candidates[0].m;
            let value_before = candidates[0].before;
            for candidate in &mut candidates {
                candidate.value = None;
            }
            for rank in 0..wanted {
                self.aspire(&mut candidates, rank, report);
                if self.is_halted {
                    break;
                }
            }
            // A line that was looked at later may turn out to be the better one.
            sort(&mut candidates[..wanted]);
            if self.is_halted {
                break;
            }
            for rank in 0..wanted {
                self.tell(&candidates, rank, Bound::Exact, report);
            }
            completed = depth;
            calm.rounds = if candidates[0].m == favourite { calm.rounds + 1 } else { 0 };
            calm.share = (candidates[0].nodes * 100 / self.nodes.max(1)) as u32;
            calm.fall = if depth > 1 { value_before - candidates[0].before } else { 0 };
            if self.has_had_enough(plan, &candidates, calm, depth) {
                break;
            }
        }
        let nodes = self.tell_nodes();
        let best = &candidates[0];
        Verdict {
            best: Some(best.m),
            ponder: best.line.get(1).copied(),
            score: Score::of(best.before),
            line: best.line.clone(),
            depth: completed as u8,
            nodes,
        }
    }

    fn candidates(&self, only: &[Move]) -> Vec<Candidate> {
        let moves = self.root.legal_moves();
        let wanted = moves.iter().copied().filter(|m| only.is_empty() || only.contains(m));
        let candidate =
            |m| Candidate { m, value: None, before: DRAW, line: vec![m], nodes: 0, selective_depth: 0 };
        let mut candidates: Vec<Candidate> = wanted.map(candidate).collect();
        let known =
            self.shared.table.look_up(self.root.hash()).and_then(|entry| entry.best.resolve(&self.root));
        candidates.sort_by_key(|candidate| (Some(candidate.m) != known, !is_noisy(candidate.m)));
        candidates
    }

    /// Between two rounds: is the mate found that was asked for, is the time up, is there nothing to choose?
    fn has_had_enough(&self, plan: &Plan<'_>, candidates: &[Candidate], calm: Calm, depth: i32) -> bool {
        let value = candidates[0].before;
        let is_answered = plan.limits.mate.is_some_and(|moves| {
            // So deep all moves have been tried: there is none, if it was not found.
            let plies = i32::try_from(moves).unwrap_or(i32::MAX).saturating_mul(2);
            value >= MATE - plies || depth >= plies
        });
        let on_the_clock = plan.budget.soft.is_some();
        let elapsed = self.shared.watch.elapsed();
        let is_forced = candidates.len() == 1 && depth >= 4 && on_the_clock && elapsed.is_some();
        let is_settled =
            is_decisive(value) && on_the_clock && elapsed.is_some() && depth >= 2 * (MATE - value.abs());
        is_answered || is_forced || is_settled || plan.budget.is_spent(elapsed, calm)
    }

    /// Finds the best of the candidates from `rank` on, with a window that is opened where the value falls outside.
    fn aspire(&mut self, candidates: &mut [Candidate], rank: usize, report: &mut dyn FnMut(Report)) {
        self.selective_depth = 0;
        let expected = candidates[rank].before;
        let (mut alpha, mut beta, mut width) = (-INFINITE, INFINITE, ASPIRATION);
        // Outside a window rounds are cut short, and nothing would be ruled out.
        if self.round >= 5 && !is_decisive(expected) && !self.shared.is_thorough {
            (alpha, beta) = (expected - width, expected + width);
        }
        let mut depth = self.round;
        loop {
            let value = self.try_candidates(&mut candidates[rank..], alpha, beta, depth, report);
            sort(&mut candidates[rank..]);
            if self.is_halted {
                return;
            }
            let bound = Task { alpha, beta, depth, ply: 0, hope: Hope::All }.bound(value);
            if bound != Bound::Exact && rank == 0 && self.nodes > TALKATIVE {
                self.tell(candidates, rank, bound, report);
            }
            match bound {
                Bound::Exact => return,
                Bound::Upper => {
                    beta = (alpha + beta) / 2;
                    alpha = (value - width).max(-INFINITE);
                    depth = self.round;
                }
                Bound::Lower => {
                    beta = (value + width).min(INFINITE);
                    depth = (depth - 1).max(self.round - 3).max(1);
                }
            }
            width += width * 2 / 3;
            if width > 700 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn tell(&mut self, candidates: &[Candidate], rank: usize, bound: Bound, report: &mut dyn FnMut(Report)) {
        let candidate = &candidates[rank];
        report(Report::Line(Line {
            rank: rank + 1,
            depth: self.round as u8,
            selective_depth: candidate.selective_depth.max(1) as u8,
            score: Score::of(candidate.before),
            bound,
            nodes: self.tell_nodes(),
            fullness: self.shared.table.fullness(),
            moves: candidate.line.clone(),
        }));
    }

    /// Tries the candidates in order within a window.
    fn try_candidates(
        &mut self,
        candidates: &mut [Candidate],
        mut alpha: i32,
        beta: i32,
        depth: i32,
        report: &mut dyn FnMut(Report),
    ) -> i32 {
        let root = self.root;
        let task = Task { alpha, beta, depth, ply: 0, hope: Hope::All };
        let mut best = -INFINITE;
        let mut best_move = None;
        *self.frame(1) = Frame::default();
        self.frame(0).eval = (!root.is_check()).then(|| {
            let raw = self.judge(&root);
            self.corrected(raw, &root)
        });
        for candidate in candidates.iter_mut() {
            candidate.value = None;
        }
        for (index, candidate) in candidates.iter_mut().enumerate() {
            let m = candidate.m;
            let number = index + 1;
            report(Report::Trying { depth: self.round as u8, m, number });
            let nodes_before = self.nodes;
            let child = self.make(&root, m, 0);
            let value = self.try_candidate(&child, m, number, Task { alpha, ..task });
            self.take_back();
            if self.is_halted {
                return best;
            }
            candidate.nodes += self.nodes - nodes_before;
            if number == 1 || value > alpha {
                self.lead(0, m);
                candidate.line.clone_from(&self.lines[0]);
                candidate.value = Some(value);
                candidate.before = value;
                candidate.selective_depth = self.selective_depth;
            }
            best = best.max(value);
            if value > alpha {
                best_move = Some(m);
                alpha = value;
                if value >= beta {
                    break;
                }
            }
        }
        let bound = task.bound(best);
        let entry =
            Entry { best: Packed::new(best_move), value: best, eval: None, depth, bound, is_pv: true };
        self.shared.table.store(root.hash(), entry);
        best
    }

    /// The value of a candidate that has been made.
    fn try_candidate(&mut self, child: &Position, m: Move, number: usize, task: Task) -> i32 {
        let Task { alpha, beta, depth, .. } = task;
        let full = depth - 1;
        let mut value = -INFINITE;
        if number > 1 {
            let mut reduced = full;
            if depth >= 3 && number > 3 && !child.is_check() && !self.shared.is_thorough {
                let reduction = match is_noisy(m) {
                    true => reductions::noisy(depth, number),
                    false => reductions::quiet(depth, number),
                };
                reduced = (full - (reductions::plies(reduction) - 1).max(0)).clamp(1, full);
            }
            value = -self.node::<false>(child, task.scout(alpha, reduced, Hope::Cut));
            if value > alpha && reduced < full {
                value = -self.node::<false>(child, task.scout(alpha, full, Hope::Cut));
            }
        }
        if number == 1 || value > alpha {
            let open = Task { alpha: -beta, beta: -alpha, depth: full, ply: 1, hope: Hope::All };
            value = -self.node::<true>(child, open);
        }
        value
    }
}

/// The best first; those without a value keep their order behind the others.
fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by_key(|candidate| -candidate.value.unwrap_or(-INFINITE));
}
