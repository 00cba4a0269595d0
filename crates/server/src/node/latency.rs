//! Latency histograms.

use std::array;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the buckets in microseconds; the last bucket has none.
const BOUNDS: [u64; 12] =
    [500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 5_000_000];

/// Number of buckets.
const BUCKETS: usize = BOUNDS.len() + 1;

/// Histogram of durations, shared by threads.
#[derive(Debug, Default)]
pub(crate) struct LatencyHistogram {
    buckets: [AtomicU64; BUCKETS],
    /// Sum in microseconds.
    sum: AtomicU64,
}

/// Counts of a histogram at one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LatencyCounts {
    buckets: [u64; BUCKETS],
    sum: u64,
}

impl LatencyHistogram {
    pub(crate) fn record(&self, latency: Duration) {
        let micros = u64::try_from(latency.as_micros()).unwrap_or(u64::MAX);
        self.buckets[BOUNDS.partition_point(|&bound| bound < micros)].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(micros, Ordering::Relaxed);
    }

    pub(crate) fn counts(&self) -> LatencyCounts {
        let buckets = array::from_fn(|index| self.buckets[index].load(Ordering::Relaxed));
        LatencyCounts { buckets, sum: self.sum.load(Ordering::Relaxed) }
    }
}

impl LatencyCounts {
    /// Writes Prometheus text: cumulative buckets, sum and count, in seconds.
    pub(crate) fn write(&self, text: &mut String, name: &str, help: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "# HELP hanpan_{name}_seconds {help}\n# TYPE hanpan_{name}_seconds histogram");
        let mut count = 0;
        for (index, bucket) in self.buckets.iter().enumerate() {
            count += bucket;
            let bound = BOUNDS.get(index).map_or("+Inf".to_owned(), |&bound| seconds(bound).to_string());
            let _ = writeln!(text, "hanpan_{name}_seconds_bucket{{le=\"{bound}\"}} {count}");
        }
        let _ = writeln!(text, "hanpan_{name}_seconds_sum {}", seconds(self.sum));
        let _ = writeln!(text, "hanpan_{name}_seconds_count {count}");
    }
}

fn seconds(micros: u64) -> f64 {
    Duration::from_micros(micros).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_cumulative_and_include_their_bounds() {
        let histogram = LatencyHistogram::default();
        for micros in [1, 500, 501, 20_000, 6_000_000] {
            histogram.record(Duration::from_micros(micros));
        }
        let mut text = String::new();
        histogram.counts().write(&mut text, "store_append", "Time of appends");
        for line in [
            "# TYPE hanpan_store_append_seconds histogram",
            "hanpan_store_append_seconds_bucket{le=\"0.0005\"} 2",
            "hanpan_store_append_seconds_bucket{le=\"0.001\"} 3",
            "hanpan_store_append_seconds_bucket{le=\"0.01\"} 3",
            "hanpan_store_append_seconds_bucket{le=\"0.02\"} 4",
            "hanpan_store_append_seconds_bucket{le=\"5\"} 4",
            "hanpan_store_append_seconds_bucket{le=\"+Inf\"} 5",
            "hanpan_store_append_seconds_sum 6.021002",
            "hanpan_store_append_seconds_count 5",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in:\n{text}");
        }
    }
}
