//! Clock and stop flag of a running search.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use engine::SearchControl;

/// A clock that starts once, and a stop flag.
#[derive(Debug, Default)]
pub(crate) struct UciSearchControl {
    started: OnceLock<Instant>,
    stopped: AtomicBool,
}

impl UciSearchControl {
    /// Starts the engine's clock, if it is not running.
    pub(crate) fn start(&self) {
        self.started.get_or_init(Instant::now);
    }

    /// Stops the search at its next check.
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
