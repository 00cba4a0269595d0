//! Bus over `LISTEN` and `NOTIFY` of PostgreSQL, for two or three nodes without a broker.
//!
//! All nodes listen on one channel. A node sends its messages outside of the transactions that append to games, on a
//! connection of its own, several in one notification: a transaction with a notification takes a lock of the whole
//! database at its commit. What does not fit into a notification is sent as [`Lagged`].

use std::fmt::Write;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::broadcast::{Receiver, Sender};
use tokio::task::JoinHandle;
use tokio::time::{Instant, interval, interval_at, sleep, timeout};

use super::lag_schedule::{LagSchedule, LaggingPart};
use super::{Bus, BusError, BusStatus, InProcessBus, Subscription, Topic};
use crate::node::LatencyHistogram;
use crate::random;
use crate::store::{BoxFuture, Listener, PostgresConfig, retry_start};

/// Channel of all nodes.
const CHANNEL: &str = "hanpan";

/// Longest notification; PostgreSQL allows 8000 bytes.
const MAX_NOTIFICATION: usize = 7_900;

/// Messages that wait for the connection; then the oldest are dropped.
const OUTGOING: usize = 16_384;

/// Delay before the next attempt to connect.
const RECONNECT_DELAY: Duration = Duration::from_millis(500);

/// Interval of `Lagged` without a connection, and of probes with one.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// A statement that takes longer has failed.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);

/// Bus over a PostgreSQL database. Its tasks end when it is dropped.
#[derive(Debug)]
pub struct NotifyBus {
    local: Arc<InProcessBus>,
    outgoing: Sender<(Topic, Bytes)>,
    state: Arc<NotifyState>,
    lags: Arc<LagSchedule>,
    tasks: [JoinHandle<()>; 2],
}

#[derive(Debug, Default)]
struct NotifyState {
    is_connected: AtomicBool,
    reconnects: AtomicU64,
    lost: AtomicU64,
    round_trips: LatencyHistogram,
}

impl NotifyBus {
    /// Connects to the database, which may be away for a moment.
    ///
    /// # Errors
    ///
    /// Returns an error if the database has not been reached after half a minute.
    pub async fn connect(config: PostgresConfig) -> Result<NotifyBus, BusError> {
        let first = retry_start(|| Listener::connect(&config, CHANNEL)).await;
        let first = first.map_err(|error| BusError(error.to_string()))?;
        let lags = Arc::<LagSchedule>::default();
        let (local, state) = (Arc::new(InProcessBus::new()), Arc::<NotifyState>::default());
        state.is_connected.store(true, Ordering::Relaxed);
        let outgoing = Sender::new(OUTGOING);
        let worker = Worker {
            id: random::seed(),
            config,
            local: Arc::clone(&local),
            state: Arc::clone(&state),
            lags: Arc::clone(&lags),
            outgoing: outgoing.subscribe(),
            pending: None,
        };
        let lagging = lag_topics(Arc::clone(&lags), Arc::clone(&local));
        let tasks = [tokio::spawn(worker.run(first)), tokio::spawn(lagging)];
        Ok(NotifyBus { local, outgoing, state, lags, tasks })
    }
}

impl Bus for NotifyBus {
    fn publish(&self, topic: Topic, message: Bytes) {
        self.local.publish(topic, message.clone());
        self.outgoing.send((topic, message)).ok();
    }

    fn subscribe(&self, topic: Topic) -> BoxFuture<Result<Subscription, BusError>> {
        // The node listens to all topics all the time.
        self.local.subscribe(topic)
    }

    fn lag_subscribers(&self) {
        self.lags.request();
    }

    fn status(&self) -> BusStatus {
        BusStatus {
            is_connected: self.state.is_connected.load(Ordering::Relaxed),
            reconnects: self.state.reconnects.load(Ordering::Relaxed),
            lost: self.state.lost.load(Ordering::Relaxed),
            queued: self.outgoing.len() as u64,
            round_trips: self.state.round_trips.counts(),
        }
    }
}

impl Drop for NotifyBus {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// The task that owns the connection.
struct Worker {
    /// Tells the node's own notifications apart.
    id: u64,
    config: PostgresConfig,
    local: Arc<InProcessBus>,
    state: Arc<NotifyState>,
    lags: Arc<LagSchedule>,
    outgoing: Receiver<(Topic, Bytes)>,
    /// A line that did not fit into the last notification.
    pending: Option<String>,
}

/// The connection is lost.
struct ConnectionLost;

/// Line that tells other nodes that messages were lost.
const LOST: &str = "!\n";

/// A line of a notification.
#[derive(PartialEq, Eq, Debug)]
enum Line {
    Message(Topic, Bytes),
    /// A message on this topic was too long.
    Lost(Topic),
    /// Messages were lost on any topics.
    SomeLost,
}

/// Tells subscribers that messages were lost, part by part.
async fn lag_topics(lags: Arc<LagSchedule>, local: Arc<InProcessBus>) {
    let lag = |part: LaggingPart| {
        local.lag(|topic| part.includes(topic));
        local.topic_count()
    };
    lags.run(lag).await;
}

impl Worker {
    async fn run(mut self, first: Listener) {
        let mut listener = first;
        loop {
            // The connection has been lost when this returns; messages may be, too.
            self.serve(&mut listener).await.err();
            tracing::error!("connection of the message bus lost");
            self.state.is_connected.store(false, Ordering::Relaxed);
            drop(listener);
            listener = self.reconnect().await;
            tracing::warn!("message bus connected");
            self.state.reconnects.fetch_add(1, Ordering::Relaxed);
            self.state.is_connected.store(true, Ordering::Relaxed);
            // What others have sent in the meantime is lost, and what this node has sent may be.
            self.lags.request();
            self.pending = Some(LOST.to_owned());
        }
    }

    /// Connects again, however long it takes; subscribers read the store meanwhile.
    async fn reconnect(&self) -> Listener {
        let mut polls = interval(POLL_INTERVAL);
        let mut connected = pin!(async {
            loop {
                match Listener::connect(&self.config, CHANNEL).await {
                    Ok(listener) => return listener,
                    Err(_) => sleep(RECONNECT_DELAY).await,
                }
            }
        });
        loop {
            tokio::select! {
                listener = &mut connected => return listener,
                _ = polls.tick() => self.lags.request(),
            }
        }
    }

    async fn serve(&mut self, listener: &mut Listener) -> Result<std::convert::Infallible, ConnectionLost> {
        let mut probes = interval_at(Instant::now() + POLL_INTERVAL, POLL_INTERVAL);
        loop {
            if self.pending.is_some() {
                self.send(listener, String::new()).await?;
            }
            tokio::select! {
                heard = listener.next() => self.deliver(&heard.ok_or(ConnectionLost)?),
                message = self.outgoing.recv() => {
                    let line = match message {
                        Ok((topic, message)) => encode(topic, &message),
                        Err(RecvError::Lagged(dropped)) => self.lose(dropped),
                        Err(RecvError::Closed) => return Err(ConnectionLost),
                    };
                    self.send(listener, line).await?;
                }
                _ = probes.tick() => {
                    let sent = Instant::now();
                    let answer = timeout(STATEMENT_TIMEOUT, listener.probe()).await;
                    self.state.round_trips.record(sent.elapsed());
                    answer.map_err(|_| ConnectionLost)?.map_err(|_| ConnectionLost)?;
                }
            }
        }
    }

    /// Sends a line with all that fit into the same notification.
    async fn send(&mut self, listener: &Listener, first: String) -> Result<(), ConnectionLost> {
        let mut payload = format!("{:016x}\n", self.id);
        payload.push_str(&self.pending.take().unwrap_or_default());
        payload.push_str(&first);
        loop {
            let line = match self.outgoing.try_recv() {
                Ok((topic, message)) => encode(topic, &message),
                Err(TryRecvError::Lagged(dropped)) => self.lose(dropped),
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            };
            if payload.len() + line.len() > MAX_NOTIFICATION {
                self.pending = Some(line);
                break;
            }
            payload.push_str(&line);
        }
        let sent = timeout(STATEMENT_TIMEOUT, listener.notify(CHANNEL, &payload)).await;
        if !matches!(sent, Ok(Ok(()))) {
            self.state.lost.fetch_add(1, Ordering::Relaxed);
            return Err(ConnectionLost);
        }
        Ok(())
    }

    fn lose(&self, dropped: u64) -> String {
        self.state.lost.fetch_add(dropped, Ordering::Relaxed);
        LOST.to_owned()
    }

    /// Hands the messages of another node to the subscribers of this one.
    fn deliver(&self, payload: &str) {
        let mut lines = payload.lines();
        if lines.next().is_none_or(|sender| u64::from_str_radix(sender, 16) == Ok(self.id)) {
            return;
        }
        for line in lines {
            match decode(line) {
                Some(Line::Message(topic, message)) => self.local.publish(topic, message),
                Some(Line::Lost(topic)) => self.local.lag(|lagged| lagged == topic),
                Some(Line::SomeLost) => self.lags.request(),
                // From a newer server: this one has no subscribers to it.
                None => {}
            }
        }
    }
}

/// Topic and message in hexadecimal digits; without a message if it is too long.
fn encode(topic: Topic, message: &Bytes) -> String {
    let mut line = format!("{topic} ");
    if 2 * message.len() > MAX_NOTIFICATION / 2 {
        line.push('-');
    } else {
        for byte in message {
            // Writing to a string cannot fail.
            let _ = write!(line, "{byte:02x}");
        }
    }
    line.push('\n');
    line
}

/// Reads a line; `None` if its topic is unknown. A message that cannot be read is lost.
fn decode(line: &str) -> Option<Line> {
    if line == LOST.trim_end() {
        return Some(Line::SomeLost);
    }
    let (topic, digits) = line.split_once(' ')?;
    let topic = topic.parse().ok()?;
    let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
    let pairs = digits.as_bytes().chunks(2).map(|pair| match *pair {
        [high, low] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    });
    let message = pairs.collect::<Option<Vec<u8>>>();
    Some(message.map_or(Line::Lost(topic), |message| Line::Message(topic, message.into())))
}

#[cfg(test)]
mod tests {
    use protocol::{GameId, PlayerId};

    use super::*;

    #[test]
    fn messages_round_trip_and_long_ones_lag() {
        let topics =
            [Topic::Game(GameId::from_bits(5)), Topic::Player(PlayerId::from_bits(u128::MAX)), Topic::Lobby];
        for topic in topics {
            for message in [&b""[..], b"\0\xff{}", "한판".as_bytes()] {
                let line = encode(topic, &Bytes::copy_from_slice(message));
                let decoded = decode(line.trim_end_matches('\n'));
                assert_eq!(decoded, Some(Line::Message(topic, Bytes::copy_from_slice(message))), "{line}");
            }
            let line = encode(topic, &Bytes::from(vec![7; 5_000]));
            assert_eq!(decode(line.trim_end()), Some(Line::Lost(topic)));
        }
        assert_eq!(decode(LOST.trim_end()), Some(Line::SomeLost));
        for line in ["lobby 0", "lobby zz"] {
            assert_eq!(decode(line), Some(Line::Lost(Topic::Lobby)), "{line}");
        }
        for line in ["", "game.x 00", "other 00", "other -"] {
            assert_eq!(decode(line), None, "{line}: only subscribers of known topics lag");
        }
    }
}
