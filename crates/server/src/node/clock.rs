//! The server's clock.

use std::time::{SystemTime, UNIX_EPOCH};

use game::Timestamp;
use tokio::time::{Duration, Instant};

/// Milliseconds since 1970: wall clock at startup, monotonic from then on, so that changing the system time
/// makes no flag fall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock {
    started: Instant,
    at: Timestamp,
}

impl ServerClock {
    /// Starts at the system time.
    pub(crate) fn start() -> ServerClock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        ServerClock { started: Instant::now(), at: Timestamp(millis(since)) }
    }

    /// Starts at a given time.
    #[cfg(test)]
    pub(crate) fn start_at(at: Timestamp) -> ServerClock {
        ServerClock { started: Instant::now(), at }
    }

    /// Starts no earlier than `moment`, in case the system clock was set back.
    pub(crate) fn not_before(self, moment: Timestamp) -> ServerClock {
        ServerClock { at: self.at.max(moment), ..self }
    }

    /// Current time.
    pub(crate) fn now(&self) -> Timestamp {
        self.at + game::Millis(millis(self.started.elapsed()))
    }

    /// Start of the server.
    pub(crate) fn started(&self) -> Timestamp {
        self.at
    }

    /// A timestamp as a tokio instant.
    pub(crate) fn instant(&self, at: Timestamp) -> Instant {
        self.started + Duration::from_millis(at.since(self.at).0)
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn time_does_not_go_back() {
        let time = ServerClock::start_at(Timestamp(1_000));
        let check =
            |before, expected| assert_eq!(time.not_before(Timestamp(before)).now(), Timestamp(expected));
        check(999, 1_000);
        check(1_001, 1_001);
    }
}
