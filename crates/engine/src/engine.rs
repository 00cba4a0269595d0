//! The engine: a table, what its threads remember, and one thing to ask for.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64};

use rules::Move;

use crate::level::{Look, Mind, Skill};
use crate::limits::{Limits, Watch};
use crate::report::{Report, Verdict};
use crate::searcher::{Memory, Searcher, Shared};
use crate::situation::Situation;
use crate::table::Table;
use crate::{Score, threads};

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
    table: Table,
    memories: Vec<Memory>,
}

impl Engine {
    /// An engine that knows nothing yet.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        let memories = (0..options.threads.get()).map(|_| Memory::new()).collect();
        Engine { table: Table::new(options.hash), memories }
    }

    /// Forgets all games.
    pub fn forget(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Looks for the best move until a limit is reached or the watch says stop. On one thread the same calls give the
    /// same answers, as long as no limit is one of time.
    pub fn search(
        &mut self,
        situation: &Situation,
        limits: &Limits,
        watch: &dyn Watch,
        report: &mut dyn FnMut(Report),
    ) -> Verdict {
        if limits.begin <= 1 {
            self.table.grow_older();
        }
        let found = threads::search(&self.table, &mut self.memories, situation, limits, watch, report);
        found.unwrap_or(Verdict {
            best: None,
            ponder: None,
            score: Score::Centipawns(0),
            line: Vec::new(),
            depth: 0,
            nodes: 0,
        })
    }

    /// What somebody who does not see everything makes of some moves.
    pub(crate) fn look(
        &mut self,
        situation: &Situation,
        moves: &[Move],
        mind: &Mind,
        skill: &Skill,
        watch: &dyn Watch,
    ) -> Look {
        let Some(memory) = self.memories.first_mut() else { return Look::default() };
        let halt = AtomicBool::new(false);
        let shared = Shared {
            table: &self.table,
            watch,
            mind: Some(mind),
            is_thorough: false,
            halt,
            nodes: AtomicU64::new(0),
        };
        let before = situation.last().map(Move::to);
        Searcher::new(&shared, memory, situation, None).look_around(moves, mind, skill, before)
    }

    /// What a position is worth at first sight.
    #[must_use]
    pub fn evaluate(&mut self, situation: &Situation) -> Score {
        let evaluator = self.memories.first_mut().map(|memory| &mut memory.evaluator);
        Score::Centipawns(evaluator.map_or(0, |evaluator| evaluator.evaluate(situation.position())))
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("threads", &self.memories.len()).finish_non_exhaustive()
    }
}
