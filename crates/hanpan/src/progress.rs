//! A bar on standard error for work that takes long, shown only to a person.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Work shorter than this gets no bar.
const SHOW_DELAY: Duration = Duration::from_millis(700);

/// How often the bar is drawn anew.
pub(crate) const REDRAW_INTERVAL: Duration = Duration::from_millis(100);

/// The length of the bar itself.
const BAR_WIDTH: usize = 24;

/// How wide a terminal is taken to be that does not say so.
const DEFAULT_COLUMNS: usize = 60;

/// How much of some work is done.
pub(crate) struct Progress {
    /// The size of the work, if it is known and somebody is watching.
    total: Option<u64>,
    start: Instant,
    /// When the bar was last drawn.
    last_drawn: Option<Instant>,
    /// Whether it can be seen now.
    is_visible: bool,
}

impl Progress {
    /// Begins work of a size. Where that is not known there is no bar, and none where a line cannot be drawn anew.
    pub(crate) fn start(total: Option<u64>) -> Progress {
        let can_draw =
            io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let total = total.filter(|&total| total > 0 && can_draw);
        Progress { total, start: Instant::now(), last_drawn: None, is_visible: false }
    }

    /// Whether somebody can see the bar.
    pub(crate) fn is_enabled(&self) -> bool {
        self.total.is_some()
    }

    /// Draws the bar, if somebody is watching and it is time.
    pub(crate) fn show(&mut self, done: u64) {
        self.show_with(done, "");
    }

    /// The same with how things stand in front of it.
    pub(crate) fn show_with(&mut self, done: u64, news: &str) {
        let Some(total) = self.total else { return };
        let now = Instant::now();
        if self.last_drawn.map_or(now - self.start >= SHOW_DELAY, |last| now - last >= REDRAW_INTERVAL) {
            self.last_drawn = Some(now);
            self.is_visible = true;
            let bar = bar(done, total, now - self.start);
            let line = if news.is_empty() { bar } else { format!("{news} {bar}") };
            draw(truncate(&line, columns() + news.chars().count()));
        }
    }

    /// Says something that stays, above the bar.
    pub(crate) fn println(&mut self, line: &str) {
        self.clear();
        // With standard error gone there is nobody left to tell.
        writeln!(io::stderr(), "{line}").ok();
    }

    /// Wipes the bar away, until it is shown again.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.is_visible) {
            draw("");
        }
    }
}

/// However the work ends, no bar is left behind.
impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Replaces the line, in one piece. Meanwhile the terminal is told not to go on in the next line if this one is full: a
/// line that wraps cannot be replaced. The bar is a courtesy: if it cannot be drawn the work goes on.
fn draw(text: &str) {
    let line = format!("\x1b[?7l\r\x1b[K{text}\x1b[?7h");
    io::stderr().write_all(line.as_bytes()).ok();
}

/// The width of the terminal, as far as can be known without asking it.
fn columns() -> usize {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(DEFAULT_COLUMNS)
}

/// As much of a line as fits, with the last column left free.
fn truncate(line: &str, columns: usize) -> &str {
    let end = line.char_indices().nth(columns.saturating_sub(1)).map_or(line.len(), |(end, _)| end);
    &line[..end]
}

/// The most important first: on a narrow terminal the rest is cut.
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
