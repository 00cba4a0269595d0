//! A node inside the tree: principal variation search with everything that spares work.

use rules::{Move, Position};

use crate::history::{Scene, is_noisy};
use crate::learning::Tried;
use crate::ordering::{Known, Picker};
use crate::pruning;
use crate::reductions;
use crate::searcher::Searcher;
use crate::see;
use crate::table::{Entry, Packed};
use crate::task::{Hope, Prospect, Task};
use crate::value::{DECISIVE, DRAW, INFINITE, MATE, MAX_PLY, from_table, is_decisive, mated, to_table};

/// A move about to be tried.
struct Attempt {
    m: Move,
    /// Which one it is, from 1.
    number: usize,
    is_quiet: bool,
    history: i32,
    /// How much less deep it is looked at for coming late, in parts of a ply.
    reduction: i32,
}

impl Searcher<'_> {
    /// The value of a position, searched to a depth: exact between alpha and beta, a bound outside.
    pub(crate) fn node<const PV: bool>(&mut self, position: &Position, mut task: Task) -> i32 {
        let Task { depth, ply, .. } = task;
        if depth <= 0 {
            return self.settle::<PV>(position, task.alpha, task.beta, ply);
        }
        if PV {
            self.lines[ply].clear();
        }
        if !self.enters(ply) || self.is_drawn(position) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return if position.is_check() { DRAW } else { self.judge(position) };
        }
        // Where a shorter mate is known nothing here can matter.
        task.alpha = task.alpha.max(mated(ply));
        task.beta = task.beta.min(MATE - ply as i32 - 1);
        if task.alpha >= task.beta {
            return task.alpha;
        }

        let prospect = match self.look_ahead::<PV>(position, task) {
            Ok(prospect) => prospect,
            Err(known) => return known,
        };
        self.frame(ply + 1).refutations = 0;
        self.frame(ply + 2).killer = None;
        if !PV
            && !self.shared.is_thorough
            && self.frame(ply).excluded.is_none()
            && let Some(value) = self.cut_early(position, &prospect, task)
        {
            return value;
        }
        if prospect.hash_move.is_none()
            && !self.shared.is_thorough
            && depth >= pruning::WITHOUT_HASH_MOVE
            && (PV || task.hope == Hope::Cut)
        {
            task.depth -= 1;
        }
        self.try_moves::<PV>(position, &prospect, task)
    }

    /// Asks the table and the evaluation. The error is a value that needs no search.
    fn look_ahead<const PV: bool>(&mut self, position: &Position, task: Task) -> Result<Prospect, i32> {
        let Task { alpha, beta, depth, ply, .. } = task;
        let in_check = position.is_check();
        if self.frame(ply).excluded.is_some() {
            // The same position has been asked about a moment ago.
            let eval = self.frame(ply).eval;
            let improving = self.is_improving(ply);
            let (entry, hash_move) = (None, None);
            return Ok(Prospect { in_check, entry, hash_move, raw: eval, eval, improving, was_pv: PV });
        }
        let entry = self.shared.table.look_up(position.hash());
        if let Some(entry) = entry
            && !PV
            && entry.depth >= depth
            && position.halfmoves() < 90
        {
            let value = from_table(entry.value, ply);
            let is_trusted = !self.shared.is_thorough || is_decisive(value);
            if is_trusted && entry.bound.settles(value, alpha, beta) {
                return Err(value);
            }
        }
        let raw =
            (!in_check).then(|| entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.judge(position)));
        let mut eval = raw.map(|raw| self.corrected(raw, position));
        self.frame(ply).eval = eval;
        if let (Some(entry), Some(guess)) = (entry, eval) {
            let value = from_table(entry.value, ply);
            if entry.bound.betters(value, guess) && !is_decisive(value) {
                eval = Some(value);
            }
        }
        Ok(Prospect {
            in_check,
            entry,
            hash_move: entry.and_then(|entry| entry.best.resolve(position)),
            raw,
            eval,
            improving: self.is_improving(ply),
            was_pv: PV || entry.is_some_and(|entry| entry.is_pv),
        })
    }

    /// Tries the moves one by one.
    fn try_moves<const PV: bool>(&mut self, position: &Position, prospect: &Prospect, task: Task) -> i32 {
        let Task { beta, depth, ply, .. } = task;
        let excluded = self.frame(ply).excluded;
        let killer = self.frame(ply).killer;
        let scene = self.scene(position, ply);
        let mut alpha = task.alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut overlooked = false;
        let mut tried = Tried::default();
        let mut picker = Picker::new(&self.pile, prospect.hash_move);
        loop {
            let known = Known { position, history: &self.memory.history, scene: &scene, killer };
            let Some(m) = picker.next(&mut self.pile, &known) else { break };
            if Some(m) == excluded {
                continue;
            }
            if !prospect.in_check && self.overlooks(position, m, ply) {
                overlooked = true;
                continue;
            }
            number += 1;
            let attempt = self.attempt(&scene, m, number, depth);
            if best > -DECISIVE
                && !self.shared.is_thorough
                && self.is_pruned(position, prospect, Task { alpha, ..task }, &attempt, &mut picker)
            {
                continue;
            }
            let mut extension = 0;
            if Some(m) == prospect.hash_move && excluded.is_none() && !self.shared.is_thorough {
                match self.singularity::<PV>(position, prospect, m, task) {
                    Ok(plies) => extension = plies,
                    Err(value) => {
                        picker.clear(&mut self.pile);
                        return value;
                    }
                }
            }
            self.frame(ply + 1).doublings = self.frame(ply).doublings + u8::from(extension >= 2);

            let child = self.make(position, m, ply);
            let full = depth - 1 + extension;
            let value = self.try_move::<PV>(&child, prospect, Task { alpha, ..task }, &attempt, full, best);
            self.take_back();
            if self.is_halted {
                picker.clear(&mut self.pile);
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    if PV {
                        self.lead(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
            tried.note(m);
        }
        picker.clear(&mut self.pile);

        if number == 0 {
            return match (excluded, prospect.in_check) {
                // The excluded move was the only one.
                (Some(_), _) => alpha,
                // There are moves, but none was thought of.
                (None, _) if overlooked => prospect.eval.unwrap_or(DRAW),
                (None, true) => mated(ply),
                (None, false) => DRAW,
            };
        }
        if best >= beta
            && let Some(m) = best_move
        {
            self.learn(&scene, m, &tried, depth + i32::from(best > beta + 60), ply);
        }
        if excluded.is_none() {
            self.remember(position, prospect, best, best_move, task);
            self.learn_error(position, best, best_move, task);
        }
        best
    }

    fn attempt(&self, scene: &Scene, m: Move, number: usize, depth: i32) -> Attempt {
        let is_quiet = !is_noisy(m);
        let (history, reduction) = if is_quiet {
            (self.memory.history.of_quiet(scene, m), reductions::quiet(depth, number))
        } else {
            (self.memory.history.of_capture(scene.side, m), reductions::noisy(depth, number))
        };
        Attempt { m, number, is_quiet, history, reduction }
    }

    /// Whether a move is not worth trying. May find that no quiet move is.
    fn is_pruned(
        &mut self,
        position: &Position,
        prospect: &Prospect,
        task: Task,
        attempt: &Attempt,
        picker: &mut Picker,
    ) -> bool {
        let depth = task.depth;
        if !attempt.is_quiet {
            let loss = pruning::capture_loss(depth);
            return depth <= 7 && !see::gains_at_least(position, attempt.m, loss);
        }
        if attempt.number > pruning::quiet_limit(depth, prospect.improving) {
            picker.skip_quiet();
        }
        let reduced = (depth - reductions::plies(attempt.reduction)).max(1);
        if self.frame(task.ply).eval.is_some_and(|eval| pruning::is_futile(eval, task.alpha, reduced)) {
            picker.skip_quiet();
            return true;
        }
        pruning::is_notorious(attempt.history, depth)
            || !see::gains_at_least(position, attempt.m, pruning::quiet_loss(reduced))
    }

    /// The value of a move that has been made, looked at less deeply if it comes late and does not surprise.
    fn try_move<const PV: bool>(
        &mut self,
        child: &Position,
        prospect: &Prospect,
        task: Task,
        attempt: &Attempt,
        full: i32,
        best: i32,
    ) -> i32 {
        let Task { alpha, beta, depth, ply, hope } = task;
        let mut value = -INFINITE;
        if depth >= 2 && attempt.number > 1 + usize::from(PV) && !self.shared.is_thorough {
            let signs = reductions::Signs {
                is_quiet: attempt.is_quiet,
                history: attempt.history,
                is_cut: !PV && hope == Hope::Cut,
                was_pv: prospect.was_pv,
                improving: prospect.improving,
                is_killer: Some(attempt.m) == self.frame(ply).killer,
                gives_check: child.is_check(),
                is_refuted_often: self.frame(ply + 1).refutations > 3,
                hash_move_is_noisy: prospect.hash_move.is_some_and(is_noisy),
            };
            let less = reductions::plies(attempt.reduction + signs.adjustment());
            let reduced = (full - less).clamp(1, full.max(1));
            value = -self.node::<false>(child, task.scout(alpha, reduced, Hope::Cut));
            if value > alpha && reduced < full {
                let again = full + pruning::second_look(value, best);
                if again > reduced {
                    value = -self.node::<false>(child, task.scout(alpha, again, hope.of_child()));
                }
            }
        } else if !PV || attempt.number > 1 {
            value = -self.node::<false>(child, task.scout(alpha, full, hope.of_child()));
        }
        if PV && (attempt.number == 1 || value > alpha) {
            let open = Task { alpha: -beta, beta: -alpha, depth: full, ply: ply + 1, hope: Hope::All };
            value = -self.node::<true>(child, open);
        }
        value
    }

    /// Puts what was found out into the table.
    pub(crate) fn remember(
        &self,
        position: &Position,
        prospect: &Prospect,
        value: i32,
        best: Option<Move>,
        task: Task,
    ) {
        let entry = Entry {
            best: Packed::new(best),
            value: to_table(value, task.ply),
            eval: prospect.raw,
            depth: task.depth,
            bound: task.bound(value),
            is_pv: prospect.was_pv,
        };
        self.shared.table.store(position.hash(), entry);
    }
}
