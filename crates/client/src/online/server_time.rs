//! What time it is at the server, by this program's clock.

use game::{Millis, Timestamp};
use protocol::Moment;

/// How far the server's clock is ahead of this one.
///
/// A message takes a while: what it says of the time is a little old when it comes. So of all that was heard on a
/// connection the message that had the shortest way counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ServerTime {
    ahead: Option<i64>,
}

impl ServerTime {
    /// The first time told on a connection: the clocks may have been set since the last one.
    pub(crate) fn begin(&mut self, told: Moment, now: Timestamp) {
        self.ahead = Some(difference(told, now));
    }

    /// Another one.
    pub(crate) fn hear(&mut self, told: Moment, now: Timestamp) {
        let ahead = difference(told, now);
        self.ahead = Some(self.ahead.map_or(ahead, |known| known.max(ahead)));
    }

    /// A moment of the server by this clock; nothing before it has told any.
    #[must_use]
    pub fn here(self, moment: Moment) -> Option<Timestamp> {
        let moment = i64::try_from(moment.0).unwrap_or(i64::MAX);
        let here = moment.saturating_sub(self.ahead?);
        Some(Timestamp(u64::try_from(here).unwrap_or(0)))
    }

    /// How long it is until a moment of the server; nothing once it has come.
    #[must_use]
    pub fn until(self, moment: Moment, now: Timestamp) -> Millis {
        self.here(moment).map_or(Millis::ZERO, |here| here.since(now))
    }
}

fn difference(told: Moment, now: Timestamp) -> i64 {
    let signed = |moment: u64| i64::try_from(moment).unwrap_or(i64::MAX);
    signed(told.0).saturating_sub(signed(now.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_message_counts() {
        let mut time = ServerTime::default();
        assert_eq!(time.here(Moment(5)), None);
        time.begin(Moment(1_000_200), Timestamp(700)); // 300 on its way
        assert_eq!(time.here(Moment(1_000_500)), Some(Timestamp(1_000)));
        time.hear(Moment(1_001_000), Timestamp(1_050)); // 50
        assert_eq!(time.here(Moment(1_001_000)), Some(Timestamp(1_050)));
        time.hear(Moment(1_002_000), Timestamp(2_900)); // 900
        assert_eq!(time.here(Moment(1_001_000)), Some(Timestamp(1_050)), "a slow one changes nothing");
        assert_eq!(time.until(Moment(1_003_050), Timestamp(2_100)), Millis(1_000));
        assert_eq!(time.until(Moment(1_000_000), Timestamp(2_100)), Millis::ZERO);
        time.begin(Moment(10), Timestamp(3_000));
        assert_eq!(time.here(Moment(10)), Some(Timestamp(3_000)), "another server, or its clock was set");
        assert_eq!(time.here(Moment(0)), Some(Timestamp(2_990)));
    }
}
