use std::time::{Duration, Instant};

use engine::SearchControl;

/// Search control with a clock that never stops the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchTimer(Instant);

impl SearchTimer {
    pub(super) fn start() -> SearchTimer {
        SearchTimer(Instant::now())
    }

    pub(super) fn passed(&self) -> Duration {
        self.0.elapsed()
    }
}

impl SearchControl for SearchTimer {
    fn elapsed(&self) -> Option<Duration> {
        Some(self.passed())
    }

    fn should_stop(&self) -> bool {
        false
    }
}
