//! What time it is.

use std::time::{SystemTime, UNIX_EPOCH};

use game::Timestamp;
use tokio::time::{Duration, Instant};

/// The server's time: milliseconds since 1970 by the system's clock when the server started, and from there on by one that
/// only goes forward. If somebody sets the system's clock, no flag falls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock {
    started: Instant,
    at: Timestamp,
}

impl ServerClock {
    /// Starts with the system's time.
    pub(crate) fn start() -> ServerClock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        ServerClock { started: Instant::now(), at: Timestamp(millis(since)) }
    }

    /// Starts with a time of one's own.
    #[cfg(test)]
    pub(crate) fn start_at(at: Timestamp) -> ServerClock {
        ServerClock { started: Instant::now(), at }
    }

    /// The same, but no earlier than a moment which has been: the system's clock may have been set back.
    pub(crate) fn not_before(self, moment: Timestamp) -> ServerClock {
        ServerClock { at: self.at.max(moment), ..self }
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
