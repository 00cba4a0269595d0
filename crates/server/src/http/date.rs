//! The `Date` header, from the server's clock. hyper's own panics if the system clock is before 1970.

use axum::body::Body;
use axum::extract::State;
use axum::http::Response;
use axum::http::header::{DATE, HeaderValue};
use game::{Date, Timestamp};

use super::AppState;

/// Adds the header to a response.
pub(super) async fn add_date(State(app): State<AppState>, mut response: Response<Body>) -> Response<Body> {
    let date = http_date(app.node.time.now()).and_then(|date| HeaderValue::try_from(date).ok());
    if let Some(date) = date {
        response.headers_mut().insert(DATE, date);
    }
    response
}

/// A time such as `Sun, 06 Nov 1994 08:49:37 GMT`; `None` after the year 9999.
fn http_date(at: Timestamp) -> Option<String> {
    // The first day of 1970 was a Thursday.
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let seconds = at.0 / 1_000;
    let date = Date::from_unix_seconds(seconds)?;
    let weekday = DAYS[(seconds / 86_400 % 7) as usize];
    let month = MONTHS[usize::from(date.month()) - 1];
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    let (day, year) = (date.day(), date.year());
    Some(format!("{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} GMT"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_the_form_of_http() {
        let check = |seconds: u64, expected: &str| {
            assert_eq!(http_date(Timestamp(seconds * 1_000)).as_deref(), Some(expected));
        };
        check(784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT");
        check(0, "Thu, 01 Jan 1970 00:00:00 GMT");
        check(1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT");
        assert_eq!(http_date(Timestamp(u64::MAX)), None);
    }
}
