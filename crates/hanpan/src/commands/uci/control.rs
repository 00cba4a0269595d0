//! What a running search is told about the world outside.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use engine::SearchControl;

/// A clock that starts once and a flag that says stop.
#[derive(Debug, Default)]
pub(crate) struct UciSearchControl {
    started: OnceLock<Instant>,
    stopped: AtomicBool,
}

impl UciSearchControl {
    /// The engine's own time runs from now on, if it did not already.
    pub(crate) fn start(&self) {
        self.started.get_or_init(Instant::now);
    }

    /// The search ends as soon as it looks up.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }
}

impl SearchControl for UciSearchControl {
    fn elapsed(&self) -> Option<Duration> {
        self.started.get().map(Instant::elapsed)
    }

    fn should_stop(&self) -> bool {
        self.stopped.load(Relaxed)
    }
}
