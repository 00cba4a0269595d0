//! A bar on standard error for work that takes long, shown only to a person.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Work shorter than this gets no bar.
const PATIENCE: Duration = Duration::from_millis(700);

/// How often the bar is drawn anew.
pub(crate) const FRAME: Duration = Duration::from_millis(100);

const WIDTH: usize = 30;

/// How much of some work is done.
pub(crate) struct Progress {
    /// The size of the work, if it is known and somebody is watching.
    total: Option<u64>,
    start: Instant,
    /// When the bar was last drawn.
    last: Option<Instant>,
}

impl Progress {
    /// Begins work of a size. Where that is not known there is no bar.
    pub(crate) fn start(total: Option<u64>) -> Progress {
        let total = total.filter(|&total| total > 0 && io::stderr().is_terminal());
        Progress { total, start: Instant::now(), last: None }
    }

    /// Draws the bar, if somebody is watching and it is time.
    pub(crate) fn show(&mut self, done: u64) {
        let Some(total) = self.total else { return };
        let now = Instant::now();
        if self.last.map_or(now - self.start >= PATIENCE, |last| now - last >= FRAME) {
            self.last = Some(now);
            draw(&bar(done, total, now - self.start));
        }
    }

    /// Wipes the bar away, until it is shown again.
    pub(crate) fn clear(&mut self) {
        if self.last.is_some() {
            draw("");
        }
    }
}

/// Replaces the line. The bar is a courtesy: if it cannot be drawn the work goes on.
fn draw(text: &str) {
    write!(io::stderr(), "\r\x1b[K{text}").ok();
}

fn bar(done: u64, total: u64, elapsed: Duration) -> String {
    let share = (done as f64 / total as f64).clamp(0.0, 1.0);
    let filled = (share * WIDTH as f64) as usize;
    let left = if share > 0.0 {
        format!("{:.0} s left", elapsed.as_secs_f64() * (1.0 - share) / share)
    } else {
        "…".to_owned()
    };
    format!("[{:<WIDTH$}] {:3.0} %  {left}", "#".repeat(filled), share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars() {
        let check = |done, total, expected: &str| {
            assert_eq!(bar(done, total, Duration::from_secs(10)), expected);
        };
        check(0, 10, "[                              ]   0 %  …");
        check(5, 10, "[###############               ]  50 %  10 s left");
        check(10, 10, "[##############################] 100 %  0 s left");
        check(20, 10, "[##############################] 100 %  0 s left");
    }
}
