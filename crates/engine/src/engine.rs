//! The engine: a table, what its threads remember, and one thing to ask for.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64};

use rules::Move;

use crate::info::{SearchInfo, SearchResult};
use crate::level::{BlunderModel, LevelSearchResult, Skill};
use crate::limits::{Limits, SearchControl};
use crate::search_position::SearchPosition;
use crate::searcher::{Searcher, SharedState, ThreadData};
use crate::transposition::TranspositionTable;
use crate::{Score, lazy_smp};

/// What an engine may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table in mebibytes; the greatest power of two that fits is used.
    pub hash: usize,
    /// How many threads search.
    pub threads: NonZeroUsize,
}

impl Default for Options {
    fn default() -> Options {
        Options { hash: 16, threads: NonZeroUsize::MIN }
    }
}

/// A player that remembers what it has seen. Several can live side by side.
///
/// ```
/// use engine::{Engine, Limits, Options, Score, Situation, Untimed};
/// use rules::Position;
/// let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
/// let back_rank: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
/// let verdict = engine.search(&Situation::new(back_rank), &Limits::depth(4), &Untimed, &mut |_| {});
/// assert_eq!(verdict.score, Score::Mate(1));
/// assert_eq!(back_rank.san(verdict.best.unwrap()).to_string(), "Ra8#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    tt: TranspositionTable,
    thread_data: Vec<ThreadData>,
}

impl Engine {
    /// An engine that knows nothing yet.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        let memories = (0..options.threads.get()).map(|_| ThreadData::new()).collect();
        Engine { tt: TranspositionTable::new(options.hash), thread_data: memories }
    }

    /// Forgets all games.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.thread_data.iter_mut().for_each(ThreadData::clear);
    }

    /// Looks for the best move until a limit is reached or the watch says stop. On one thread the same calls give the
    /// same answers, as long as no limit is one of time.
    pub fn search(
        &mut self,
        situation: &SearchPosition,
        limits: &Limits,
        watch: &dyn SearchControl,
        report: &mut dyn FnMut(SearchInfo),
    ) -> SearchResult {
        if limits.start_depth <= 1 {
            self.tt.new_search();
        }
        let found = lazy_smp::search(&self.tt, &mut self.thread_data, situation, limits, watch, report);
        found.unwrap_or(SearchResult {
            best_move: None,
            ponder: None,
            score: Score::Centipawns(0),
            pv: Vec::new(),
            depth: 0,
            nodes: 0,
        })
    }

    /// What somebody who does not see everything makes of some moves.
    pub(crate) fn level_search(
        &mut self,
        situation: &SearchPosition,
        moves: &[Move],
        mind: &BlunderModel,
        skill: &Skill,
        watch: &dyn SearchControl,
    ) -> LevelSearchResult {
        let Some(memory) = self.thread_data.first_mut() else { return LevelSearchResult::default() };
        let halt = AtomicBool::new(false);
        let shared = SharedState {
            tt: &self.tt,
            control: watch,
            blunder_model: Some(mind),
            is_mate_search: false,
            stop: halt,
            nodes: AtomicU64::new(0),
        };
        let before = situation.last_move().map(Move::to);
        Searcher::new(&shared, memory, situation, None).level_search(moves, mind, skill, before)
    }

    /// What a position is worth at first sight.
    #[must_use]
    pub fn evaluate(&mut self, situation: &SearchPosition) -> Score {
        let evaluator = self.thread_data.first_mut().map(|memory| &mut memory.evaluator);
        Score::Centipawns(evaluator.map_or(0, |evaluator| evaluator.evaluate(situation.position())))
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("threads", &self.thread_data.len()).finish_non_exhaustive()
    }
}
