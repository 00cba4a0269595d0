//! Lazy SMP: several threads search the same position and share only the transposition table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::info::{SearchInfo, SearchResult};
use crate::limits::{Limits, SearchControl};
use crate::root::RootLimits;
use crate::search_position::SearchPosition;
use crate::searcher::{HardLimits, Searcher, SharedState, ThreadData};
use crate::time_management::TimeBudget;
use crate::transposition::TranspositionTable;

/// Stack size of helper threads in bytes; deep lines recurse deeply.
const STACK_SIZE: usize = 8 << 20;

/// Searches with one thread per element of `thread_data`. The main thread checks limits, reports and decides;
/// with one element no thread is spawned.
pub(crate) fn search(
    table: &TranspositionTable,
    memories: &mut [ThreadData],
    situation: &SearchPosition,
    limits: &Limits,
    watch: &dyn SearchControl,
    report: &mut dyn FnMut(SearchInfo),
) -> Option<SearchResult> {
    let shared = SharedState {
        tt: table,
        control: watch,
        blunder_model: None,
        is_mate_search: limits.mate.is_some(),
        stop: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
    };
    let plan = RootLimits { limits, budget: TimeBudget::new(limits.time) };
    let free = Limits { depth: None, mate: None, ..limits.clone() };
    let helping = RootLimits { limits: &free, budget: TimeBudget { soft: None, hard: None } };
    let (first, others) = memories.split_first_mut()?;
    thread::scope(|scope| {
        for memory in others {
            let mut searcher = Searcher::new(&shared, memory, situation, None);
            let helping = &helping;
            // If a thread cannot be spawned, the others do the work.
            thread::Builder::new()
                .stack_size(STACK_SIZE)
                .spawn_scoped(scope, move || {
                    searcher.iterative_deepening(helping, &mut |_| {});
                })
                .ok();
        }
        let bounds = HardLimits { nodes: limits.nodes.unwrap_or(u64::MAX), time: plan.budget.hard };
        let mut searcher = Searcher::new(&shared, first, situation, Some(bounds));
        let verdict = searcher.iterative_deepening(&plan, report);
        shared.stop.store(true, Relaxed);
        Some(verdict)
    })
}
