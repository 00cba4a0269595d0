//! JavaScript interface of the worker.

use std::fmt::Write as _;
use std::time::Duration;

use engine::Watch;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Desk;

/// Length of a time slice, during which the worker receives no messages.
const SLICE: Duration = Duration::from_millis(25);

/// Size of the transposition table in MiB, small enough for phones.
const HASH: usize = 16;

/// The worker as a JavaScript object.
#[wasm_bindgen]
#[derive(Debug)]
pub struct EngineWorker {
    desk: Desk,
}

#[wasm_bindgen]
impl EngineWorker {
    /// A worker without a request.
    #[wasm_bindgen(constructor)]
    #[must_use]
    #[allow(clippy::new_without_default, reason = "JavaScript knows no defaults")]
    pub fn new() -> EngineWorker {
        EngineWorker { desk: Desk::new(HASH) }
    }

    /// Handles a line from the page: a request, or anything else to stop.
    pub fn hear(&mut self, line: &str) {
        match line.parse() {
            Ok(question) => self.desk.ask(question),
            Err(_) => self.desk.stop(),
        }
    }

    /// Runs one time slice; returns new responses, one per line.
    pub fn think(&mut self) -> String {
        let mut text = String::new();
        for answer in self.desk.think(&Slice { begun: now() }) {
            // Writing to a string cannot fail.
            writeln!(text, "{answer}").ok();
        }
        text
    }

    /// True while a request is not completed.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.desk.is_busy()
    }
}

/// A time slice.
struct Slice {
    begun: Duration,
}

impl Watch for Slice {
    fn elapsed(&self) -> Option<Duration> {
        Some(now().saturating_sub(self.begun))
    }

    fn should_stop(&self) -> bool {
        now().saturating_sub(self.begun) >= SLICE
    }
}

/// Time since the worker started.
fn now() -> Duration {
    let scope =
        wasm_bindgen::JsValue::from(web_sys::js_sys::global()).unchecked_into::<web_sys::WorkerGlobalScope>();
    let milliseconds = scope.performance().map_or(0.0, |performance| performance.now());
    Duration::from_secs_f64(milliseconds.max(0.0) / 1000.0)
}
