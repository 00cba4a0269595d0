//! Counters and latencies.

use std::time::Duration;

use loadtest::Traffic;

/// Metrics of one game or of all games in one phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metrics {
    /// Time from sending to acknowledgement, per move.
    pub(crate) latencies: Vec<Duration>,
    /// Time from the acknowledgement to the arrival at the opponent's client, per move.
    pub(crate) arrivals: Vec<Duration>,
    /// Messages in both directions.
    pub(crate) traffic: Traffic,
    /// Events that were missing or out of order.
    pub(crate) violations: usize,
}

impl Metrics {
    /// Adds the metrics of another game.
    pub(crate) fn merge(&mut self, other: Metrics) {
        self.latencies.extend(other.latencies);
        self.arrivals.extend(other.arrivals);
        self.traffic.messages += other.traffic.messages;
        self.traffic.bytes += other.traffic.bytes;
        self.violations += other.violations;
    }

    /// Latency percentile in milliseconds.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        percentile(&self.latencies, percent)
    }

    /// Percentile of the arrivals in milliseconds.
    pub(crate) fn arrival_percentile(&self, percent: usize) -> f64 {
        percentile(&self.arrivals, percent)
    }
}

fn percentile(times: &[Duration], percent: usize) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    let place = times.len().saturating_sub(1) * percent / 100;
    times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// Difference between two traffic counters.
pub(crate) fn traffic_since(now: Traffic, then: Traffic) -> Traffic {
    Traffic { messages: now.messages - then.messages, bytes: now.bytes - then.bytes }
}
