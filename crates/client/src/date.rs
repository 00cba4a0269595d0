//! A day, as PGN writes it. Whoever starts the client knows what day it is; the client does not ask.

use std::fmt;
use std::str::FromStr;

/// A day of the calendar.
///
/// ```
/// use client::Date;
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

/// The text is no day.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BadDate;

impl Date {
    /// A day, if month and day can be ones. How long each month is does not matter here.
    #[must_use]
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let is_day = year <= 9999 && 1 <= month && month <= 12 && 1 <= day && day <= 31;
        if is_day { Some(Date { year, month, day }) } else { None }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

/// Reads what is written, and nothing else.
impl FromStr for Date {
    type Err = BadDate;

    fn from_str(text: &str) -> Result<Date, BadDate> {
        let mut parts = text.split('.');
        let mut part = || parts.next().and_then(|part| part.parse::<u16>().ok());
        let (Some(year), Some(month), Some(day)) = (part(), part(), part()) else { return Err(BadDate) };
        let small = |number: u16| u8::try_from(number).map_err(|_| BadDate);
        let date = Date::new(year, small(month)?, small(day)?).ok_or(BadDate)?;
        if date.to_string() == text { Ok(date) } else { Err(BadDate) }
    }
}

impl fmt::Display for BadDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no date")
    }
}

impl std::error::Error for BadDate {}
