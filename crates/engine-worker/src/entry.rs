//! JavaScript interface of the worker.

use std::fmt::Write as _;
use std::time::Duration;

use engine::SearchControl;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::SearchWorker;
use crate::clock::now;

/// Length of a time slice, during which the worker receives no messages.
const SLICE: Duration = Duration::from_millis(25);

/// Size of the transposition table in MiB, small enough for phones.
const HASH: usize = 16;

/// The worker as a JavaScript object.
#[wasm_bindgen]
#[derive(Debug)]
pub struct EngineWorker {
    worker: SearchWorker,
}

#[wasm_bindgen]
impl EngineWorker {
    /// A worker without a request.
    #[wasm_bindgen(constructor)]
    #[must_use]
    #[allow(clippy::new_without_default, reason = "JavaScript knows no defaults")]
    pub fn new() -> EngineWorker {
        EngineWorker { worker: SearchWorker::new(HASH) }
    }

    /// Handles a line from the page: a request, or anything else to stop.
    pub fn handle_message(&mut self, line: &str) {
        match line.parse() {
            Ok(request) => self.worker.submit(request),
            Err(_) => self.worker.stop(),
        }
    }

    /// Runs one time slice; returns new responses, one per line.
    pub fn run_slice(&mut self) -> String {
        let mut text = String::new();
        for response in self.worker.run_slice(&Slice { start: now() }) {
            // Writing to a string cannot fail.
            writeln!(text, "{response}").ok();
        }
        text
    }

    /// True while a request is not completed.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }
}

/// A time slice.
struct Slice {
    start: Duration,
}

impl SearchControl for Slice {
    fn elapsed(&self) -> Option<Duration> {
        Some(now().saturating_sub(self.start))
    }

    fn should_stop(&self) -> bool {
        now().saturating_sub(self.start) >= SLICE
    }
}
