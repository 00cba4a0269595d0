//! The time a search has taken.

use std::time::{Duration, Instant};

use engine::Watch;

/// A clock that runs from the beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timer(Instant);

impl Timer {
    pub(super) fn start() -> Timer {
        Timer(Instant::now())
    }

    pub(super) fn passed(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Watch for Timer {
    fn elapsed(&self) -> Option<Duration> {
        Some(self.passed())
    }

    fn should_stop(&self) -> bool {
        false
    }
}
