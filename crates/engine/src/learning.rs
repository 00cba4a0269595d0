//! What a node teaches the nodes after it.

use rules::{Move, Position};

use crate::correction::Places;
use crate::history::{Scene, is_noisy};
use crate::pruning;
use crate::searcher::Searcher;
use crate::task::Task;
use crate::value::is_decisive;

/// The moves that were tried and did not refute; the first of each kind are enough to learn from.
#[derive(Default)]
pub(crate) struct Tried {
    quiet: [Option<Move>; 32],
    noisy: [Option<Move>; 16],
    quiets: usize,
    noisies: usize,
}

impl Tried {
    /// Adds a move.
    #[inline]
    pub(crate) fn note(&mut self, m: Move) {
        let (list, count) = if is_noisy(m) {
            (&mut self.noisy[..], &mut self.noisies)
        } else {
            (&mut self.quiet[..], &mut self.quiets)
        };
        if let Some(place) = list.get_mut(*count) {
            *place = Some(m);
            *count += 1;
        }
    }
}

impl Searcher<'_> {
    /// A move has refuted the one before: it and its like rise, those tried before it sink.
    pub(crate) fn learn(&mut self, scene: &Scene, m: Move, tried: &Tried, depth: i32, ply: usize) {
        let bonus = pruning::bonus(depth);
        let frame = self.frame(ply);
        frame.refutations = frame.refutations.saturating_add(1);
        if is_noisy(m) {
            self.memory.history.learn_capture(scene.side, m, bonus);
        } else {
            self.frame(ply).killer = Some(m);
            self.memory.history.learn_quiet(scene, m, bonus);
            for other in tried.quiet.into_iter().flatten() {
                self.memory.history.learn_quiet(scene, other, -bonus);
            }
        }
        for other in tried.noisy.into_iter().flatten() {
            self.memory.history.learn_capture(scene.side, other, -bonus);
        }
    }

    /// The search has found out more than the evaluation said, where the difference is not a matter of tactics.
    pub(crate) fn learn_error(&mut self, position: &Position, value: i32, best: Option<Move>, task: Task) {
        let Some(eval) = self.frame(task.ply).eval else { return };
        let tells = task.bound(value).betters(value, eval);
        if tells && !is_decisive(value) && !best.is_some_and(is_noisy) {
            self.memory.correction.learn(Places::of(position), value - eval, task.depth);
        }
    }
}
