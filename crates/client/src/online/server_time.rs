//! What time it is at the server, by this program's clock.

use game::{Millis, Timestamp};
use protocol::UnixMillis;

/// How far the server's clock is ahead of this one.
///
/// A message takes a while: what it says of the time is a little old when it comes. So of all that was heard on a
/// connection the message that had the shortest way counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ServerTime {
    offset: Option<i64>,
}

impl ServerTime {
    /// The first time told on a connection: the clocks may have been set since the last one.
    pub(crate) fn reset(&mut self, told: UnixMillis, now: Timestamp) {
        self.offset = Some(offset_of(told, now));
    }

    /// Another one.
    pub(crate) fn observe(&mut self, told: UnixMillis, now: Timestamp) {
        let ahead = offset_of(told, now);
        self.offset = Some(self.offset.map_or(ahead, |known| known.max(ahead)));
    }

    /// A moment of the server by this clock; nothing before it has told any.
    #[must_use]
    pub fn to_local(self, moment: UnixMillis) -> Option<Timestamp> {
        let moment = i64::try_from(moment.0).unwrap_or(i64::MAX);
        let here = moment.saturating_sub(self.offset?);
        Some(Timestamp(u64::try_from(here).unwrap_or(0)))
    }

    /// How long it is until a moment of the server; nothing once it has come.
    #[must_use]
    pub fn until(self, moment: UnixMillis, now: Timestamp) -> Millis {
        self.to_local(moment).map_or(Millis::ZERO, |here| here.since(now))
    }
}

fn offset_of(told: UnixMillis, now: Timestamp) -> i64 {
    let signed = |moment: u64| i64::try_from(moment).unwrap_or(i64::MAX);
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
