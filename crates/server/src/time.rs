//! What time it is.

use std::time::{SystemTime, UNIX_EPOCH};

use game::Timestamp;
use tokio::time::{Duration, Instant};

/// The server's time: milliseconds since 1970 by the system's clock when the server started, and from there on by one that
/// only goes forward. If somebody sets the system's clock, no flag falls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    started: Instant,
    at: Timestamp,
}

impl Time {
    /// Starts with the system's time.
    pub(crate) fn start() -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time { started: Instant::now(), at: Timestamp(millis(since)) }
    }

    /// Starts with a time of one's own.
    #[cfg(test)]
    pub(crate) fn start_at(at: Timestamp) -> Time {
        Time { started: Instant::now(), at }
    }

    /// The moment.
    pub(crate) fn now(&self) -> Timestamp {
        self.at + game::Millis(millis(self.started.elapsed()))
    }

    /// When the server started.
    pub(crate) fn started(&self) -> Timestamp {
        self.at
    }

    /// A moment as the runtime knows it.
    pub(crate) fn instant(&self, at: Timestamp) -> Instant {
        self.started + Duration::from_millis(at.since(self.at).0)
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
