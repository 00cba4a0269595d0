//! Log of a bot: a line per event on standard error.

use std::fmt;
use std::io::{self, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::error::one_line;

/// Least importance of lines that are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum LogLevel {
    /// Connections, challenges and games.
    Info,
    /// Also every move.
    Verbose,
}

/// Writes lines with the time in UTC.
#[derive(Clone, Copy, Debug)]
pub(super) struct Log {
    level: LogLevel,
}

impl Log {
    pub(super) fn new(level: LogLevel) -> Log {
        Log { level }
    }

    /// Something that the operator wants to know.
    pub(super) fn info(self, message: impl fmt::Display) {
        self.write("info", &message);
    }

    /// A fault that the bot copes with.
    pub(super) fn warn(self, message: impl fmt::Display) {
        self.write("warn", &message);
    }

    /// A detail of a game.
    pub(super) fn verbose(self, message: impl fmt::Display) {
        if self.level >= LogLevel::Verbose {
            self.write("debug", &message);
        }
    }

    fn write(self, level: &str, message: &dyn fmt::Display) {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        // A closed standard error cannot be reported anywhere.
        writeln!(io::stderr(), "{}", line(since, level, message)).ok();
    }
}

/// A line of the log at a time after the Unix epoch.
fn line(since: Duration, level: &str, message: &dyn fmt::Display) -> String {
    let seconds = since.as_secs();
    let date = game::Date::from_unix_seconds(seconds).map_or_else(String::new, |date| date.to_string());
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!(
        "{} {hour:02}:{minute:02}:{second:02} {level} {}",
        date.replace('.', "-"),
        one_line(&message.to_string())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_time_in_utc_and_no_control_characters() {
        let since = Duration::from_secs(1_700_000_000);
        assert_eq!(line(since, "info", &"a\nb"), "2023-11-14 22:13:20 info a\\nb");
    }
}
