//! The engine's public interface: a transposition table, the data of each thread, and `search`.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use rules::Move;
use rules::cpu::{self, Cpu};

use crate::Score;
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::info::{SearchInfo, SearchResult};
use crate::level::{BlunderModel, LevelSearchResult, Skill};
use crate::limits::{Limits, SearchControl};
use crate::search::lazy_smp::LazySmp;
use crate::search::searcher::{Searcher, SharedState, ThreadData};
use crate::search::transposition::TranspositionTable;
use crate::search_position::SearchPosition;

/// Resources of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Size of the transposition table in MiB, rounded down to a power of two.
    pub hash: usize,
    /// Number of search threads (Lazy SMP).
    pub threads: NonZeroUsize,
}

impl Default for Options {
    fn default() -> Options {
        Options { hash: 16, threads: NonZeroUsize::MIN }
    }
}

/// A chess engine with its transposition table and histories. Engines are independent of each other.
///
/// ```
/// use engine::{Engine, Limits, NeverStop, Options, Score, SearchPosition};
/// use rules::Position;
/// let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
/// let back_rank: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
/// let result = engine.search(&SearchPosition::new(back_rank), &Limits::depth(4), &NeverStop, &mut |_| {});
/// assert_eq!(result.score, Score::Mate(1));
/// assert_eq!(back_rank.san(result.best_move.unwrap()).to_string(), "Ra8#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    tt: TranspositionTable,
    thread_data: Vec<ThreadData>,
}

impl Engine {
    /// Creates an engine with an empty table, which evaluates with the built-in network.
    #[must_use]
    pub fn new(options: Options) -> Engine {
        Engine::with_network(options, Network::built_in())
    }

    /// Creates an engine that evaluates with a network, or with hand-crafted terms if there is none.
    #[must_use]
    pub fn with_network(options: Options, network: Option<Arc<Network>>) -> Engine {
        let thread_data = (0..options.threads.get()).map(|_| ThreadData::new(network.clone())).collect();
        Engine { tt: TranspositionTable::new(options.hash), thread_data }
    }

    /// Clears the transposition table and all histories, as `ucinewgame` asks for.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.thread_data.iter_mut().for_each(ThreadData::clear);
    }

    /// Searches for the best move until a limit is reached or `control` says stop. With one thread and no
    /// time limit the same calls give the same results.
    pub fn search(
        &mut self,
        search_position: &SearchPosition,
        limits: &Limits,
        control: &dyn SearchControl,
        report: &mut dyn FnMut(SearchInfo),
    ) -> SearchResult {
        if limits.start_depth <= 1 {
            self.tt.new_search();
        }
        let found = cpu::dispatch_bmi2(LazySmp {
            tt: &self.tt,
            thread_data: &mut self.thread_data,
            search_position,
            limits,
            control,
            report,
        });
        found.unwrap_or(SearchResult {
            best_move: None,
            ponder: None,
            score: Score::Centipawns(0),
            pv: Vec::new(),
            depth: 0,
            nodes: 0,
        })
    }

    /// Searches some moves with the oversights and evaluation errors of a level.
    pub(crate) fn level_search(
        &mut self,
        search_position: &SearchPosition,
        moves: &[Move],
        blunder_model: &BlunderModel,
        skill: &Skill,
        control: &dyn SearchControl,
    ) -> LevelSearchResult {
        let Some(thread_data) = self.thread_data.first_mut() else { return LevelSearchResult::default() };
        let stop = AtomicBool::new(false);
        let shared = SharedState {
            tt: &self.tt,
            control,
            blunder_model: Some(blunder_model),
            is_mate_search: false,
            stop,
            nodes: AtomicU64::new(0),
        };
        cpu::dispatch_bmi2(LevelSearch { shared, thread_data, search_position, moves, blunder_model, skill })
    }

    /// Static evaluation of the position, without search.
    #[must_use]
    pub fn evaluate(&mut self, search_position: &SearchPosition) -> Score {
        let evaluator = self.thread_data.first_mut().map(|thread_data| &mut thread_data.evaluator);
        Score::Centipawns(
            evaluator.map_or(0, |evaluator| cpu::dispatch_bmi2(Evaluate { evaluator, search_position })),
        )
    }
}

/// Arguments of [`Engine::evaluate`], for the processor chosen at run time.
struct Evaluate<'a> {
    evaluator: &'a mut Evaluator,
    search_position: &'a SearchPosition,
}

impl cpu::Task for Evaluate<'_> {
    type Output = i32;

    fn run<C: Cpu>(self) -> i32 {
        self.evaluator.evaluate::<C>(self.search_position.position(), 0)
    }
}

/// Arguments of [`Engine::level_search`], for the processor chosen at run time.
struct LevelSearch<'a> {
    shared: SharedState<'a>,
    thread_data: &'a mut ThreadData,
    search_position: &'a SearchPosition,
    moves: &'a [Move],
    blunder_model: &'a BlunderModel,
    skill: &'a Skill,
}

impl cpu::Task for LevelSearch<'_> {
    type Output = LevelSearchResult;

    fn run<C: Cpu>(self) -> LevelSearchResult {
        let before = self.search_position.last_move().map(Move::to);
        Searcher::<C>::new(&self.shared, self.thread_data, self.search_position, None).level_search(
            self.moves,
            self.blunder_model,
            self.skill,
            before,
        )
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("threads", &self.thread_data.len()).finish_non_exhaustive()
    }
}
