//! Prometheus metrics.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use super::latency::LatencyHistogram;
use crate::bus::BusStatus;
use crate::store::StoreStatus;

/// Counters since the start of the server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) requests: Counter,
    pub(crate) sockets: Counter,
    pub(crate) received: Counter,
    pub(crate) sent: Counter,
    pub(crate) refused: Counter,
    /// Connections closed for flooding or slow reading.
    pub(crate) dropped: Counter,
    /// Resynchronizations after missed events.
    pub(crate) resyncs: Counter,
    pub(crate) games: Counter,
    /// Records made durable.
    pub(crate) records: Counter,
    /// Games whose logs were compacted.
    pub(crate) compacted_games: Counter,
    /// Time of an append to a game log, until it is durable.
    pub(crate) appends: LatencyHistogram,
    /// Time of reading a game log.
    pub(crate) reads: LatencyHistogram,
}

/// Monotonic counter.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Current values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gauges {
    /// Open WebSockets.
    pub(crate) connections: usize,
    pub(crate) players: u32,
    pub(crate) games_playing: usize,
    /// Running game actors.
    pub(crate) games_in_memory: usize,
    pub(crate) bus: BusStatus,
    pub(crate) store: StoreStatus,
}

impl Metrics {
    /// Prometheus text format.
    pub(crate) fn render(&self, gauges: Gauges) -> String {
        let mut text = String::new();
        let counters = [
            ("http_requests", "HTTP requests", &self.requests),
            ("sockets", "WebSockets opened", &self.sockets),
            ("messages_received", "Messages read from clients", &self.received),
            ("messages_sent", "Messages written to clients", &self.sent),
            ("messages_refused", "Messages that were refused", &self.refused),
            ("connections_dropped", "Connections ended for misconduct or slowness", &self.dropped),
            ("resyncs", "Times a client had missed something of a game", &self.resyncs),
            ("games_created", "Games created", &self.games),
            ("records", "Records that became durable", &self.records),
            ("games_compacted", "Finished games whose logs were compacted", &self.compacted_games),
        ];
        for (name, help, counter) in counters {
            write_metric(&mut text, &format!("{name}_total"), help, "counter", counter.get());
        }
        let bus = gauges.bus;
        for (name, help, value) in [
            ("bus_reconnects", "Connections to the message bus after the first", bus.reconnects),
            ("bus_lost", "Messages that the message bus could not take", bus.lost),
            ("store_reconnects", "Connections to the database after the first ones", gauges.store.reconnects),
        ] {
            write_metric(&mut text, &format!("{name}_total"), help, "counter", value);
        }
        let gauges = [
            ("bus_connected", "Connected to the message bus", bus.is_connected.into()),
            ("bus_queued", "Messages that wait for the message bus", bus.queued),
            ("store_pending", "Operations that the store has not answered", gauges.store.pending),
            ("connections", "WebSockets open", gauges.connections as u64),
            ("players", "People connected", gauges.players.into()),
            ("games_playing", "Games being played", gauges.games_playing as u64),
            ("tables", "Games in memory", gauges.games_in_memory as u64),
        ];
        for (name, help, value) in gauges {
            write_metric(&mut text, name, help, "gauge", value);
        }
        self.appends.counts().write(&mut text, "store_append", "Time until an append is durable");
        self.reads.counts().write(&mut text, "store_read", "Time of reading a game log");
        bus.round_trips.write(&mut text, "bus_round_trip", "Time to the message bus and back");
        text
    }
}

fn write_metric(text: &mut String, name: &str, help: &str, kind: &str, value: u64) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "# HELP hanpan_{name} {help}\n# TYPE hanpan_{name} {kind}\nhanpan_{name} {value}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_prometheus_text_format() {
        let metrics = Metrics::default();
        metrics.games.add(2);
        let bus = BusStatus { is_connected: true, reconnects: 5, ..BusStatus::default() };
        let store = StoreStatus { pending: 7, reconnects: 6 };
        let gauges = Gauges { connections: 3, players: 2, games_playing: 1, games_in_memory: 4, bus, store };
        let text = metrics.render(gauges);
        assert!(
            text.contains("# TYPE hanpan_games_created_total counter\nhanpan_games_created_total 2\n"),
            "{text}"
        );
        assert!(text.contains("# TYPE hanpan_connections gauge\nhanpan_connections 3\n"), "{text}");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (name, value) = line.split_once(' ').unwrap();
            assert!(name.starts_with("hanpan_") && value.parse::<f64>().is_ok(), "{line}");
        }
    }
}
