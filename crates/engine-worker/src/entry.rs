//! What the worker's script calls.

use std::fmt::Write as _;
use std::time::Duration;

use engine::Watch;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Desk;

/// How long the worker may be deaf.
const SLICE: Duration = Duration::from_millis(25);

/// What an analysis may remember, in mebibytes: little enough for a telephone.
const HASH: usize = 16;

/// The desk as JavaScript holds it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct EngineWorker {
    desk: Desk,
}

#[wasm_bindgen]
impl EngineWorker {
    /// A desk with nothing on it.
    #[wasm_bindgen(constructor)]
    #[must_use]
    #[allow(clippy::new_without_default, reason = "JavaScript knows no defaults")]
    pub fn new() -> EngineWorker {
        EngineWorker { desk: Desk::new(HASH) }
    }

    /// A line from the page: a question, or anything else to stop.
    pub fn hear(&mut self, line: &str) {
        match line.parse() {
            Ok(question) => self.desk.ask(question),
            Err(_) => self.desk.stop(),
        }
    }

    /// Thinks for a moment. What is new, a line for each answer.
    pub fn think(&mut self) -> String {
        let mut text = String::new();
        for answer in self.desk.think(&Slice { begun: now() }) {
            // A text takes everything that is written.
            writeln!(text, "{answer}").ok();
        }
        text
    }

    /// Whether there is something to think about.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.desk.is_busy()
    }
}

/// A moment that is soon over.
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

/// The time since the worker began.
fn now() -> Duration {
    let scope =
        wasm_bindgen::JsValue::from(web_sys::js_sys::global()).unchecked_into::<web_sys::WorkerGlobalScope>();
    let milliseconds = scope.performance().map_or(0.0, |performance| performance.now());
    Duration::from_secs_f64(milliseconds.max(0.0) / 1000.0)
}
