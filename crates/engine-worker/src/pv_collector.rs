//! What came out of one slice of an analysis.

use engine::{Bound, PvInfo, SearchInfo};

/// The lines of the deepest round that was completed, by rank.
#[derive(Default)]
pub(crate) struct PvCollector {
    pub(crate) lines: Vec<PvInfo>,
}

impl PvCollector {
    /// Takes down what the search tells, if it is certain.
    pub(crate) fn push(&mut self, report: SearchInfo) {
        let SearchInfo::Pv(line) = report else { return };
        if line.bound != Bound::Exact {
            return;
        }
        if line.multi_pv == 1 {
            self.lines.clear();
        }
        self.lines.push(line);
    }
}
