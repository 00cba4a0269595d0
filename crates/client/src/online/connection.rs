//! Connection state machine: connecting, read timeout, exponential backoff with jitter.

use game::{Millis, Timestamp};
use protocol::{CloseReason, DurationMillis};

use super::{Rng, SocketId};

/// The connection to the server, without the socket: told about events and the time, it decides when to
/// connect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClientConnection {
    phase: Phase,
    id: SocketId,
    /// Consecutive failed or short-lived connections.
    attempts: u32,
    /// Time of the disconnect.
    lost_at: Option<Timestamp>,
    /// Cause of the disconnect.
    cause: DisconnectCause,
    /// Round-trip time measured by the server.
    lag: Option<Millis>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Phase {
    #[default]
    Disconnected,
    /// Waiting until this time to reconnect.
    Waiting(Timestamp),
    /// Connecting, or waiting for the welcome message, since this time.
    Connecting(Timestamp),
    Connected {
        since: Timestamp,
        last_message: Timestamp,
    },
    ClosedByServer(Option<CloseReason>),
}

/// Connection status for the user interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConnectionStatus {
    /// No connection requested.
    Disconnected,
    /// First connection attempt.
    Connecting,
    /// Connected.
    Connected {
        /// Round-trip time measured by the server.
        lag: Option<Millis>,
    },
    /// Disconnected; reconnecting automatically.
    Lost {
        /// Time since the disconnect.
        ago: Millis,
        /// Time until the next attempt; `None` during an attempt.
        retry_in: Option<Millis>,
        /// Known cause.
        cause: DisconnectCause,
    },
    /// Closed by the server for good, with its reason if given.
    ClosedByServer(Option<CloseReason>),
}

impl ConnectionStatus {
    /// Returns true if the user may ask for an attempt now. A banned player may not: it would fail.
    #[must_use]
    pub fn can_retry(self) -> bool {
        match self {
            ConnectionStatus::Lost { retry_in, .. } => retry_in.is_some(),
            ConnectionStatus::ClosedByServer(reason) => reason != Some(CloseReason::Banned),
            ConnectionStatus::Disconnected
            | ConnectionStatus::Connecting
            | ConnectionStatus::Connected { .. } => false,
        }
    }
}

/// Cause of a disconnect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DisconnectCause {
    /// Unknown.
    #[default]
    Unknown,
    /// The server announced a restart.
    Restart,
}

/// Urgency of reconnecting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// A clock runs in the subscribed game.
    ClockRunning,
    /// No clock runs.
    Idle,
}

/// Task for the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ConnectionTask {
    Connect(SocketId),
    /// Close a socket that timed out; a new one follows.
    Drop(SocketId),
}

/// Longest silence before a connection counts as lost. The server sends a heartbeat every fifteen seconds.
const READ_TIMEOUT: Millis = Millis::seconds(20);

/// Maximum time until the welcome message.
const CONNECT_TIMEOUT: Millis = Millis::seconds(10);

/// Bounds of the exponential backoff.
const INITIAL_BACKOFF: Millis = Millis(250);
const MAX_BACKOFF: Millis = Millis::seconds(15);

/// Upper bound while a clock runs: with jitter, three seconds.
const MAX_BACKOFF_CLOCK_RUNNING: Millis = Millis::seconds(2);

/// A connection that lasted this long resets the backoff.
const STABLE_AFTER: Millis = Millis::seconds(5);

impl ClientConnection {
    /// The status at `now`.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> ConnectionStatus {
        let lost = |retry_in| ConnectionStatus::Lost {
            ago: now.since(self.lost_at.unwrap_or(now)),
            retry_in,
            cause: self.cause,
        };
        match self.phase {
            Phase::Disconnected => ConnectionStatus::Disconnected,
            Phase::Connecting(_) if self.attempts == 0 && self.lost_at.is_none() => {
                ConnectionStatus::Connecting
            }
            Phase::Connecting(_) => lost(None),
            Phase::Waiting(at) => lost(Some(at.since(now))),
            Phase::Connected { .. } => ConnectionStatus::Connected { lag: self.lag },
            Phase::ClosedByServer(words) => ConnectionStatus::ClosedByServer(words),
        }
    }

    /// True if messages can be sent.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        matches!(self.phase, Phase::Connected { .. })
    }

    /// Time of the next timeout or connection attempt.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Timestamp> {
        match self.phase {
            Phase::Disconnected | Phase::ClosedByServer(_) => None,
            Phase::Waiting(at) => Some(at),
            Phase::Connecting(since) => Some(since + CONNECT_TIMEOUT),
            Phase::Connected { last_message: heard, .. } => Some(heard + READ_TIMEOUT),
        }
    }

    /// Id of the socket in use or being opened.
    pub(crate) fn active_id(&self) -> Option<SocketId> {
        matches!(self.phase, Phase::Connecting(_) | Phase::Connected { .. }).then_some(self.id)
    }

    /// Requests a connection, immediately if a retry is pending.
    pub(crate) fn request(&mut self, now: Timestamp) {
        if matches!(self.phase, Phase::Disconnected | Phase::Waiting(_) | Phase::ClosedByServer(_)) {
            self.phase = Phase::Waiting(now);
        }
    }

    /// Retries immediately if a retry is pending or was given up; does nothing if no connection was
    /// requested.
    pub(crate) fn retry(&mut self, now: Timestamp) {
        if self.phase != Phase::Disconnected {
            self.request(now);
        }
    }

    /// Cancels the request; returns the socket to close.
    pub(crate) fn disconnect(&mut self) -> Option<SocketId> {
        let socket = self.active_id();
        *self = ClientConnection { id: self.id, ..ClientConnection::default() };
        socket
    }

    /// The welcome message was received.
    pub(crate) fn on_welcome(&mut self, now: Timestamp) {
        self.phase = Phase::Connected { since: now, last_message: now };
        (self.lost_at, self.cause) = (None, DisconnectCause::Unknown);
    }

    /// A message was received.
    pub(crate) fn on_message(&mut self, now: Timestamp) {
        if let Phase::Connected { last_message: heard, .. } = &mut self.phase {
            *heard = now;
        }
    }

    /// The server measured the round-trip time.
    pub(crate) fn on_lag(&mut self, lag: Option<DurationMillis>) {
        self.lag = lag.map(Into::into).or(self.lag);
    }

    /// The socket was closed or could not be opened.
    pub(crate) fn on_closed(&mut self, now: Timestamp, urgency: Urgency, rng: &mut Rng) {
        let was_stable =
            matches!(self.phase, Phase::Connected { since, .. } if now.since(since) >= STABLE_AFTER);
        self.attempts = if was_stable { 0 } else { self.attempts.saturating_add(1) };
        let longest = match urgency {
            Urgency::ClockRunning => MAX_BACKOFF_CLOCK_RUNNING,
            Urgency::Idle => MAX_BACKOFF,
        };
        let wait = Millis(INITIAL_BACKOFF.0 << self.attempts.min(10)).min(longest);
        // Jitter spreads the reconnects after a restart of the server.
        self.schedule_retry(now, wait + Millis(rng.below(wait.0 / 2)));
    }

    /// The server announced the end of the connection and when to reconnect, if at all.
    pub(crate) fn on_close_message(
        &mut self,
        reason: CloseReason,
        retry: Option<DurationMillis>,
        now: Timestamp,
        rng: &mut Rng,
    ) {
        match retry {
            Some(DurationMillis(span)) => {
                // A retry delay of 0 means a new session, not a restart.
                if reason == CloseReason::Closing && span > 0 {
                    self.cause = DisconnectCause::Restart;
                }
                self.schedule_retry(now, Millis(span) + Millis(rng.below(span / 2)));
            }
            None => self.phase = Phase::ClosedByServer(Some(reason)),
        }
    }

    /// The server rejected the client.
    pub(crate) fn on_rejected(&mut self) {
        self.phase = Phase::ClosedByServer(None);
    }

    /// Returns the task that is due, if any.
    pub(crate) fn poll(&mut self, now: Timestamp, urgency: Urgency, rng: &mut Rng) -> Option<ConnectionTask> {
        let is_due = self.next_deadline().is_some_and(|at| now >= at);
        match self.phase {
            Phase::Waiting(_) if is_due => {
                self.id = SocketId(self.id.0.wrapping_add(1));
                self.phase = Phase::Connecting(now);
                Some(ConnectionTask::Connect(self.id))
            }
            Phase::Connecting(_) | Phase::Connected { .. } if is_due => {
                self.on_closed(now, urgency, rng);
                Some(ConnectionTask::Drop(self.id))
            }
            _ => None,
        }
    }

    fn schedule_retry(&mut self, now: Timestamp, wait: Millis) {
        self.lost_at = self.lost_at.or(Some(now));
        self.lag = None;
        self.phase = Phase::Waiting(now + wait);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Timestamp {
        Timestamp(seconds * 1_000)
    }

    fn connected(rng: &mut Rng) -> ClientConnection {
        let mut connection = ClientConnection::default();
        connection.request(at(0));
        assert_eq!(connection.poll(at(0), Urgency::Idle, rng), Some(ConnectionTask::Connect(SocketId(1))));
        assert_eq!(connection.status(at(1)), ConnectionStatus::Connecting);
        connection.on_welcome(at(1));
        connection
    }

    #[test]
    fn silence_beyond_the_read_timeout_closes_the_connection() {
        let mut rng = Rng::new(1);
        let mut connection = connected(&mut rng);
        connection.on_message(at(15));
        assert_eq!(connection.poll(at(34), Urgency::Idle, &mut rng), None);
        assert_eq!(connection.next_deadline(), Some(at(35)));
        assert_eq!(connection.poll(at(35), Urgency::Idle, &mut rng), Some(ConnectionTask::Drop(SocketId(1))));
        assert!(matches!(connection.status(at(37)), ConnectionStatus::Lost { ago: Millis(2_000), .. }));
        assert_eq!(
            connection.poll(at(37), Urgency::Idle, &mut rng),
            Some(ConnectionTask::Connect(SocketId(2)))
        );
        assert_eq!(
            connection.status(at(40)),
            ConnectionStatus::Lost { ago: Millis(5_000), retry_in: None, cause: DisconnectCause::Unknown }
        );
        connection.on_welcome(at(40));
        assert_eq!(connection.status(at(40)), ConnectionStatus::Connected { lag: None });
    }

    #[test]
    fn retry_reconnects_only_when_a_connection_was_requested() {
        let mut rng = Rng::new(1);
        let mut connection = ClientConnection::default();
        connection.retry(at(0));
        assert_eq!(
            (connection.status(at(0)), connection.next_deadline()),
            (ConnectionStatus::Disconnected, None)
        );
        let mut connection = connected(&mut rng);
        connection.retry(at(2));
        assert!(connection.is_connected(), "already connected");
        connection.on_close_message(CloseReason::Flood, None, at(3), &mut rng);
        connection.retry(at(4));
        assert_eq!(connection.next_deadline(), Some(at(4)));
    }

    #[test]
    fn backoff_grows_to_a_limit_with_jitter() {
        let mut rng = Rng::new(7);
        let mut connection = connected(&mut rng);
        let mut now = at(100);
        let mut waits = Vec::new();
        for _ in 0..10 {
            connection.on_closed(now, Urgency::Idle, &mut rng);
            let next = connection.next_deadline().unwrap();
            waits.push(next.since(now).0);
            now = next;
            assert!(matches!(
                connection.poll(now, Urgency::Idle, &mut rng),
                Some(ConnectionTask::Connect(_))
            ));
        }
        assert!(waits[0] < 400, "{waits:?}");
        assert!(waits.windows(2).take(5).all(|two| two[1] > two[0]), "{waits:?}");
        assert!(waits.iter().all(|&wait| wait <= 22_500), "{waits:?}");
        assert!(waits[8] != waits[9], "{waits:?}");
    }

    #[test]
    fn backoff_is_at_most_three_seconds_while_a_clock_runs() {
        let mut rng = Rng::new(7);
        let mut connection = connected(&mut rng);
        let mut now = at(100);
        for _ in 0..30 {
            connection.on_closed(now, Urgency::ClockRunning, &mut rng);
            let next = connection.next_deadline().unwrap();
            assert!(next.since(now) <= Millis::seconds(3), "{next:?} after {now:?}");
            now = next;
            assert!(matches!(
                connection.poll(now, Urgency::ClockRunning, &mut rng),
                Some(ConnectionTask::Connect(_))
            ));
        }
        assert!(now.since(at(100)) > Millis::seconds(45), "nor much more often: {now:?}");
    }

    #[test]
    fn backoff_grows_when_connections_do_not_last() {
        let mut rng = Rng::new(3);
        let mut connection = connected(&mut rng);
        let mut now = at(1);
        for _ in 0..5 {
            connection.on_closed(now, Urgency::Idle, &mut rng);
            now = connection.next_deadline().unwrap();
            connection.poll(now, Urgency::Idle, &mut rng);
            connection.on_welcome(now);
        }
        assert!(now > at(10), "{now:?}");
    }

    #[test]
    fn retry_waits_as_long_as_the_server_asks() {
        let mut rng = Rng::new(3);
        let mut connection = connected(&mut rng);
        connection.on_close_message(CloseReason::Closing, Some(DurationMillis(1_000)), at(5), &mut rng);
        let next = connection.next_deadline().unwrap().since(at(5));
        assert!((1_000..1_500).contains(&next.0), "{next:?}");
        let restarts = |connection: &ClientConnection| {
            matches!(connection.status(at(6)), ConnectionStatus::Lost { cause: DisconnectCause::Restart, .. })
        };
        assert!(restarts(&connection));
        connection.on_welcome(at(7));
        connection.on_close_message(CloseReason::Closing, Some(DurationMillis(0)), at(7), &mut rng);
        assert!(!restarts(&connection), "the session has ended, not the server");
        connection.on_welcome(at(8));
        connection.on_close_message(CloseReason::Malformed, None, at(8), &mut rng);
        assert_eq!(connection.status(at(9)), ConnectionStatus::ClosedByServer(Some(CloseReason::Malformed)));
        assert_eq!(
            (connection.next_deadline(), connection.poll(at(99), Urgency::Idle, &mut rng)),
            (None, None)
        );
        connection.request(at(100));
        assert!(connection.poll(at(100), Urgency::Idle, &mut rng).is_some(), "the user retries");
        assert_eq!(connection.disconnect(), Some(SocketId(2)));
        assert_eq!(connection.status(at(101)), ConnectionStatus::Disconnected);
    }
}
