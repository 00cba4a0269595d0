//! Calendar dates in the format of PGN.

use std::fmt;
use std::str::FromStr;

/// A date of the proleptic Gregorian calendar, years 0 to 9999. Displayed as in PGN, `2025.03.09`.
///
/// ```
/// use hanpan_game::Date;
/// let date = Date::new(2025, 3, 9).unwrap();
/// assert_eq!(date.to_string(), "2025.03.09");
/// assert_eq!("2025.03.09".parse(), Ok(date));
/// assert_eq!(Date::new(2025, 13, 1), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// The text is not a date such as `2025.03.09`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseDateError;

impl Date {
    /// A date; `None` if year, month or day are out of range. The length of the month is not checked.
    #[must_use]
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let is_day = year <= 9999 && 1 <= month && month <= 12 && 1 <= day && day <= 31;
        if is_day { Some(Date { year, month, day }) } else { None }
    }

    /// Year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// Month, from 1 to 12.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// Day of the month, from 1.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.day
    }

    /// The date in UTC, for seconds since 1970-01-01; `None` after the year 9999.
    #[must_use]
    pub fn from_unix_seconds(seconds: u64) -> Option<Date> {
        Date::from_days_since_epoch(seconds / 86_400)
    }

    /// The date `days` days after 1970-01-01; `None` after the year 9999.
    fn from_days_since_epoch(days: u64) -> Option<Date> {
        // Years begin in March, so that a leap day is the last day of its year; an era has 400 years.
        let days = days.checked_add(719_468)?; // days since 0000-03-01
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let year = u16::try_from(year_of_era + era * 400 + next).ok()?;
        Date::new(year, month.try_into().ok()?, day.try_into().ok()?)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

/// Parses the format of `Display` and nothing else.
impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        let mut parts = text.split('.');
        let mut part = || parts.next().and_then(|part| part.parse::<u16>().ok());
        let (Some(year), Some(month), Some(day)) = (part(), part(), part()) else {
            return Err(ParseDateError);
        };
        let small = |number: u16| u8::try_from(number).map_err(|_| ParseDateError);
        let date = Date::new(year, small(month)?, small(day)?).ok_or(ParseDateError)?;
        if date.to_string() == text { Ok(date) } else { Err(ParseDateError) }
    }
}

impl fmt::Display for ParseDateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a date such as 2025.03.09")
    }
}

impl std::error::Error for ParseDateError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_since_epoch_become_calendar_dates() {
        let check = |days, expected: Option<&str>| {
            assert_eq!(Date::from_days_since_epoch(days).map(|date| date.to_string()).as_deref(), expected);
        };
        check(0, Some("1970.01.01"));
        check(59, Some("1970.03.01"));
        check(11_016, Some("2000.02.29"));
        check(20_000, Some("2024.10.04"));
        check(2_932_896, Some("9999.12.31"));
        check(2_932_897, None);
        check(u64::MAX, None);
    }
}
