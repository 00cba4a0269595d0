//! Points in time and durations in milliseconds.

use std::fmt;
use std::ops::Add;
use std::str::FromStr;

/// A point in time: milliseconds since an epoch chosen by the caller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timestamp(pub u64);

/// A duration in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Millis(pub u64);

impl Timestamp {
    /// The duration since an earlier point in time; zero if `earlier` is later, so that a clock set back
    /// charges no time.
    #[must_use]
    pub const fn since(self, earlier: Timestamp) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}

impl Millis {
    /// Zero duration.
    pub const ZERO: Millis = Millis(0);

    /// A duration of whole seconds.
    #[must_use]
    pub const fn seconds(seconds: u32) -> Millis {
        Millis(seconds as u64 * 1_000)
    }

    /// A duration of whole minutes.
    #[must_use]
    pub const fn minutes(minutes: u32) -> Millis {
        Millis(minutes as u64 * 60_000)
    }

    /// A duration of whole days.
    #[must_use]
    pub const fn days(days: u32) -> Millis {
        Millis(days as u64 * 86_400_000)
    }

    /// Subtraction that saturates at zero.
    #[must_use]
    pub const fn saturating_sub(self, other: Millis) -> Millis {
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

/// Parses `1:02:03.5` as hours, minutes and seconds; fewer parts are minutes and seconds, or seconds. Digits
/// after the third decimal are dropped.
impl FromStr for Millis {
    type Err = ParseMillisError;

    fn from_str(text: &str) -> Result<Millis, ParseMillisError> {
        parse(text).ok_or(ParseMillisError)
    }
}

fn parse(text: &str) -> Option<Millis> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let parts = whole.split(':');
    if parts.clone().count() > 3 || !parts.clone().chain([fraction]).all(is_number) {
        return None;
    }
    let seconds = parts
        .into_iter()
        .try_fold(0_u64, |seconds, part| seconds.checked_mul(60)?.checked_add(part.parse().ok()?))?;
    let thousandths: u64 = format!("{fraction:0<3}")[..3].parse().ok()?;
    Some(Millis(seconds.checked_mul(1_000)?.checked_add(thousandths)?))
}

/// Not a duration such as `1:02:03.5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseMillisError;

impl fmt::Display for ParseMillisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a time such as 1:02:03.5")
    }
}

impl std::error::Error for ParseMillisError {}

impl Millis {
    /// Appends the text to a string; faster than formatting it.
    pub(crate) fn push_to(self, text: &mut String) {
        // Writing to a string never fails.
        let _ = self.write(text);
    }

    fn write(self, f: &mut impl fmt::Write) -> fmt::Result {
        let (seconds, millis) = (self.0 / 1_000, self.0 % 1_000);
        // Digits are faster than padded numbers: an archive has two or three of these per move.
        let digit = |number: u64| b'0' + (number % 10) as u8;
        let (minutes, hours) = (seconds / 60, seconds / 3_600);
        let text = [
            digit(hours),
            b':',
            digit(minutes % 60 / 10),
            digit(minutes % 60),
            b':',
            digit(seconds % 60 / 10),
            digit(seconds % 60),
            b'.',
            digit(millis / 100),
            digit(millis / 10),
            digit(millis),
        ];
        if hours >= 10 {
            write!(f, "{}", hours / 10)?;
        }
        let length = match millis {
            0 => 7,
            _ if millis % 100 == 0 => 9,
            _ if millis % 10 == 0 => 10,
            _ => 11,
        };
        f.write_str(std::str::from_utf8(&text[..length]).unwrap_or_default())
    }
}

/// Format of PGN's `%clk`: `0:05:00`, `1:00:02.25`.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_saturates() {
        assert_eq!(Timestamp(5).since(Timestamp(9)), Millis::ZERO);
        assert_eq!(Millis(u64::MAX) + Millis(1), Millis(u64::MAX));
        assert_eq!(Millis(1).saturating_sub(Millis(2)), Millis::ZERO);
        assert_eq!(Timestamp(1) + Millis::days(2), Timestamp(172_800_001));
    }

    #[test]
    fn durations_parse() {
        let check = |text: &str, millis: Option<u64>| assert_eq!(parse(text), millis.map(Millis), "{text}");
        check("0:01:02.3", Some(62_300));
        check("1:30:00", Some(5_400_000));
        check("2:05", Some(125_000));
        check("7", Some(7_000));
        check("0:00:00.0071", Some(7));
        for bad in ["", ":", "1:2:3:4", "-1", "1:+2", "1.", "1.x", "a", "1.é", "99999999999999999999"] {
            check(bad, None);
        }
    }

    #[test]
    fn durations_round_trip_as_text() {
        let check = |millis, text: &str| {
            assert_eq!(Millis(millis).to_string(), text);
            assert_eq!(text.parse(), Ok(Millis(millis)));
        };
        check(0, "0:00:00");
        check(300_000, "0:05:00");
        check(3_602_250, "1:00:02.25");
        check(90_000_007, "25:00:00.007");
    }
}
