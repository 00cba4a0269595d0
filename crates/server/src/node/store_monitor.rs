//! Watches whether the store can write.
//!
//! A store that cannot write is an outage: clocks wait, and the heartbeat stays at its beginning. The outage
//! ends with the write that records it. Writes of games are the evidence while there are any; otherwise the
//! store is probed every few seconds.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

use game::{Millis, Timestamp};
use tokio::sync::{Notify, watch};
use tokio::time::{Duration, sleep, timeout};

use super::background::contain;
use super::{Node, shutdown_started};
use crate::store::{Outage, StoreError};
use crate::sync::lock;

/// Interval of probes without other writes.
const PROBE_INTERVAL: Duration = Duration::from_secs(5);

/// Interval of probes while the store fails.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// A write within this time needs no probe for a health check.
const FRESH: Millis = Millis::seconds(1);

/// A store that takes longer for a probe is unhealthy.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);

/// Shortest interval between two verifications of all data.
const VERIFY_INTERVAL: Duration = Duration::from_secs(30);

/// A verification may take this share of the time: one part in a hundred.
const VERIFY_SHARE: u32 = 100;

/// Result of the latest writes. The lock is never held across an `await`.
#[derive(Debug)]
pub(crate) struct StoreMonitor {
    latest: Mutex<Latest>,
    /// Asks for a probe.
    requested: Notify,
    /// Number of probes done.
    probes: watch::Sender<u64>,
}

#[derive(Debug)]
struct Latest {
    /// Start of the last write that succeeded.
    written: Timestamp,
    failure: Option<FailedWrites>,
}

#[derive(Clone, Debug)]
struct FailedWrites {
    /// Start of the last write that had succeeded before.
    since: Timestamp,
    error: StoreError,
}

/// Reason why a server is unhealthy, for anyone to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unhealthy {
    ShuttingDown,
    Damaged,
    CannotWrite(StoreError),
    /// A probe takes too long.
    Slow,
    /// The node was paused, or its clock is not the database's.
    NoLease,
}

impl StoreMonitor {
    pub(crate) fn new(now: Timestamp) -> StoreMonitor {
        StoreMonitor {
            latest: Mutex::new(Latest { written: now, failure: None }),
            requested: Notify::new(),
            probes: watch::Sender::new(0),
        }
    }

    /// Notes a write that was started at this time and has succeeded.
    pub(crate) fn succeeded(&self, at: Timestamp) {
        let mut latest = self.lock();
        latest.written = latest.written.max(at);
    }

    /// Asks for a probe, because a write has failed. One game's write may fail alone.
    pub(crate) fn suspect(&self) {
        self.requested.notify_one();
    }

    /// Beginning of the current outage of the store.
    pub(crate) fn failing_since(&self) -> Option<Timestamp> {
        self.lock().failure.as_ref().map(|failure| failure.since)
    }

    fn failure(&self) -> Option<StoreError> {
        self.lock().failure.as_ref().map(|failure| failure.error.clone())
    }

    fn fail(&self, error: StoreError) {
        let mut latest = self.lock();
        let since = latest.written;
        latest.failure = Some(FailedWrites { since, error });
    }

    fn recover(&self, at: Timestamp) {
        *self.lock() = Latest { written: at, failure: None };
    }

    fn lock(&self) -> MutexGuard<'_, Latest> {
        lock(&self.latest)
    }
}

impl Node {
    /// Checks that the store is whole and has just written something durably.
    pub(crate) async fn check_health(&self) -> Result<(), Unhealthy> {
        let monitor = &self.store_monitor;
        if *self.shutdown.borrow() {
            return Err(Unhealthy::ShuttingDown);
        }
        if self.store.damage().is_some() {
            return Err(Unhealthy::Damaged);
        }
        let is_fresh = self.time.now().since(monitor.lock().written) < FRESH;
        if monitor.failing_since().is_none() && !is_fresh {
            let mut probes = monitor.probes.subscribe();
            monitor.requested.notify_one();
            if timeout(PROBE_TIMEOUT, probes.changed()).await.is_err() {
                return Err(Unhealthy::Slow);
            }
        }
        if let Some(error) = monitor.failure() {
            return Err(Unhealthy::CannotWrite(error));
        }
        if self.has_lease() { Ok(()) } else { Err(Unhealthy::NoLease) }
    }
}

/// Probes the store until shutdown.
pub(crate) async fn probe_loop(node: Arc<Node>) {
    let mut shutdown = node.shutdown.subscribe();
    let monitor = &node.store_monitor;
    loop {
        let is_failing = monitor.failing_since().is_some();
        tokio::select! {
            () = shutdown_started(&mut shutdown) => return,
            () = monitor.requested.notified(), if !is_failing => {}
            () = sleep(if is_failing { RETRY_INTERVAL } else { PROBE_INTERVAL }) => {}
        }
        contain("store probe", probe(&node)).await;
        monitor.probes.send_modify(|probes| *probes += 1);
    }
}

/// Makes one write; begins or ends an outage if its result is another one than before.
async fn probe(node: &Arc<Node>) {
    let (monitor, started) = (&node.store_monitor, node.time.now());
    match (node.store.ready().await, monitor.failing_since()) {
        (Ok(()), None) => monitor.succeeded(started),
        (Ok(()), Some(from)) if node.other_nodes_wrote_since(from).await => {
            tracing::warn!("store writes again; other servers could write all the time");
            monitor.recover(node.time.now());
            node.games.wake_all();
        }
        (Ok(()), Some(from)) => {
            let outage = Outage { from, until: node.time.now() };
            if node.store.record_outage(outage).await.is_ok() {
                tracing::warn!(seconds = outage.until.since(from).0 / 1_000, "store writes again");
                // In this order: a game that sees no failure finds the outage.
                lock(&node.outages).push(outage);
                monitor.recover(outage.until);
                node.games.wake_all();
            }
        }
        (Err(error), None) => {
            tracing::error!(%error, "store cannot write");
            monitor.fail(error);
            // Kept up to date from now on by the heartbeat loop.
            node.record_heartbeat().await;
        }
        (Err(_), Some(_)) => {}
    }
}

/// Reads all data again and again, to find damage before a player does.
pub(crate) async fn verify_loop(node: Arc<Node>) {
    let mut shutdown = node.shutdown.subscribe();
    loop {
        let started = node.time.now();
        if let Some(Err(error)) = contain("verification", node.store.verify()).await {
            tracing::error!(%error, "verification failed");
        }
        let took = Duration::from_millis(node.time.now().since(started).0);
        tokio::select! {
            () = shutdown_started(&mut shutdown) => return,
            () = sleep(VERIFY_INTERVAL.max(took * VERIFY_SHARE)) => {}
        }
    }
}

impl fmt::Display for Unhealthy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unhealthy::ShuttingDown => "shutting down",
            Unhealthy::Damaged => "the data is damaged",
            Unhealthy::NoLease => "the lease in the cluster has expired",
            Unhealthy::Slow => "the store does not answer",
            // Other errors may contain paths.
            Unhealthy::CannotWrite(StoreError::Full) => "disk full",
            Unhealthy::CannotWrite(StoreError::ReadOnly) => "the data is read-only",
            Unhealthy::CannotWrite(StoreError::Busy) => "the data is locked by another program",
            Unhealthy::CannotWrite(_) => "the store cannot write",
        })
    }
}
