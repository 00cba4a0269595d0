//! Lines that wait for the end of a search.
//!
//! A `go` waits for the `bestmove` of the search before it, and the commands after it wait with it, so that all
//! take effect in the order in which the GUI sent them.

use std::collections::VecDeque;

use super::input::InputLine;

/// Maximum number of waiting lines. A GUI has one or two.
const MAX_WAITING_LINES: usize = 64;

/// Queue of waiting lines.
#[derive(Debug, Default)]
pub(crate) struct WaitingLines(VecDeque<WaitingLine>);

/// A waiting line.
#[derive(Debug)]
pub(crate) struct WaitingLine {
    pub(crate) line: InputLine,
    /// `stop` came after the line: a search that it starts is stopped at once.
    pub(crate) is_stopped: bool,
}

/// Error of a full queue.
#[derive(Debug)]
pub(crate) struct TooManyWaiting;

impl WaitingLines {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a line.
    pub(crate) fn push(&mut self, line: InputLine) -> Result<(), TooManyWaiting> {
        if self.0.len() >= MAX_WAITING_LINES {
            return Err(TooManyWaiting);
        }
        self.0.push_back(WaitingLine { line, is_stopped: false });
        Ok(())
    }

    /// Removes the first line if `is_due`.
    pub(crate) fn pop_if(&mut self, is_due: impl FnOnce(&InputLine) -> bool) -> Option<WaitingLine> {
        if is_due(&self.0.front()?.line) { self.0.pop_front() } else { None }
    }

    /// Marks all lines as stopped.
    pub(crate) fn stop(&mut self) {
        self.0.iter_mut().for_each(|waiting| waiting.is_stopped = true);
    }

    /// Drops all lines.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
