//! A moment in UTC, in the formats of the files.

use game::Date;

const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Date and time of day in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    date: Date,
    epoch: u64,
}

impl Moment {
    /// `epoch` seconds after 1970 began; `None` after the year 9999.
    pub(crate) fn from_epoch(epoch: u64) -> Option<Moment> {
        Some(Moment { date: Date::from_unix_seconds(epoch)?, epoch })
    }

    /// `2026-11-16T21:00:00Z`.
    pub(crate) fn rfc3339(self) -> String {
        format!("{}T{}Z", self.date.to_string().replace('.', "-"), self.time())
    }

    /// `Mon, 16 Nov 2026 21:00:00 +0000`.
    pub(crate) fn rfc2822(self) -> String {
        let weekday = WEEKDAYS[(self.epoch / 86_400 % 7) as usize];
        let date = self.date.to_string();
        let (year, month, day) = (&date[..4], &date[5..7], &date[8..]);
        let month = MONTHS[month.parse::<usize>().map_or(0, |month| month - 1)];
        format!("{weekday}, {day} {month} {year} {} +0000", self.time())
    }

    fn time(self) -> String {
        let seconds = self.epoch % 86_400;
        format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::Moment;

    #[test]
    fn moments_are_formatted() {
        let check = |epoch, rfc3339: &str, rfc2822: &str| {
            let moment = Moment::from_epoch(epoch).unwrap();
            assert_eq!((moment.rfc3339().as_str(), moment.rfc2822().as_str()), (rfc3339, rfc2822));
        };
        check(0, "1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 +0000");
        check(951_782_399, "2000-02-28T23:59:59Z", "Mon, 28 Feb 2000 23:59:59 +0000");
        check(1_709_164_800, "2024-02-29T00:00:00Z", "Thu, 29 Feb 2024 00:00:00 +0000");
        check(1_794_862_800, "2026-11-16T21:00:00Z", "Mon, 16 Nov 2026 21:00:00 +0000");
    }
}
