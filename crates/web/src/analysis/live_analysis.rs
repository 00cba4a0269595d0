//! Live analysis: the engine searches the position on the board until it changes.

use std::num::NonZeroUsize;

use crate::app::App;
use crate::boxed::{BoxedMemo, effect};
use client::View;
use engine_worker::{WorkerJob, WorkerRequest, WorkerResponse};
use leptos::prelude::*;
use rules::{Move, Position};

use crate::engine_line::{EngineLine, resolve};
use crate::worker::Worker;

/// Maximum number of lines (MultiPV).
pub(crate) const MAX_LINES: usize = 5;

/// Handle to the live engine; cheap to copy.
#[derive(Clone, Copy)]
pub(crate) struct LiveAnalysis {
    /// True while the engine is switched on.
    pub(crate) is_on: RwSignal<bool>,
    /// Number of lines to show (MultiPV).
    pub(crate) line_count: RwSignal<usize>,
    /// True if the worker cannot be started.
    pub(crate) is_unavailable: RwSignal<bool>,
    found: RwSignal<FoundLines>,
    /// The position on the board.
    pub(crate) current: BoxedMemo<PositionWithHistory>,
    worker: StoredValue<Worker, LocalStorage>,
    /// Id of the last request; answers to earlier ones are ignored.
    request_id: StoredValue<u32>,
}

/// A position with the moves that led to it: repetitions change its evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PositionWithHistory {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    pub(crate) position: Position,
}

/// The lines found so far, and the position they belong to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct FoundLines {
    for_position: Option<PositionWithHistory>,
    lines: Vec<EngineLine>,
}

impl PositionWithHistory {
    fn of(view: View<'_>) -> PositionWithHistory {
        let game = view.local_game().game();
        PositionWithHistory {
            start: game.position_at(0).copied().unwrap_or_default(),
            moves: game.moves().collect(),
            position: game.position().copied().unwrap_or_default(),
        }
    }
}

impl LiveAnalysis {
    /// Creates the engine; it searches whenever it is on.
    pub(crate) fn new(app: App) -> LiveAnalysis {
        let live = LiveAnalysis {
            is_on: RwSignal::new(false),
            line_count: RwSignal::new(1),
            is_unavailable: RwSignal::new(false),
            found: RwSignal::new(FoundLines::default()),
            current: app.memo(PositionWithHistory::of),
            worker: StoredValue::new_local(Worker::default()),
            request_id: StoredValue::new(0),
        };
        effect(move || match live.is_on.get() {
            true => live.request(&live.current.read(), live.line_count.get()),
            false => live.stop(),
        });
        on_cleanup(move || live.stop());
        live
    }

    /// The lines of the position on the board, best first.
    pub(crate) fn lines(self) -> Vec<EngineLine> {
        let position = self.current.read();
        self.found.with(|found| match &found.for_position {
            Some(at) if *at == *position => found.lines.clone(),
            _ => Vec::new(),
        })
    }

    /// Cancels the current request.
    fn stop(self) {
        self.request_id.update_value(|id| *id += 1);
        self.worker.update_value(Worker::stop);
    }

    fn request(self, position: &PositionWithHistory, count: usize) {
        let id = self.request_id.try_update_value(|id| {
            *id += 1;
            *id
        });
        let (Some(id), Some(lines)) = (id, NonZeroUsize::new(count.min(MAX_LINES))) else { return };
        let job = WorkerJob::Analyse { multi_pv: lines };
        let Ok(request) = WorkerRequest::new(id, job, position.start, position.moves.clone()) else {
            return;
        };
        let position = position.clone();
        let on_message = move |answer: WorkerResponse| self.on_answer(&position, answer);
        let on_failure = move || self.is_unavailable.set(true);
        let is_sent = self.worker.try_update_value(|worker| worker.request(&request, on_message, on_failure));
        self.is_unavailable.set(is_sent == Some(false));
    }

    fn on_answer(self, position: &PositionWithHistory, answer: WorkerResponse) {
        let WorkerResponse::Pv(line) = answer else { return };
        if self.request_id.try_get_value() != Some(line.id) {
            return;
        }
        let engine_line = resolve(&position.position, &line);
        self.found.update(|found| {
            if found.for_position.as_ref() != Some(position) {
                *found = FoundLines { for_position: Some(position.clone()), lines: Vec::new() };
            }
            // Lines arrive ordered by rank, once per iteration.
            match found.lines.get_mut(line.multi_pv.saturating_sub(1)) {
                Some(old) => *old = engine_line,
                None => found.lines.push(engine_line),
            }
        });
    }
}
