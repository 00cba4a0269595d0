//! Bus over NATS core, for several nodes.
//!
//! A message goes straight to the subscribers of this node and through NATS to the other nodes (`no_echo`: never back).
//! Each node has one NATS subscription per topic, which feeds the same bounded ring as its own messages.
//!
//! NATS delivers at most once. Where messages may have been lost, subscribers get [`Lagged`]: when this node has lost its
//! connection or was too slow, and on all other nodes when it could not send. Without a connection they get it every few
//! seconds, so that games go on by reading the store; the other nodes learn from the lease that they have to do the same.
//! [`LagSchedule`] keeps them from reading it all at once.
//!
//! In a NATS cluster a server answers before the others know of a new subscription, and what they forward until then is
//! lost. Therefore subscribers get [`Lagged`] once more a second after they have subscribed or connected there. When the
//! connection between two servers breaks, messages are lost and no client is told; therefore they also get it every ten
//! seconds, a tenth of the topics each second.

use std::collections::HashMap;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Duration;

use async_nats::{Client, Event, Subscriber};
use bytes::Bytes;
use futures_core::Stream;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{self, Sender};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};

use super::lag_schedule::{LAG_PARTS, LagSchedule, LaggingPart};
use super::nats_connect::connect;
use super::nats_subjects::SiteSubjects;
use super::{Bus, BusError, BusStatus, Delivery, Lagged, NatsConfig, Subscription, Topic};
use crate::node::LatencyHistogram;
use crate::store::BoxFuture;
use crate::sync::lock;

/// Messages that wait for the connection; then the oldest are dropped.
const OUTGOING: usize = 16_384;

/// Time for a new subscription to reach the server.
const SUBSCRIBE_TIMEOUT: Duration = Duration::from_secs(2);

/// Interval of [`Lagged`] without a connection.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Interval of measurements.
const PROBE_INTERVAL: Duration = Duration::from_secs(2);

/// Time in which all servers of a NATS cluster hear of a subscription.
const SETTLE_TIME: Duration = Duration::from_secs(1);

/// Interval at which a part of the topics lags in a NATS cluster.
const CLUSTER_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Bus over a NATS server. Its tasks end when it is dropped.
pub struct NatsBus {
    node: Arc<NatsNode>,
    outgoing: Sender<(Topic, Bytes)>,
    _tasks: [AbortOnDrop; 5],
}

/// Connection and topics of this node.
struct NatsNode {
    client: Client,
    site: SiteSubjects,
    topics: Topics,
    lags: LagSchedule,
    is_connected: watch::Receiver<bool>,
    lost: AtomicU64,
    reconnects: AtomicU64,
    round_trips: LatencyHistogram,
}

/// Topics with at least one subscriber on this node. The lock is never held across an `await`.
#[derive(Default)]
struct Topics(Mutex<HashMap<Topic, RemoteTopic>>);

struct RemoteTopic {
    ring: Sender<Delivery>,
    /// Becomes true once the server has handled the subscription.
    is_established: watch::Receiver<bool>,
    _forwarder: AbortOnDrop,
}

/// Ends a task.
struct AbortOnDrop(JoinHandle<()>);

/// Removes a topic when its last subscriber is dropped.
struct UnsubscribeGuard {
    topic: Topic,
    node: Weak<NatsNode>,
}

impl NatsBus {
    /// Connects the nodes of a site. If the server cannot be reached, the bus starts without it and goes on trying.
    ///
    /// # Errors
    ///
    /// Returns an error if the server refuses the token or its certificate is not trusted.
    pub async fn connect(config: &NatsConfig, site: SiteSubjects) -> Result<NatsBus, BusError> {
        let (events, heard) = mpsc::unbounded_channel();
        let client = connect(config, events).await?;
        let (connected, is_connected) =
            watch::channel(client.connection_state() == async_nats::connection::State::Connected);
        let node = Arc::new(NatsNode {
            client,
            site,
            topics: Topics::default(),
            lags: LagSchedule::default(),
            is_connected,
            lost: AtomicU64::new(0),
            reconnects: AtomicU64::new(0),
            round_trips: LatencyHistogram::default(),
        });
        let outgoing = Sender::new(OUTGOING);
        let tasks = [
            tokio::spawn(send_outgoing(Arc::clone(&node), outgoing.subscribe())),
            tokio::spawn(watch_connection(Arc::clone(&node), heard, connected)),
            tokio::spawn(hear_losses(Arc::clone(&node))),
            tokio::spawn(probe(Arc::clone(&node))),
            tokio::spawn(lag_topics(Arc::clone(&node))),
        ];
        Ok(NatsBus { node, outgoing, _tasks: tasks.map(AbortOnDrop) })
    }

    /// Number of topics with at least one subscriber on this node.
    #[must_use]
    pub fn topic_count(&self) -> usize {
        self.node.topics.lock().len()
    }
}

impl Bus for NatsBus {
    fn publish(&self, topic: Topic, message: Bytes) {
        if let Some(remote) = self.node.topics.lock().get(&topic) {
            // Fails only without subscribers, and then the message is not needed.
            remote.ring.send(Ok(message.clone())).ok();
        }
        self.outgoing.send((topic, message)).ok();
    }

    fn subscribe(&self, topic: Topic) -> BoxFuture<Result<Subscription, BusError>> {
        let mut topics = self.node.topics.lock();
        let remote = topics.entry(topic).or_insert_with(|| RemoteTopic::new(&self.node, topic));
        let messages = remote.ring.subscribe();
        let mut is_established = remote.is_established.clone();
        let mut is_connected = self.node.is_connected.clone();
        let leave = UnsubscribeGuard { topic, node: Arc::downgrade(&self.node) };
        Box::pin(async move {
            let subscription = Subscription::new(messages, Box::new(leave));
            let established = async {
                tokio::select! {
                    _ = is_established.wait_for(|&done| done) => {}
                    _ = is_connected.wait_for(|&connected| !connected) => {}
                }
            };
            // Without an answer the subscriber will lag.
            timeout(SUBSCRIBE_TIMEOUT, established).await.ok();
            Ok(subscription)
        })
    }

    fn lag_subscribers(&self) {
        self.node.lags.request();
    }

    fn status(&self) -> BusStatus {
        BusStatus {
            is_connected: *self.node.is_connected.borrow(),
            reconnects: self.node.reconnects.load(Ordering::Relaxed),
            lost: self.node.lost.load(Ordering::Relaxed),
            queued: self.outgoing.len() as u64,
            round_trips: self.node.round_trips.counts(),
        }
    }
}

impl RemoteTopic {
    fn new(node: &Arc<NatsNode>, topic: Topic) -> RemoteTopic {
        let ring = Sender::new(topic.capacity());
        let (established, is_established) = watch::channel(false);
        let forwarder = Forwarder {
            client: node.client.clone(),
            is_connected: node.is_connected.clone(),
            subject: node.site.of(topic),
            sync: node.site.sync(),
            ring: ring.clone(),
            established,
        };
        let forwarding = forwarder.run();
        RemoteTopic { ring, is_established, _forwarder: AbortOnDrop(tokio::spawn(forwarding)) }
    }
}

/// Subscribes to a topic on the server and feeds its ring.
struct Forwarder {
    client: Client,
    is_connected: watch::Receiver<bool>,
    subject: String,
    sync: String,
    ring: Sender<Delivery>,
    /// Told once the server has handled the subscription.
    established: watch::Sender<bool>,
}

impl Forwarder {
    async fn run(self) {
        let was_connected = *self.is_connected.borrow();
        let Ok(mut messages) = self.client.subscribe(self.subject.clone()).await else { return };
        let handled = self.client.request(self.sync.clone(), Bytes::new());
        let is_late = timeout(SUBSCRIBE_TIMEOUT, handled).await.is_err();
        if is_late || !was_connected {
            self.lag();
        }
        self.established.send_replace(true);
        if is_clustered(&self.client) {
            if timeout(SETTLE_TIME, self.forward(&mut messages)).await.is_ok() {
                return;
            }
            self.lag();
        }
        self.forward(&mut messages).await;
    }

    async fn forward(&self, messages: &mut Subscriber) {
        while let Some(message) = next_message(messages).await {
            self.ring.send(Ok(message)).ok();
        }
    }

    fn lag(&self) {
        self.ring.send(Err(Lagged::Missed)).ok();
    }
}

/// Returns true if the server forwards messages to others.
fn is_clustered(client: &Client) -> bool {
    client.server_info().cluster.is_some()
}

async fn next_message(messages: &mut Subscriber) -> Option<Bytes> {
    poll_fn(|context| Pin::new(&mut *messages).poll_next(context)).await.map(|message| message.payload)
}

/// Sends this node's messages to the others. If some were dropped, the others are told.
async fn send_outgoing(node: Arc<NatsNode>, mut outgoing: broadcast::Receiver<(Topic, Bytes)>) {
    loop {
        let lost = match outgoing.recv().await {
            Ok((topic, message)) => {
                u64::from(node.client.publish(node.site.of(topic), message).await.is_err())
            }
            Err(RecvError::Lagged(dropped)) => dropped,
            Err(RecvError::Closed) => return,
        };
        if lost > 0 {
            node.lost.fetch_add(lost, Ordering::Relaxed);
            node.report_loss().await;
        }
    }
}

/// Makes subscribers lag when the connection was lost, and as long as there is none.
async fn watch_connection(
    node: Arc<NatsNode>,
    mut events: mpsc::UnboundedReceiver<Event>,
    connected: watch::Sender<bool>,
) {
    let mut polls = interval(POLL_INTERVAL);
    polls.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut cluster_polls = interval(CLUSTER_POLL_INTERVAL);
    cluster_polls.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut settles_at, mut part, mut last_refusal) = (None, 0, None);
    loop {
        let is_connected = *connected.borrow();
        let event = tokio::select! {
            event = events.recv() => match event {
                Some(event) => event,
                None => return,
            },
            _ = polls.tick(), if !is_connected => {
                node.lags.request();
                continue;
            }
            _ = cluster_polls.tick(), if is_connected => {
                part = (part + 1) % LAG_PARTS;
                if is_clustered(&node.client) {
                    node.lags.request_part(part);
                }
                continue;
            }
            () = sleep_until(settles_at.unwrap_or_else(Instant::now)), if settles_at.is_some() => {
                settles_at = None;
                if is_clustered(&node.client) {
                    node.lags.request();
                }
                continue;
            }
        };
        match event {
            Event::Connected if !is_connected => {
                tracing::warn!("connected to NATS");
                last_refusal = None;
                node.reconnects.fetch_add(1, Ordering::Relaxed);
                connected.send_replace(true);
                // What others have sent in the meantime is lost, and what this node has sent may be.
                node.lags.request();
                node.report_loss().await;
                settles_at = Some(Instant::now() + SETTLE_TIME);
            }
            Event::Disconnected | Event::Closed => {
                if is_connected {
                    tracing::error!("connection to NATS lost");
                }
                connected.send_replace(false);
            }
            Event::SlowConsumer(_) => node.lags.request(),
            Event::ServerError(error) => tracing::error!(%error, "NATS reports an error"),
            // Every attempt to connect again fails like this: logged when the reason changes.
            Event::ClientError(error) => {
                let refusal = Some(error.to_string());
                if refusal != last_refusal {
                    tracing::error!(%error, "cannot connect to NATS");
                    last_refusal = refusal;
                }
            }
            _ => {}
        }
    }
}

/// Tells subscribers that messages were lost, part by part.
async fn lag_topics(node: Arc<NatsNode>) {
    let lag = |part: LaggingPart| {
        let topics = node.topics.lock();
        for (_, remote) in topics.iter().filter(|&(&topic, _)| part.includes(topic)) {
            remote.ring.send(Err(Lagged::Missed)).ok();
        }
        topics.len()
    };
    node.lags.run(lag).await;
}

/// Makes subscribers lag when another node could not send.
async fn hear_losses(node: Arc<NatsNode>) {
    let Ok(mut losses) = node.client.subscribe(node.site.lost()).await else { return };
    while next_message(&mut losses).await.is_some() {
        node.lags.request();
    }
}

/// Measures how long a message takes to the server and back.
async fn probe(node: Arc<NatsNode>) {
    let mut probes = interval(PROBE_INTERVAL);
    probes.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        probes.tick().await;
        let sent = Instant::now();
        // There is no subscriber, and the server says so. Without a connection it is the time until there is one.
        node.client.request(node.site.sync(), Bytes::new()).await.ok();
        node.round_trips.record(sent.elapsed());
    }
}

impl NatsNode {
    async fn report_loss(&self) {
        // Without a connection it is reported by the next one.
        self.client.publish(self.site.lost(), Bytes::new()).await.ok();
    }
}

impl Topics {
    fn lock(&self) -> MutexGuard<'_, HashMap<Topic, RemoteTopic>> {
        lock(&self.0)
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Drop for UnsubscribeGuard {
    fn drop(&mut self) {
        if let Some(node) = self.node.upgrade() {
            let mut topics = node.topics.lock();
            if topics.get(&self.topic).is_some_and(|remote| remote.ring.receiver_count() == 0) {
                topics.remove(&self.topic);
            }
        }
    }
}

impl fmt::Debug for NatsBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsBus")
            .field("topics", &self.topic_count())
            .field("status", &self.status())
            .finish()
    }
}
