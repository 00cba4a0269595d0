//! Ping/pong: detects dead connections and measures the round trip.
//!
//! A client can answer late but not early, so the shortest measurement of the last minute counts: a client that
//! answers late only while it thinks gains nothing. A client that answers every ping late gains nothing either where
//! the round trip of the network is known ([`LagBound`]).

use std::collections::VecDeque;

use game::{Millis, Timestamp};

use super::TcpEndpoints;

/// Ping interval.
pub(super) const PING_INTERVAL: Millis = Millis::seconds(5);

/// A connection without any message for this long is dead.
const PONG_TIMEOUT: Millis = Millis::seconds(20);

/// Pings between two `beat` messages.
const PINGS_PER_BEAT: u32 = 3;

/// Measurements whose minimum is the round trip: those of the last minute.
const WINDOW: usize = 12;

/// Source of a round trip that the client's program cannot lengthen. Lag is at most that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LagBound {
    /// The client connects directly: the kernel measures.
    Kernel(TcpEndpoints),
    /// Measured by the trusted proxy, which has the client's connection, when it forwarded the upgrade.
    Proxy(Millis),
    /// The proxy has not told a round trip.
    Unknown,
}

/// Ping state of a connection.
#[derive(Debug)]
pub(super) struct PingState {
    /// Number and time of the unanswered ping.
    in_flight: Option<(u64, Timestamp)>,
    count: u64,
    last_received: Timestamp,
    /// The last measurements, oldest first.
    measured: VecDeque<Millis>,
    bound: LagBound,
    /// The last answer of the bound's source.
    network: Option<Millis>,
}

/// Action of a tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PingAction {
    /// Send a ping with this payload.
    Ping([u8; 8]),
    /// Send a ping and a `beat` message.
    PingAndBeat([u8; 8]),
    /// Close the connection.
    TimedOut,
}

impl PingState {
    pub(super) fn new(now: Timestamp, bound: LagBound) -> PingState {
        PingState {
            in_flight: None,
            count: 0,
            last_received: now,
            measured: VecDeque::new(),
            bound,
            network: bound.round_trip(),
        }
    }

    /// Advances to the next ping.
    pub(super) fn tick(&mut self, now: Timestamp) -> PingAction {
        if now.since(self.last_received) >= PONG_TIMEOUT {
            return PingAction::TimedOut;
        }
        self.count += 1;
        // An unanswered ping stays the measured one, since its pong is late.
        if self.in_flight.is_none() {
            self.in_flight = Some((self.count, now));
        }
        let payload = self.count.to_be_bytes();
        if self.count.is_multiple_of(u64::from(PINGS_PER_BEAT)) {
            PingAction::PingAndBeat(payload)
        } else {
            PingAction::Ping(payload)
        }
    }

    /// Notes that the client has sent something.
    pub(super) fn received(&mut self, now: Timestamp) {
        self.last_received = now;
    }

    /// Handles a pong; returns the new round trip.
    pub(super) fn pong(&mut self, payload: &[u8], now: Timestamp) -> Option<Millis> {
        let (number, at) = self.in_flight?;
        if payload != number.to_be_bytes() {
            return None;
        }
        self.in_flight = None;
        if self.measured.len() == WINDOW {
            self.measured.pop_front();
        }
        self.measured.push_back(now.since(at));
        self.network = self.bound.round_trip().or(self.network);
        self.round_trip()
    }

    /// The shortest recent round trip, once measured.
    pub(super) fn round_trip(&self) -> Option<Millis> {
        let shortest = self.measured.iter().min().copied()?;
        Some(self.network.map_or(shortest, |network| shortest.min(network)))
    }
}

impl LagBound {
    /// The round trip of the network now, if it is known.
    fn round_trip(self) -> Option<Millis> {
        match self {
            LagBound::Kernel(endpoints) => endpoints.min_round_trip(),
            LagBound::Proxy(round_trip) => Some(round_trip),
            LagBound::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_round_trip_of_the_last_minute_counts() {
        let mut ping = PingState::new(Timestamp(0), LagBound::Unknown);
        let mut check = |at: u64, trip: u64, expected: u64| {
            let (PingAction::Ping(payload) | PingAction::PingAndBeat(payload)) = ping.tick(Timestamp(at))
            else {
                panic!("dead at {at}")
            };
            ping.received(Timestamp(at + trip));
            assert_eq!(ping.pong(&payload, Timestamp(at + trip)), Some(Millis(expected)));
        };
        check(0, 100, 100);
        check(5_000, 400, 100);
        check(10_000, 80, 80);
        for ping in 3..14 {
            check(5_000 * ping, 400, 80);
        }
        check(70_000, 400, 400);
    }

    #[test]
    fn late_answers_do_not_exceed_the_round_trip_of_the_network() {
        let mut ping = PingState::new(Timestamp(0), LagBound::Proxy(Millis(30)));
        assert_eq!(ping.round_trip(), None, "nothing is deducted before the first answer");
        let PingAction::Ping(payload) = ping.tick(Timestamp(0)) else { panic!("no ping") };
        assert_eq!(ping.pong(&payload, Timestamp(400)), Some(Millis(30)));
        let PingAction::Ping(payload) = ping.tick(Timestamp(5_000)) else { panic!("no ping") };
        assert_eq!(ping.pong(&payload, Timestamp(5_020)), Some(Millis(20)));
    }

    #[test]
    fn forged_and_repeated_pongs_are_ignored() {
        let mut ping = PingState::new(Timestamp(0), LagBound::Unknown);
        assert_eq!(ping.pong(&[0; 8], Timestamp(1)), None);
        let PingAction::Ping(payload) = ping.tick(Timestamp(0)) else { panic!("no ping") };
        assert_eq!(ping.pong(b"something", Timestamp(1)), None);
        assert_eq!(ping.pong(&payload, Timestamp(40)), Some(Millis(40)));
        assert_eq!(ping.pong(&payload, Timestamp(4_000)), None);
    }

    #[test]
    fn silence_times_out_and_every_third_ping_sends_a_beat() {
        let mut ping = PingState::new(Timestamp(0), LagBound::Unknown);
        assert!(matches!(ping.tick(Timestamp(0)), PingAction::Ping(_)));
        assert!(matches!(ping.tick(Timestamp(5_000)), PingAction::Ping(_)));
        assert!(matches!(ping.tick(Timestamp(10_000)), PingAction::PingAndBeat(_)));
        assert_eq!(ping.tick(Timestamp(20_000)), PingAction::TimedOut);
    }
}
