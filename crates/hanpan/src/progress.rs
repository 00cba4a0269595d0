//! Progress bar on standard error, shown only on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shorter work shows no bar.
const SHOW_DELAY: Duration = Duration::from_millis(700);

/// Minimum time between two redraws.
pub(crate) const REDRAW_INTERVAL: Duration = Duration::from_millis(100);

/// Width of the bar in columns.
const BAR_WIDTH: usize = 24;

/// Assumed terminal width if `COLUMNS` is not set.
const DEFAULT_COLUMNS: usize = 60;

/// Progress of a task with a known size.
pub(crate) struct Progress {
    /// Size of the work; `None` disables the bar.
    total: Option<u64>,
    start: Instant,
    /// Time of the last redraw.
    last_drawn: Option<Instant>,
    /// True while the bar is on the screen.
    is_visible: bool,
}

impl Progress {
    /// Starts a task. The bar is disabled if the size is unknown or standard error cannot redraw a line.
    pub(crate) fn start(total: Option<u64>) -> Progress {
        let can_draw =
            io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let total = total.filter(|&total| total > 0 && can_draw);
        Progress { total, start: Instant::now(), last_drawn: None, is_visible: false }
    }

    /// Returns true if the bar is enabled.
    pub(crate) fn is_enabled(&self) -> bool {
        self.total.is_some()
    }

    /// Redraws the bar if enough time has passed.
    pub(crate) fn show(&mut self, done: u64) {
        self.show_with(done, "");
    }

    /// Same, with a status text in front of the bar.
    pub(crate) fn show_with(&mut self, done: u64, status: &str) {
        let Some(total) = self.total else { return };
        let now = Instant::now();
        if self.last_drawn.map_or(now - self.start >= SHOW_DELAY, |last| now - last >= REDRAW_INTERVAL) {
            self.last_drawn = Some(now);
            self.is_visible = true;
            let bar = bar(done, total, now - self.start);
            let line = if status.is_empty() { bar } else { format!("{status} {bar}") };
            draw(truncate(&line, columns() + status.chars().count()));
        }
    }

    /// Prints a permanent line above the bar.
    pub(crate) fn println(&mut self, line: &str) {
        self.clear();
        // A closed standard error is ignored.
        writeln!(io::stderr(), "{line}").ok();
    }

    /// Removes the bar until it is next shown.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.is_visible) {
            draw("");
        }
    }
}

/// Removes the bar however the task ends.
impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Replaces the current line. Auto-wrap is off while drawing, because a wrapped line could not be replaced.
/// Errors are ignored: the task does not depend on its bar.
fn draw(text: &str) {
    let line = format!("\x1b[?7l\r\x1b[K{text}\x1b[?7h");
    io::stderr().write_all(line.as_bytes()).ok();
}

/// Terminal width from `COLUMNS`, without querying the terminal.
fn columns() -> usize {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(DEFAULT_COLUMNS)
}

/// Truncates the line to the terminal width, leaving the last column free.
fn truncate(line: &str, columns: usize) -> &str {
    let end = line.char_indices().nth(columns.saturating_sub(1)).map_or(line.len(), |(end, _)| end);
    &line[..end]
}

/// Formats the bar. The most important part comes first, since narrow terminals truncate the rest.
fn bar(done: u64, total: u64, elapsed: Duration) -> String {
    let share = (done as f64 / total as f64).clamp(0.0, 1.0);
    let filled = (share * BAR_WIDTH as f64) as usize;
    let left = if share > 0.0 {
        format!("{:.0} s left", elapsed.as_secs_f64() * (1.0 - share) / share)
    } else {
        "…".to_owned()
    };
    format!("{:3.0} % [{:<BAR_WIDTH$}] {left}", share * 100.0, "#".repeat(filled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bar_shows_share_and_time_left() {
        let check = |done, total, expected: &str| {
            assert_eq!(bar(done, total, Duration::from_secs(10)), expected);
        };
        check(0, 10, "  0 % [                        ] …");
        check(5, 10, " 50 % [############            ] 10 s left");
        check(10, 10, "100 % [########################] 0 s left");
        check(20, 10, "100 % [########################] 0 s left");
    }

    #[test]
    fn lines_are_truncated_to_the_terminal_width() {
        let check = |columns, expected: &str| assert_eq!(truncate("[##] 50 % …", columns), expected);
        check(80, "[##] 50 % …");
        check(12, "[##] 50 % …");
        check(11, "[##] 50 % ");
        check(5, "[##]");
        check(1, "");
        check(0, "");
    }
}
