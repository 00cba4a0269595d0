//! The server's clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use game::{Millis, Timestamp};
use tokio::time::{Duration, Instant};

/// Milliseconds since 1970: system time at startup, monotonic from then on, so that changing the system time
/// makes no flag fall and ends no session. Several nodes follow the clock of their database.
#[derive(Clone, Debug)]
pub(crate) struct ServerClock {
    started: Instant,
    at: Timestamp,
    /// Correction in milliseconds, by the database's clock.
    offset: Arc<AtomicI64>,
}

/// Relation of the clock to the last heartbeat before the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClockStep {
    /// No earlier.
    Forward,
    /// Earlier: the last server ran with a wrong system time.
    Back,
}

/// System times outside of these years are not set, or wrong.
const EARLIEST: Timestamp = Timestamp(1_735_689_600_000); // 2025
const LATEST: Timestamp = Timestamp(7_258_118_400_000); // 2200

/// The clock is not set back by less than this; the system time may have been adjusted a little.
const MAX_AHEAD: Millis = Millis::seconds(10);

impl ServerClock {
    /// Starts at the system time.
    pub(crate) fn start() -> ServerClock {
        ServerClock::from(system_time())
    }

    /// Starts at a given time.
    #[cfg(test)]
    pub(crate) fn start_at(at: Timestamp) -> ServerClock {
        ServerClock::from(at)
    }

    fn from(at: Timestamp) -> ServerClock {
        ServerClock { started: Instant::now(), at, offset: Arc::default() }
    }

    /// Sets the time.
    pub(crate) fn set(&self, now: Timestamp) {
        self.adjust(now.0 as i64 - self.now().0 as i64);
    }

    /// Corrects the time by milliseconds.
    pub(crate) fn adjust(&self, step: i64) {
        self.offset.fetch_add(step, Ordering::AcqRel);
    }

    /// Continues after the last heartbeat. Without a credible system time the heartbeat is the best guess;
    /// with one, a heartbeat far ahead was wrong.
    pub(crate) fn after_heartbeat(self, last: Timestamp) -> (ServerClock, ClockStep) {
        let at = self.started();
        let is_credible = (EARLIEST..=LATEST).contains(&at);
        if at >= last || !is_credible && last > LATEST {
            (self, ClockStep::Forward)
        } else if !is_credible || last.since(at) <= MAX_AHEAD {
            self.adjust(last.0 as i64 - at.0 as i64);
            (self, ClockStep::Forward)
        } else {
            (self, ClockStep::Back)
        }
    }

    /// Current time.
    pub(crate) fn now(&self) -> Timestamp {
        self.started() + Millis(millis(self.started.elapsed()))
    }

    /// Start of the server.
    pub(crate) fn started(&self) -> Timestamp {
        Timestamp(self.at.0.saturating_add_signed(self.offset.load(Ordering::Acquire)))
    }

    /// A timestamp as a tokio instant.
    pub(crate) fn instant(&self, at: Timestamp) -> Instant {
        self.started + Duration::from_millis(at.since(self.started()).0)
    }
}

/// The system time; 0 before 1970.
pub(crate) fn system_time() -> Timestamp {
    Timestamp(millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()))
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_heartbeat_is_believed_within_bounds() {
        let now = EARLIEST.0 + 1_000_000;
        let check = |system: u64, last: u64, expected: u64, step| {
            let (time, found) = ServerClock::start_at(Timestamp(system)).after_heartbeat(Timestamp(last));
            assert_eq!((time.now(), found), (Timestamp(expected), step), "{system} after {last}");
        };
        check(now, now - 5, now, ClockStep::Forward);
        check(now, now + 5_000, now + 5_000, ClockStep::Forward);
        check(now, now + 100 * 86_400_000, now, ClockStep::Back);
        check(now, u64::MAX, now, ClockStep::Back);
        check(0, now, now, ClockStep::Forward);
        check(0, u64::MAX, 0, ClockStep::Forward);
        check(LATEST.0 + 1, now, LATEST.0 + 1, ClockStep::Forward);
    }
}
