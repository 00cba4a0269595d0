//! What came out of one slice of an analysis.

use engine::{Bound, Line, Report};

/// The lines of the deepest round that was completed, by rank.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) lines: Vec<Line>,
}

impl Tally {
    /// Takes down what the search tells, if it is certain.
    pub(crate) fn note(&mut self, report: Report) {
        let Report::Line(line) = report else { return };
        if line.bound != Bound::Exact {
            return;
        }
        if line.rank == 1 {
            self.lines.clear();
        }
        self.lines.push(line);
    }
}
