//! Estimate of the server's clock.

use game::{Millis, Timestamp};
use protocol::UnixMillis;

/// Offset of the server's clock to the local one.
///
/// Messages are delayed by the network, so their timestamps are old when they arrive. The message with the
/// shortest delay on a connection gives the best estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ServerTime {
    offset: Option<i64>,
}

impl ServerTime {
    /// First timestamp on a connection: replaces the estimate, since clocks may have been adjusted.
    pub(crate) fn reset(&mut self, told: UnixMillis, now: Timestamp) {
        self.offset = Some(offset_of(told, now));
    }

    /// A later timestamp; replaces the estimate if its delay was shorter.
    pub(crate) fn observe(&mut self, told: UnixMillis, now: Timestamp) {
        let ahead = offset_of(told, now);
        self.offset = Some(self.offset.map_or(ahead, |known| known.max(ahead)));
    }

    /// Converts a server timestamp to local time; `None` before the first message.
    #[must_use]
    pub fn to_local(self, timestamp: UnixMillis) -> Option<Timestamp> {
        let timestamp = i64::try_from(timestamp.0).unwrap_or(i64::MAX);
        let here = timestamp.saturating_sub(self.offset?);
        Some(Timestamp(u64::try_from(here).unwrap_or(0)))
    }

    /// Time until a server timestamp; zero if it has passed.
    #[must_use]
    pub fn until(self, timestamp: UnixMillis, now: Timestamp) -> Millis {
        self.to_local(timestamp).map_or(Millis::ZERO, |here| here.since(now))
    }
}

fn offset_of(told: UnixMillis, now: Timestamp) -> i64 {
    let signed = |timestamp: u64| i64::try_from(timestamp).unwrap_or(i64::MAX);
    signed(told.0).saturating_sub(signed(now.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_with_the_shortest_delay_sets_the_offset() {
        let mut time = ServerTime::default();
        assert_eq!(time.to_local(UnixMillis(5)), None);
        time.reset(UnixMillis(1_000_200), Timestamp(700)); // 300 on its way
        assert_eq!(time.to_local(UnixMillis(1_000_500)), Some(Timestamp(1_000)));
        time.observe(UnixMillis(1_001_000), Timestamp(1_050)); // 50
        assert_eq!(time.to_local(UnixMillis(1_001_000)), Some(Timestamp(1_050)));
        time.observe(UnixMillis(1_002_000), Timestamp(2_900)); // 900
        assert_eq!(
            time.to_local(UnixMillis(1_001_000)),
            Some(Timestamp(1_050)),
            "a slow one changes nothing"
        );
        assert_eq!(time.until(UnixMillis(1_003_050), Timestamp(2_100)), Millis(1_000));
        assert_eq!(time.until(UnixMillis(1_000_000), Timestamp(2_100)), Millis::ZERO);
        time.reset(UnixMillis(10), Timestamp(3_000));
        assert_eq!(
            time.to_local(UnixMillis(10)),
            Some(Timestamp(3_000)),
            "another server, or its clock was set"
        );
        assert_eq!(time.to_local(UnixMillis(0)), Some(Timestamp(2_990)));
    }
}
