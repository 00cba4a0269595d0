//! Membership in the cluster: the node's lease, the leases of the others, and the common clock.
//!
//! Each node renews its lease in the store every second. A node whose lease has expired writes nothing in games until it
//! has renewed it: it may have been paused while others went on. The answer tells the time of the database, by which all
//! nodes set their clocks.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use game::{Millis, Timestamp};
use tokio::time::{Duration, MissedTickBehavior, interval, sleep};

use super::background::contain;
use super::{Node, ServerClock, shutdown_started, take_over};
use crate::store::{LEASE, Lease, NodeId, NodeLoad, Outage, Renewal, Store, StoreError, WorkClaim};
use crate::sync::lock;

/// Interval of renewals.
const RENEWAL: Duration = Duration::from_secs(1);

/// Difference to the time of the database above which a node does not serve.
pub(crate) const MAX_SKEW: Millis = Millis(50);

/// Interval in which a starting node looks for a sign of life of the others.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// The lease of this node, and the other nodes. The locks are never held across an `await`.
#[derive(Debug)]
pub(crate) struct Membership {
    pub(crate) id: NodeId,
    /// Time at which the last renewal was sent, in milliseconds.
    renewed: AtomicU64,
    /// Time of the last look at the clock, in milliseconds.
    pub(super) looked: AtomicU64,
    peers: Mutex<HashMap<NodeId, Peer>>,
    /// Number of renewals that were answered.
    renewals: AtomicU64,
    /// Pauses of this node while others went on. Only grows.
    pauses: Mutex<Vec<Outage>>,
    /// Number of nodes that were found dead: what they have written may not have been published.
    deaths: AtomicU64,
    /// False if the clock was not the database's at the last renewal.
    is_in_step: AtomicBool,
    /// Dead nodes whose games this node is looking after.
    pub(super) take_overs: Mutex<HashSet<NodeId>>,
    /// True while a test lets the node hang.
    #[cfg(test)]
    is_hung: AtomicBool,
}

/// Another node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Peer {
    /// Last renewal.
    pub(crate) renewed: Timestamp,
    pub(crate) is_alive: bool,
    load: NodeLoad,
    /// False if this node does not get its messages.
    is_on_bus: bool,
}

impl Membership {
    /// Membership of a node that has joined the owners of these leases.
    pub(crate) fn new(id: NodeId, now: Timestamp, leases: &[Lease]) -> Membership {
        Membership {
            id,
            renewed: AtomicU64::new(now.0),
            looked: AtomicU64::new(now.0),
            peers: Mutex::new(peers_of(id, leases, now)),
            renewals: AtomicU64::new(0),
            pauses: Mutex::default(),
            deaths: AtomicU64::new(0),
            is_in_step: AtomicBool::new(true),
            take_overs: Mutex::default(),
            #[cfg(test)]
            is_hung: AtomicBool::new(false),
        }
    }

    /// Returns true if there is another node.
    pub(crate) fn has_peers(&self) -> bool {
        !self.peers().is_empty()
    }

    /// Another node, if it is known.
    pub(crate) fn peer(&self, node: NodeId) -> Option<Peer> {
        self.peers().get(&node).copied()
    }

    /// Number of renewals that were answered. One that was sent after a call is among them once the number has grown by
    /// two: another one may be on its way.
    pub(crate) fn renewals(&self) -> u64 {
        self.renewals.load(Ordering::Acquire)
    }

    /// Sum of the counts of the other nodes. A player who is connected to two nodes counts on both.
    pub(crate) fn load_of_others(&self) -> NodeLoad {
        let peers = self.peers();
        let alive = peers.values().filter(|peer| peer.is_alive).map(|peer| peer.load);
        alive.fold(NodeLoad::default(), |sum, load| NodeLoad {
            players: sum.players + load.players,
            games: sum.games + load.games,
        })
    }

    /// Returns true if a running node cannot send messages to the others.
    fn has_peer_off_bus(&self) -> bool {
        self.peers().values().any(|peer| peer.is_alive && !peer.is_on_bus)
    }

    /// Number of nodes that were found dead.
    pub(crate) fn deaths(&self) -> u64 {
        self.deaths.load(Ordering::Acquire)
    }

    /// Pauses of this node from a position in the list on.
    pub(crate) fn pauses_from(&self, position: usize) -> Vec<Outage> {
        lock(&self.pauses).get(position..).unwrap_or_default().to_vec()
    }

    /// Number of pauses.
    pub(crate) fn pause_count(&self) -> usize {
        lock(&self.pauses).len()
    }

    pub(super) fn renewed(&self) -> Timestamp {
        Timestamp(self.renewed.load(Ordering::Acquire))
    }

    /// Returns true if the clock was the database's at the last renewal.
    pub(super) fn is_in_step(&self) -> bool {
        self.is_in_step.load(Ordering::Acquire)
    }

    /// Notes that the clock was corrected. After a step back the last renewal would lie ahead of it.
    fn note_step(&self, step: i64) {
        let back = step.min(0);
        for at in [&self.renewed, &self.looked] {
            at.store(at.load(Ordering::Acquire).saturating_add_signed(back), Ordering::Release);
        }
    }

    fn peers(&self) -> MutexGuard<'_, HashMap<NodeId, Peer>> {
        lock(&self.peers)
    }

    /// Updates the other nodes; returns those that are dead.
    fn update_peers(&self, leases: &[Lease], now: Timestamp) -> Vec<(NodeId, Timestamp)> {
        let new = peers_of(self.id, leases, now);
        let mut peers = self.peers();
        let died = peers
            .iter()
            .filter(|&(node, peer)| peer.is_alive && !new.get(node).is_some_and(|new| new.is_alive));
        self.deaths.fetch_add(died.count() as u64, Ordering::AcqRel);
        let dead =
            new.iter().filter(|(_, peer)| !peer.is_alive).map(|(&node, peer)| (node, peer.renewed)).collect();
        *peers = new;
        self.renewals.fetch_add(1, Ordering::AcqRel);
        dead
    }
}

impl Node {
    /// Returns true if the node may write: its lease has not expired, and it has not just stood still.
    pub(crate) fn has_lease(&self) -> bool {
        let (membership, now) = (&self.membership, self.time.now());
        membership.is_in_step() && !is_expired(membership.renewed(), now) && !membership.stands_still(now)
    }

    /// Ends the background tasks and gives nothing back, as when the process is killed.
    #[cfg(test)]
    pub(crate) fn kill(&self) {
        self.shutdown.send_replace(true);
    }

    /// Stops the renewals, as when the process is stopped, or lets them go on.
    #[cfg(test)]
    pub(crate) fn hang(&self, is_hung: bool) {
        self.membership.is_hung.store(is_hung, Ordering::Release);
    }

    /// Returns true if another node has written after this time. Outages that others have recorded are read.
    pub(super) async fn other_nodes_wrote_since(&self, since: Timestamp) -> bool {
        let Ok(leases) = self.store.renew_lease(self.renewal()).await else {
            return false;
        };
        if !leases.all.iter().any(|lease| is_from_other(lease, self.membership.id, since)) {
            return false;
        }
        if let Ok(stored) = self.store.outages().await {
            let mut known = lock(&self.outages);
            let new: Vec<_> = stored.into_iter().filter(|outage| !known.contains(outage)).collect();
            known.extend(new);
        }
        true
    }

    /// Claims work for this node; returns what no other node does. Work must be harmless when it is done twice: without
    /// an answer of the store all of it is granted.
    pub(crate) async fn claim_work(&self, work: Vec<String>, time: Millis) -> Vec<String> {
        if work.is_empty() || !self.membership.has_peers() {
            return work;
        }
        let at = self.time.now();
        let claim = WorkClaim { node: self.membership.id, work: work.clone(), at, until: at + time };
        self.store.claim_work(claim).await.unwrap_or(work)
    }

    /// Counts of this node.
    pub(crate) fn load(&self) -> NodeLoad {
        NodeLoad { players: self.rate_limiter.player_count(), games: self.live_games.len() as u32 }
    }

    pub(super) fn renewal(&self) -> Renewal {
        let is_on_bus = self.bus.status().is_connected;
        Renewal { node: self.membership.id, at: self.time.now(), load: self.load(), is_on_bus }
    }

    /// Gives the lease back.
    pub(super) async fn release_lease(&self) {
        self.store.release_lease(self.membership.id).await.ok();
    }
}

/// The owners of leases other than `own`.
fn peers_of(own: NodeId, leases: &[Lease], now: Timestamp) -> HashMap<NodeId, Peer> {
    let others = leases.iter().filter(|lease| lease.node != own);
    let peer = |lease: &Lease| {
        let Lease { node, renewed, load, is_on_bus, .. } = *lease;
        (node, Peer { renewed, is_alive: !lease.is_over(now), load, is_on_bus })
    };
    others.map(peer).collect()
}

pub(super) fn is_expired(renewed: Timestamp, now: Timestamp) -> bool {
    now.since(renewed) > LEASE
}

/// Returns true if another node has renewed its lease after `since`.
fn is_from_other(lease: &Lease, own: NodeId, since: Timestamp) -> bool {
    lease.node != own && lease.renewed > since + Millis(RENEWAL.as_millis() as u64)
}

/// Begins the lease of a node. Returns the clock, set by the database's, and the other nodes.
///
/// # Errors
///
/// Returns an error if the store fails.
pub(super) async fn join(
    store: &dyn Store,
    id: NodeId,
    time: ServerClock,
) -> Result<(ServerClock, Others), StoreError> {
    let renewal = |at| Renewal { node: id, at, load: NodeLoad::default(), is_on_bus: true };
    let first = store.renew_lease(renewal(time.now())).await?;
    if let Some(now) = first.now {
        time.set(now);
    }
    let (mut leases, started) = (first.clone(), time.now());
    loop {
        let before =
            |lease: &Lease| first.all.iter().find(|old| old.node == lease.node).map(|old| old.renewed);
        let others = || leases.all.iter().filter(|lease| lease.node != id);
        if others().any(|lease| before(lease).is_none_or(|old| old < lease.renewed)) {
            return Ok((time, Others::Running(leases.all)));
        }
        let is_alone = others().all(|lease| lease.is_over(time.now())) || is_expired(started, time.now());
        // A lease from before the database's clock was set back expires late; no node renews it.
        let has_waited = time.now().since(started) > LEASE + LEASE;
        if is_alone && (end_leases(store, others(), time.now()).await? || has_waited) {
            return Ok((time, Others::None));
        }
        // Running, or killed a moment ago.
        sleep(LOOK_INTERVAL).await;
        leases = store.renew_lease(renewal(time.now())).await?;
    }
}

/// Ends leases of nodes that have died. Returns false if one of them has been renewed meanwhile.
async fn end_leases(
    store: &dyn Store,
    leases: impl Iterator<Item = &Lease>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let mut are_ended = true;
    for lease in leases {
        are_ended &= store.end_lease(lease.node, now).await?;
    }
    Ok(are_ended)
}

/// Other nodes at the start of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Others {
    /// No other node is running.
    None,
    /// At least one is running; all leases.
    Running(Vec<Lease>),
}

/// Renews the lease until shutdown.
pub(super) async fn lease_loop(node: Arc<Node>) {
    let mut shutdown = node.shutdown.subscribe();
    let mut renewals = interval(RENEWAL);
    renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = shutdown_started(&mut shutdown) => return,
            _ = renewals.tick() => {}
        }
        contain("lease", renew(&node)).await;
    }
}

/// Renews the lease, corrects the clock, and looks after games of nodes that have died.
async fn renew(node: &Arc<Node>) {
    let (membership, sent) = (&node.membership, node.time.now());
    #[cfg(test)]
    if membership.is_hung.load(Ordering::Acquire) {
        return;
    }
    // Without an answer the lease expires.
    let Ok(leases) = node.store.renew_lease(node.renewal()).await else { return };
    let received = node.time.now();
    let step = leases.now.map_or(0, |now| clock_step(now, sent, received));
    if step.unsigned_abs() > MAX_SKEW.0 {
        // First, so that no game is written while the clock jumps.
        membership.is_in_step.store(false, Ordering::Release);
    }
    if step != 0 {
        node.time.adjust(step);
    }
    if step.unsigned_abs() > MAX_SKEW.0 {
        membership.note_step(step);
        tracing::error!(milliseconds = step, "clock was not that of the database; not serving until it is");
        return;
    }
    let deaths = membership.deaths();
    let dead = membership.update_peers(&leases.all, leases.now.unwrap_or(received));
    if membership.deaths() != deaths {
        node.games.wake_all();
    }
    if membership.has_peer_off_bus() && node.bus.status().is_connected {
        node.bus.lag_subscribers();
    }
    let last = membership.renewed();
    // A jump of the clock is a pause as long as the jump.
    if is_expired(last, sent) || !membership.is_in_step() {
        resume(node, Outage { from: last, until: node.time.now() }, &leases.all).await;
    }
    membership.renewed.store(sent.0, Ordering::Release);
    membership.is_in_step.store(true, Ordering::Release);
    for (dead, since) in dead {
        take_over::start(node, dead, since);
    }
}

/// Correction that brings the clock to the time of the database. It was read between the two times.
fn clock_step(database: Timestamp, sent: Timestamp, received: Timestamp) -> i64 {
    if database < sent {
        -(sent.since(database).0 as i64)
    } else if database > received {
        database.since(received).0 as i64
    } else {
        0
    }
}

/// Goes on after a pause. If no other node was running, it is an outage. Otherwise only players who were connected here
/// could not move.
pub(super) async fn resume(node: &Arc<Node>, pause: Outage, leases: &[Lease]) {
    let membership = &node.membership;
    let seconds = pause.until.since(pause.from).0 / 1_000;
    if leases.iter().any(|lease| is_from_other(lease, membership.id, pause.from)) {
        tracing::warn!(seconds, "this server was paused or cut off while others went on");
        lock(&membership.pauses).push(pause);
        membership.deaths.fetch_add(1, Ordering::AcqRel);
    } else if node.store_monitor.failing_since().is_none() {
        tracing::warn!(seconds, "this server was paused");
        if node.store.record_outage(pause).await.is_ok() {
            lock(&node.outages).push(pause);
        }
    }
    node.games.wake_all();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_moves_to_the_nearest_time_that_is_possible() {
        let check = |database, expected| {
            assert_eq!(
                clock_step(Timestamp(database), Timestamp(100), Timestamp(110)),
                expected,
                "{database}"
            );
        };
        check(100, 0);
        check(110, 0);
        check(90, -10);
        check(2_110, 2_000);
    }
}
