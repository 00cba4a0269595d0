//! The state of one search thread. Its stages are methods in files of their own: `root`, `node`, `qsearch`.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rules::cpu::Cpu;
use rules::{Move, Position};

use crate::eval::network::Network;
use crate::eval::{EVAL_LIMIT, Evaluator};
use crate::level::BlunderModel;
use crate::limits::SearchControl;
use crate::search::correction_history::{CorrectionHistory, CorrectionIndices};
use crate::search::history::{History, HistoryContext, PieceTo, attacked_by};
use crate::search::mate_search::MateSearch;
use crate::search::movepick::ScoredMove;
use crate::search::transposition::TranspositionTable;
use crate::search::value::{MATE_IN_MAX_PLY, MAX_PLY};
use crate::search_position::SearchPosition;

/// Data that a thread keeps from one search to the next.
pub(crate) struct ThreadData {
    pub(crate) history: History,
    pub(crate) correction_history: CorrectionHistory,
    pub(crate) evaluator: Evaluator,
    pub(crate) mate_search: MateSearch,
}

impl ThreadData {
    pub(crate) fn new(network: Option<Arc<Network>>) -> ThreadData {
        ThreadData {
            history: History::new(),
            correction_history: CorrectionHistory::new(),
            evaluator: Evaluator::new(network),
            mate_search: MateSearch::default(),
        }
    }

    /// Resets the histories.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.correction_history.clear();
    }
}

/// State shared by the threads of one search.
pub(crate) struct SharedState<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) control: &'a dyn SearchControl,
    /// Oversights and evaluation errors of a level; `None` at full strength.
    pub(crate) blunder_model: Option<&'a BlunderModel>,
    /// Looking for a mate within a number of moves: no pruning and no reductions, so that failure proves
    /// there is none.
    pub(crate) is_mate_search: bool,
    /// Tells all threads to stop.
    pub(crate) stop: AtomicBool,
    /// Nodes of all threads, updated every [`NODES_PER_CHECK`] nodes of a thread.
    pub(crate) nodes: AtomicU64,
}

/// Search stack entry: data of one ply of the current line.
#[derive(Clone, Copy, Default)]
pub(crate) struct StackEntry {
    /// Corrected static evaluation; `None` in check.
    pub(crate) static_eval: Option<i32>,
    /// Piece and target square of the move made at this ply; `None` for a null move.
    pub(crate) last_piece_to: Option<PieceTo>,
    /// Killer: the last quiet move that caused a beta cutoff at this ply.
    pub(crate) killer: Option<Move>,
    /// Move excluded by a singular extension search.
    pub(crate) excluded: Option<Move>,
    /// Double extensions on the way from the root to here.
    pub(crate) double_extensions: u8,
    /// Beta cutoffs at this ply since its parent was entered.
    pub(crate) cutoff_count: u8,
}

/// Stack entries before the root, so that looking back up to four plies needs no bounds check.
const STACK_OFFSET: usize = 4;

/// One search thread, compiled for the processor `C`.
pub(crate) struct Searcher<'a, C> {
    pub(crate) shared: &'a SharedState<'a>,
    pub(crate) thread_data: &'a mut ThreadData,
    pub(crate) root: Position,
    /// Repetition keys of the game since the last irreversible move, then of the current line.
    keys: Vec<u64>,
    /// Number of keys up to and including the root.
    root_key_count: usize,
    /// Index of the first key that may be repeated: the last null move separates it from the ones before.
    repetition_start: usize,
    stack: Vec<StackEntry>,
    /// Principal variation from each ply on (triangular PV table).
    pub(crate) pv_table: Vec<Vec<Move>>,
    pub(crate) move_stack: Vec<ScoredMove>,
    pub(crate) nodes: u64,
    published_nodes: u64,
    pub(crate) selective_depth: usize,
    /// Depth of the current iteration.
    pub(crate) root_depth: i32,
    /// The search was stopped; returned values are meaningless.
    pub(crate) is_stopped: bool,
    /// Limits checked by the main thread; `None` in helper threads.
    pub(crate) hard_limits: Option<HardLimits>,
    cpu: PhantomData<C>,
}

/// Limits that stop the search in the middle of an iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HardLimits {
    pub(crate) nodes: u64,
    pub(crate) time: Option<Duration>,
}

/// Nodes between two checks of the clock and the stop flag.
const NODES_PER_CHECK: u64 = 1024;

impl<'a, C: Cpu> Searcher<'a, C> {
    pub(crate) fn new(
        shared: &'a SharedState<'a>,
        thread_data: &'a mut ThreadData,
        search_position: &SearchPosition,
        bounds: Option<HardLimits>,
    ) -> Searcher<'a, C> {
        let mut keys = Vec::with_capacity(search_position.keys().len() + MAX_PLY + 2);
        keys.extend_from_slice(search_position.keys());
        Searcher {
            shared,
            thread_data,
            root: *search_position.position(),
            root_key_count: keys.len(),
            keys,
            repetition_start: 0,
            stack: vec![StackEntry::default(); STACK_OFFSET + MAX_PLY + 4],
            pv_table: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            move_stack: Vec::with_capacity(4096),
            nodes: 0,
            published_nodes: 0,
            selective_depth: 0,
            root_depth: 0,
            is_stopped: false,
            hard_limits: bounds,
            cpu: PhantomData,
        }
    }

    #[inline(always)]
    pub(crate) fn stack_at(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.stack[STACK_OFFSET + ply]
    }

    /// Context for the history scores of quiet moves at this ply.
    #[inline]
    pub(crate) fn history_context(&self, position: &Position, ply: usize) -> HistoryContext {
        let side = position.turn();
        let previous_moves = [1, 2, 4].map(|back| self.stack[STACK_OFFSET + ply - back].last_piece_to);
        HistoryContext { side, attacked: attacked_by::<C>(position, !side), previous_moves }
    }

    /// True if the last move was a null move.
    #[inline(always)]
    pub(crate) fn last_move_was_null(&self, ply: usize) -> bool {
        ply > 0 && self.stack[STACK_OFFSET + ply - 1].last_piece_to.is_none()
    }

    /// True if the static evaluation is better than at the side's previous turn.
    #[inline]
    pub(crate) fn is_improving(&self, ply: usize) -> bool {
        let at = STACK_OFFSET + ply;
        let Some(now) = self.stack[at].static_eval else { return false };
        let before = self.stack[at - 2].static_eval.or(self.stack[at - 4].static_eval);
        before.is_none_or(|before| now > before)
    }

    /// Counts a node; returns false if the search must stop.
    #[inline]
    pub(crate) fn enter_node(&mut self, ply: usize) -> bool {
        if self.is_stopped {
            return false;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            self.check_limits();
        }
        if self.hard_limits.is_some_and(|bounds| self.nodes >= bounds.nodes) {
            self.is_stopped = true;
        }
        !self.is_stopped
    }

    #[cold]
    fn check_limits(&mut self) {
        self.publish_nodes();
        if let Some(bounds) = self.hard_limits {
            let late =
                bounds.time.zip(self.shared.control.elapsed()).is_some_and(|(limit, now)| now >= limit);
            self.is_stopped |= late || self.shared.control.should_stop();
        }
        self.is_stopped |= self.shared.stop.load(Relaxed);
    }

    /// Adds this thread's new nodes to the shared counter; returns the total.
    pub(crate) fn publish_nodes(&mut self) -> u64 {
        let news = self.nodes - self.published_nodes;
        self.published_nodes = self.nodes;
        self.shared.nodes.fetch_add(news, Relaxed) + news
    }

    /// Makes a move; [`Searcher::unmake_move`] must follow.
    #[inline]
    pub(crate) fn make_move(&mut self, position: &Position, m: Move, ply: usize) -> Position {
        let next = position.play_unchecked(m);
        self.shared.tt.prefetch(next.hash());
        self.stack_at(ply).last_piece_to = Some(PieceTo::of(position.turn(), m));
        self.keys.push(next.repetition_key());
        next
    }

    #[inline]
    pub(crate) fn unmake_move(&mut self) {
        self.keys.pop();
    }

    /// Runs `search` after a null move.
    pub(crate) fn with_null_move<T>(
        &mut self,
        passed: &Position,
        ply: usize,
        search: impl FnOnce(&mut Searcher<'a, C>, &Position) -> T,
    ) -> T {
        self.shared.tt.prefetch(passed.hash());
        self.stack_at(ply).last_piece_to = None;
        let fence = std::mem::replace(&mut self.repetition_start, self.keys.len());
        self.keys.push(passed.hash());
        let found = search(self, passed);
        self.keys.pop();
        self.repetition_start = fence;
        found
    }

    /// True if the position occurred before: once within the search tree, or twice in all.
    #[inline]
    fn is_repetition(&self, position: &Position) -> bool {
        let last = self.keys.len() - 1;
        let back = usize::from(position.halfmoves()).min(last - self.repetition_start.min(last));
        let key = self.keys[last];
        let mut seen = false;
        for steps in (4..=back).step_by(2) {
            if self.keys[last - steps] == key {
                if last - steps >= self.root_key_count || seen {
                    return true;
                }
                seen = true;
            }
        }
        false
    }

    /// True if the position is drawn by repetition or by the fifty-move rule.
    #[inline]
    pub(crate) fn is_draw(&self, position: &Position) -> bool {
        self.is_repetition(position) || position.halfmoves() >= 100 && !position.is_checkmate()
    }

    /// Static evaluation, including the evaluation error of a level.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let value = self.thread_data.evaluator.evaluate::<C>(position, ply);
        match self.shared.blunder_model {
            None => value,
            Some(blunder_model) => {
                (value + blunder_model.eval_error(position)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
            }
        }
    }

    /// True if a level overlooks the move at this ply.
    #[inline]
    pub(crate) fn overlooks(&self, position: &Position, m: Move, ply: usize) -> bool {
        self.shared.blunder_model.is_some_and(|blunder_model| {
            let before = self.stack[STACK_OFFSET + ply - 1].last_piece_to.map(PieceTo::square);
            blunder_model.overlooks(position, m, ply, before)
        })
    }

    /// The evaluation adjusted by correction history.
    #[inline]
    pub(crate) fn corrected_eval(&self, raw: i32, position: &Position) -> i32 {
        let correction = self.thread_data.correction_history.get(CorrectionIndices::of(position));
        (raw + correction).clamp(-MATE_IN_MAX_PLY + 1, MATE_IN_MAX_PLY - 1)
    }

    /// Sets the principal variation of `ply` to `m` followed by that of the next ply.
    pub(crate) fn update_pv(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.pv_table.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&tail[0]);
    }
}
