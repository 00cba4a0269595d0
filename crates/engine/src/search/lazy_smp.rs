//! Lazy SMP: several threads search the same position and share only the transposition table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use rules::cpu::{Cpu, Task};

use crate::info::{SearchInfo, SearchResult};
use crate::limits::{Limits, SearchControl};
use crate::search::root::RootLimits;
use crate::search::searcher::{HardLimits, Searcher, SharedState, ThreadData};
use crate::search::time_management::TimeBudget;
use crate::search::transposition::TranspositionTable;
use crate::search_position::SearchPosition;

/// Stack size of helper threads in bytes; deep lines recurse deeply.
const STACK_SIZE: usize = 8 << 20;

/// A search with one thread per element of `thread_data`. The main thread checks limits, reports and decides;
/// with one element no thread is spawned. `None` without any element.
pub(crate) struct LazySmp<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) thread_data: &'a mut [ThreadData],
    pub(crate) search_position: &'a SearchPosition,
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a dyn SearchControl,
    pub(crate) report: &'a mut dyn FnMut(SearchInfo),
}

impl Task for LazySmp<'_> {
    type Output = Option<SearchResult>;

    fn run<C: Cpu>(self) -> Option<SearchResult> {
        let LazySmp { tt, thread_data, search_position, limits, control, report } = self;
        let shared = SharedState {
            tt,
            control,
            blunder_model: None,
            is_mate_search: limits.mate.is_some(),
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let root_limits = RootLimits { limits, budget: TimeBudget::new(limits.time) };
        let free = Limits { depth: None, soft_nodes: None, mate: None, ..limits.clone() };
        let helping = RootLimits { limits: &free, budget: TimeBudget { soft: None, hard: None } };
        let (first, others) = thread_data.split_first_mut()?;
        thread::scope(|scope| {
            for thread_data in others {
                let mut searcher = Searcher::<C>::new(&shared, thread_data, search_position, None);
                let helping = &helping;
                // If a thread cannot be spawned, the others do the work.
                thread::Builder::new()
                    .stack_size(STACK_SIZE)
                    .spawn_scoped(scope, move || {
                        searcher.iterative_deepening(helping, &mut |_| {});
                    })
                    .ok();
            }
            let bounds =
                HardLimits { nodes: limits.nodes.unwrap_or(u64::MAX), time: root_limits.budget.hard };
            let mut searcher = Searcher::<C>::new(&shared, first, search_position, Some(bounds));
            let result = searcher.iterative_deepening(&root_limits, report);
            shared.stop.store(true, Relaxed);
            Some(result)
        })
    }
}
