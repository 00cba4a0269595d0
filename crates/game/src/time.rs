//! Moments and spans in whole milliseconds. Where the moments come from is the caller's business.

use std::fmt;
use std::ops::Add;

/// A moment: milliseconds since one that the caller has chosen and keeps to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timestamp(pub u64);

/// A span of time in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Millis(pub u64);

impl Timestamp {
    /// The time since an earlier moment; nothing if that lies ahead, so a clock that was set back costs nobody time.
    #[must_use]
    pub const fn since(self, earlier: Timestamp) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}

impl Millis {
    /// No time.
    pub const ZERO: Millis = Millis(0);

    /// Whole seconds.
    #[must_use]
    pub const fn seconds(seconds: u32) -> Millis {
        Millis(seconds as u64 * 1_000)
    }

    /// Whole minutes.
    #[must_use]
    pub const fn minutes(minutes: u32) -> Millis {
        Millis(minutes as u64 * 60_000)
    }

    /// Whole days.
    #[must_use]
    pub const fn days(days: u32) -> Millis {
        Millis(days as u64 * 86_400_000)
    }

    /// Less that much, but never less than nothing.
    #[must_use]
    pub const fn less(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

impl Add<Millis> for Timestamp {
    type Output = Timestamp;

    fn add(self, span: Millis) -> Timestamp {
        Timestamp(self.0.saturating_add(span.0))
    }
}

impl Add for Millis {
    type Output = Millis;

    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

/// Hours, minutes, seconds and thousandths, as PGN's `%clk` likes them: `0:05:00`, `1:00:02.250`.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, millis) = (self.0 / 1_000, self.0 % 1_000);
        write!(f, "{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)?;
        if millis == 0 { Ok(()) } else { write!(f, ".{millis:03}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_never_overflow() {
        assert_eq!(Timestamp(5).since(Timestamp(9)), Millis::ZERO);
        assert_eq!(Millis(u64::MAX) + Millis(1), Millis(u64::MAX));
        assert_eq!(Millis(1).less(Millis(2)), Millis::ZERO);
        assert_eq!(Timestamp(1) + Millis::days(2), Timestamp(172_800_001));
    }

    #[test]
    fn text() {
        let check = |millis, text: &str| assert_eq!(Millis(millis).to_string(), text);
        check(0, "0:00:00");
        check(300_000, "0:05:00");
        check(3_602_250, "1:00:02.250");
        check(90_000_007, "25:00:00.007");
    }
}
