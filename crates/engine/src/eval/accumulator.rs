//! Accumulation of evaluation terms, for the search or traced for the tuner.

use rules::Color;

use super::tapered_score::TaperedScore;
use super::terms::{Group, VALUES};

/// Records the terms that are added. The search uses `()`, which costs nothing.
pub(crate) trait Trace {
    /// Records a term counted `count` times, White's less Black's.
    fn record(&mut self, term: usize, count: i32);
}

impl Trace for () {
    #[inline(always)]
    fn record(&mut self, _: usize, _: i32) {}
}

/// Sum of terms, White's less Black's.
pub(crate) struct EvalAccumulator<T> {
    pub(crate) sum: TaperedScore,
    pub(crate) trace: T,
}

impl<T: Trace> EvalAccumulator<T> {
    pub(crate) fn new(trace: T) -> EvalAccumulator<T> {
        EvalAccumulator { sum: TaperedScore::ZERO, trace }
    }

    /// Adds a term of a side.
    #[inline(always)]
    pub(crate) fn add(&mut self, side: Color, group: Group, index: usize) {
        debug_assert!(index < group.len, "{} has no {index}", group.name);
        let value = VALUES[group.start + index];
        match side {
            Color::White => self.sum += value,
            Color::Black => self.sum -= value,
        }
        self.trace.record(group.start + index, sign(side));
    }

    /// Adds a term of a side `times` times.
    #[inline(always)]
    pub(crate) fn add_n(&mut self, side: Color, group: Group, index: usize, times: u32) {
        debug_assert!(index < group.len, "{} has no {index}", group.name);
        let times = times as i32 * sign(side);
        self.sum += VALUES[group.start + index] * times;
        self.trace.record(group.start + index, times);
    }
}

#[inline(always)]
fn sign(side: Color) -> i32 {
    match side {
        Color::White => 1,
        Color::Black => -1,
    }
}
