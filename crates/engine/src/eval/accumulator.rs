//! Adding terms up, for the search or for the tuner.

use rules::Color;

use super::tapered_score::TaperedScore;
use super::terms::{Group, VALUES};

/// Is told of every term that is added. The search needs no record and passes `()`, which costs nothing.
pub(crate) trait Trace {
    /// A term was found so many times, White's less Black's.
    fn record(&mut self, term: usize, count: i32);
}

impl Trace for () {
    #[inline(always)]
    fn record(&mut self, _: usize, _: i32) {}
}

/// The sum so far, White's less Black's.
pub(crate) struct EvalAccumulator<T> {
    pub(crate) sum: TaperedScore,
    pub(crate) trace: T,
}

impl<T: Trace> EvalAccumulator<T> {
    pub(crate) fn new(trace: T) -> EvalAccumulator<T> {
        EvalAccumulator { sum: TaperedScore::ZERO, trace }
    }

    /// A side has something once.
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

    /// A side has something several times.
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
