//! One thread's search: what it carries from node to node. The stages are in files of their own: `root`, `node`,
//! `quiescence`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rules::{Move, Position};

use crate::correction::{Correction, Places};
use crate::eval::{Evaluator, LIMIT};
use crate::history::{Context, History, Scene, attacked_by};
use crate::level::Mind;
use crate::limits::Watch;
use crate::ordering::Weighed;
use crate::situation::Situation;
use crate::table::Table;
use crate::value::{DECISIVE, MAX_PLY};

/// What a thread remembers from one search to the next.
pub(crate) struct Memory {
    pub(crate) history: History,
    pub(crate) correction: Correction,
    pub(crate) evaluator: Evaluator,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory { history: History::new(), correction: Correction::new(), evaluator: Evaluator::new() }
    }

    /// Forgets what was learned.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.correction.clear();
    }
}

/// What the threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) watch: &'a dyn Watch,
    /// Whoever thinks, if it is somebody who overlooks and misjudges.
    pub(crate) mind: Option<&'a Mind>,
    /// Nothing is left out and nothing looked at less deeply: a mate is to be found or ruled out.
    pub(crate) is_thorough: bool,
    /// Everybody stops.
    pub(crate) halt: AtomicBool,
    /// Positions looked at by all threads, brought up to date now and then.
    pub(crate) nodes: AtomicU64,
}

/// What is known about one ply of the current line.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// The corrected evaluation, where the side to move is not in check.
    pub(crate) eval: Option<i32>,
    /// The move that was made here; `None` for a null move.
    pub(crate) context: Option<Context>,
    /// A quiet move that refuted the last try here.
    pub(crate) killer: Option<Move>,
    /// A move that is left out, to see what the others are worth.
    pub(crate) excluded: Option<Move>,
    /// How often the line was extended twice.
    pub(crate) doublings: u8,
    /// How many children refuted their parent.
    pub(crate) refutations: u8,
}

/// Plies before the root that frames are kept for, so that nobody asks whether there are any.
const BEFORE: usize = 4;

pub(crate) struct Searcher<'a> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) memory: &'a mut Memory,
    pub(crate) root: Position,
    /// Keys of the positions before and along the current line.
    keys: Vec<u64>,
    /// How many of them came before the search and at its root.
    game: usize,
    /// Positions before this one cannot come again: a null move lies between.
    fence: usize,
    frames: Vec<Frame>,
    /// The best line found from each ply on.
    pub(crate) lines: Vec<Vec<Move>>,
    pub(crate) pile: Vec<Weighed>,
    pub(crate) nodes: u64,
    told: u64,
    pub(crate) selective_depth: usize,
    /// The depth of the current round.
    pub(crate) round: i32,
    /// The search is over; values mean nothing any more.
    pub(crate) is_halted: bool,
    /// This thread alone looks at clock and limits.
    pub(crate) bounds: Option<Bounds>,
}

/// When the first thread has to stop, whatever it is doing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) nodes: u64,
    pub(crate) time: Option<Duration>,
}

/// How many positions pass between two looks at the clock.
const PATIENCE: u64 = 1024;

impl<'a> Searcher<'a> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        situation: &Situation,
        bounds: Option<Bounds>,
    ) -> Searcher<'a> {
        let mut keys = Vec::with_capacity(situation.keys().len() + MAX_PLY + 2);
        keys.extend_from_slice(situation.keys());
        Searcher {
            shared,
            memory,
            root: *situation.position(),
            game: keys.len(),
            keys,
            fence: 0,
            frames: vec![Frame::default(); BEFORE + MAX_PLY + 4],
            lines: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            pile: Vec::with_capacity(4096),
            nodes: 0,
            told: 0,
            selective_depth: 0,
            round: 0,
            is_halted: false,
            bounds,
        }
    }

    #[inline(always)]
    pub(crate) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[BEFORE + ply]
    }

    /// What quiet moves at this ply are judged by.
    #[inline]
    pub(crate) fn scene(&self, position: &Position, ply: usize) -> Scene {
        let side = position.turn();
        let before = [1, 2, 4].map(|back| self.frames[BEFORE + ply - back].context);
        Scene { side, attacked: attacked_by(position, !side), before }
    }

    /// Whether the last move was a null move.
    #[inline(always)]
    pub(crate) fn has_just_passed(&self, ply: usize) -> bool {
        ply > 0 && self.frames[BEFORE + ply - 1].context.is_none()
    }

    /// Whether the side to move stands better than at its last turn.
    #[inline]
    pub(crate) fn is_improving(&self, ply: usize) -> bool {
        let at = BEFORE + ply;
        let Some(now) = self.frames[at].eval else { return false };
        let before = self.frames[at - 2].eval.or(self.frames[at - 4].eval);
        before.is_none_or(|before| now > before)
    }

    /// Enters a node: counts it and says whether to go on.
    #[inline]
    pub(crate) fn enters(&mut self, ply: usize) -> bool {
        if self.is_halted {
            return false;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes.is_multiple_of(PATIENCE) {
            self.look_up_from_work();
        }
        if self.bounds.is_some_and(|bounds| self.nodes >= bounds.nodes) {
            self.is_halted = true;
        }
        !self.is_halted
    }

    #[cold]
    fn look_up_from_work(&mut self) {
        self.tell_nodes();
        if let Some(bounds) = self.bounds {
            let late = bounds.time.zip(self.shared.watch.elapsed()).is_some_and(|(limit, now)| now >= limit);
            self.is_halted |= late || self.shared.watch.should_stop();
        }
        self.is_halted |= self.shared.halt.load(Relaxed);
    }

    /// Adds what was counted here to what all have counted.
    pub(crate) fn tell_nodes(&mut self) -> u64 {
        let news = self.nodes - self.told;
        self.told = self.nodes;
        self.shared.nodes.fetch_add(news, Relaxed) + news
    }

    /// Plays a move; [`Searcher::take_back`] must follow.
    #[inline]
    pub(crate) fn make(&mut self, position: &Position, m: Move, ply: usize) -> Position {
        let next = position.play_unchecked(m);
        self.shared.table.prefetch(next.hash());
        self.frame(ply).context = Some(Context::of(position.turn(), m));
        self.keys.push(next.repetition_key());
        next
    }

    #[inline]
    pub(crate) fn take_back(&mut self) {
        self.keys.pop();
    }

    /// Lets the other side move twice and asks what comes of it.
    pub(crate) fn pass<T>(
        &mut self,
        passed: &Position,
        ply: usize,
        search: impl FnOnce(&mut Searcher<'a>, &Position) -> T,
    ) -> T {
        self.shared.table.prefetch(passed.hash());
        self.frame(ply).context = None;
        let fence = std::mem::replace(&mut self.fence, self.keys.len());
        self.keys.push(passed.hash());
        let found = search(self, passed);
        self.keys.pop();
        self.fence = fence;
        found
    }

    /// Whether the position has been there before: once on the line from the root, or twice at all.
    #[inline]
    fn is_repeated(&self, position: &Position) -> bool {
        let last = self.keys.len() - 1;
        let back = usize::from(position.halfmoves()).min(last - self.fence.min(last));
        let key = self.keys[last];
        let mut seen = false;
        for steps in (4..=back).step_by(2) {
            if self.keys[last - steps] == key {
                if last - steps >= self.game || seen {
                    return true;
                }
                seen = true;
            }
        }
        false
    }

    /// Whether the game would be drawn here: by repetition or by the fiftieth move.
    #[inline]
    pub(crate) fn is_drawn(&self, position: &Position) -> bool {
        self.is_repeated(position) || position.halfmoves() >= 100 && !position.is_checkmate()
    }

    /// What a position is worth at first sight, to whoever thinks.
    #[inline]
    pub(crate) fn judge(&mut self, position: &Position) -> i32 {
        let value = self.memory.evaluator.evaluate(position);
        match self.shared.mind {
            None => value,
            Some(mind) => (value + mind.error(position)).clamp(-LIMIT, LIMIT),
        }
    }

    /// Whether a move at some ply is not thought of.
    #[inline]
    pub(crate) fn overlooks(&self, position: &Position, m: Move, ply: usize) -> bool {
        self.shared.mind.is_some_and(|mind| {
            let before = self.frames[BEFORE + ply - 1].context.map(Context::square);
            mind.overlooks(position, m, ply, before)
        })
    }

    /// The evaluation with what was learned about its errors.
    #[inline]
    pub(crate) fn corrected(&self, raw: i32, position: &Position) -> i32 {
        let correction = self.memory.correction.at(Places::of(position));
        (raw + correction).clamp(-DECISIVE + 1, DECISIVE - 1)
    }

    /// A move is the best so far at this ply: it leads the line found one ply on.
    pub(crate) fn lead(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&tail[0]);
    }
}
