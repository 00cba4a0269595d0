use engine::{Bound, PvInfo, SearchInfo};

/// Principal variations of the last completed iteration, by rank.
#[derive(Default)]
pub(crate) struct PvCollector {
    pub(crate) lines: Vec<PvInfo>,
}

impl PvCollector {
    /// Keeps exact principal variations.
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
