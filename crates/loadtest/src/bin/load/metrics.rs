//! What was counted.

use std::time::Duration;

use loadtest::Traffic;

/// What one table, or all of them, did in a while.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metrics {
    /// How long each move took to be acknowledged.
    pub(crate) latencies: Vec<Duration>,
    /// Messages in both directions.
    pub(crate) traffic: Traffic,
    /// Events that were lost or out of order.
    pub(crate) violations: usize,
}

impl Metrics {
    /// Both together.
    pub(crate) fn merge(&mut self, other: Metrics) {
        self.latencies.extend(other.latencies);
        self.traffic.messages += other.traffic.messages;
        self.traffic.bytes += other.traffic.bytes;
        self.violations += other.violations;
    }

    /// The time that so many of a hundred moves did not exceed, in milliseconds.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let mut times = self.latencies.clone();
        times.sort_unstable();
        let place = times.len().saturating_sub(1) * percent / 100;
        times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    }
}

/// How much more went over a line since then.
pub(crate) fn traffic_since(now: Traffic, then: Traffic) -> Traffic {
    Traffic { messages: now.messages - then.messages, bytes: now.bytes - then.bytes }
}
