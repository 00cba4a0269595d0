//! Several threads search the same position and help each other through the table alone.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::limits::{Limits, Watch};
use crate::report::{Report, Verdict};
use crate::root::Plan;
use crate::searcher::{Bounds, Memory, Searcher, Shared};
use crate::situation::Situation;
use crate::table::Table;
use crate::time::Budget;

/// Deep lines need room.
const STACK: usize = 8 << 20;

/// Searches with one thread for each memory. The first one keeps the limits, reports and decides; with one memory no
/// thread is started at all.
pub(crate) fn search(
    table: &Table,
    memories: &mut [Memory],
    situation: &Situation,
    limits: &Limits,
    watch: &dyn Watch,
    report: &mut dyn FnMut(Report),
) -> Option<Verdict> {
    let shared = Shared {
        table,
        watch,
        mind: None,
        is_thorough: limits.mate.is_some(),
        halt: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
    };
    let plan = Plan { limits, budget: Budget::new(limits.time) };
    let free = Limits { depth: None, mate: None, ..limits.clone() };
    let helping = Plan { limits: &free, budget: Budget { soft: None, hard: None } };
    let (first, others) = memories.split_first_mut()?;
    thread::scope(|scope| {
        for memory in others {
            let mut searcher = Searcher::new(&shared, memory, situation, None);
            let helping = &helping;
            // Where no thread can be had the others do the work.
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    searcher.deepen(helping, &mut |_| {});
                })
                .ok();
        }
        let bounds = Bounds { nodes: limits.nodes.unwrap_or(u64::MAX), time: plan.budget.hard };
        let mut searcher = Searcher::new(&shared, first, situation, Some(bounds));
        let verdict = searcher.deepen(&plan, report);
        shared.halt.store(true, Relaxed);
        Some(verdict)
    })
}
