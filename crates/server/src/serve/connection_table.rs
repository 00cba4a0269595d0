//! Table of HTTP connections: when it is full, a connection gives way to a new one.
//!
//! A client that sends half a request, or nothing, holds a place until a timeout. From a few networks that is
//! enough to fill the table, so a new connection does not wait: it takes the place of one of the networks that hold
//! most, first of the one whose client has been silent longest. Connections whose request is being answered keep their
//! places, unless their network holds more than that of the new one: a few networks must not keep all others out with
//! requests that take long.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::Notify;

use crate::limits::{Shares, Weight, network_of};
use crate::sync::lock;

/// Connections of a network that do not make it heavier than others: a browser opens six.
const LIGHT: usize = 8;

/// HTTP connections. The lock is never held across an `await`.
#[derive(Clone, Debug)]
pub(super) struct ConnectionTable {
    capacity: usize,
    per_network: usize,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// A connection has ended or waits for its client.
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// Number of the next connection or change.
    next_number: u64,
    connections: HashMap<u64, Entry>,
}

#[derive(Debug)]
struct Entry {
    network: IpAddr,
    /// Requests that are being answered; HTTP/2 has several at a time.
    serving: usize,
    /// Number of the change since which the connection waits for its client; `None` while a request is being
    /// answered.
    waiting_since: Option<u64>,
    evicted: Arc<Notify>,
}

/// RAII entry of a connection; removed on drop.
#[derive(Debug)]
pub(super) struct ConnectionPermit {
    number: u64,
    evicted: Arc<Notify>,
    shared: Arc<Shared>,
}

/// RAII guard of a request that is being answered; the connection waits for its client again on drop.
#[derive(Debug)]
pub(super) struct ServingGuard<'a>(&'a ConnectionPermit);

impl ConnectionTable {
    /// Creates a table for `capacity` connections, `per_network` of each network.
    pub(super) fn new(capacity: usize, per_network: usize) -> ConnectionTable {
        ConnectionTable { capacity, per_network, shared: Arc::default() }
    }

    /// Waits until [`admit`](ConnectionTable::admit) has a place to give.
    pub(super) async fn room(&self) {
        loop {
            let changed = self.shared.changed.notified();
            {
                let state = self.shared.lock();
                let is_full = state.connections.len() >= self.capacity;
                let is_waiting = |entry: &Entry| entry.waiting_since.is_some();
                // Networks without a limit of their own are those of a proxy: all connections are of one.
                let is_heavy = || self.per_network < self.capacity && state.has_heavy_network();
                if !is_full || state.connections.values().any(is_waiting) || is_heavy() {
                    return;
                }
            }
            changed.await;
        }
    }

    /// Adds a connection, in the place of another one if the table or the share of its network is full. `None`
    /// if none can give way.
    pub(super) fn admit(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let network = network_of(address);
        let mut state = self.shared.lock();
        let own = state.connections.values().filter(|entry| entry.network == network).count();
        if own >= self.per_network {
            state.evict(network, |entry| entry.network == network)?;
        } else if state.connections.len() >= self.capacity {
            state.evict(network, |_| true)?;
        }
        let number = state.next_number();
        let evicted = Arc::new(Notify::new());
        let entry = Entry { network, serving: 0, waiting_since: Some(number), evicted: Arc::clone(&evicted) };
        state.connections.insert(number, entry);
        Some(ConnectionPermit { number, evicted, shared: Arc::clone(&self.shared) })
    }

    /// Closes a connection that waits for its client, to free its file descriptor.
    pub(super) fn evict_one(&self) {
        let mut state = self.shared.lock();
        if let Some(network) = state.connections.values().map(|entry| entry.network).next() {
            state.evict(network, |entry| entry.waiting_since.is_some());
        }
    }
}

impl ConnectionPermit {
    /// Marks a request as complete: the connection keeps its place until it is answered.
    pub(super) fn serving(&self) -> ServingGuard<'_> {
        self.change(|entry, _| {
            entry.serving += 1;
            entry.waiting_since = None;
        });
        ServingGuard(self)
    }

    /// Number of the change since which the connection waits for its client; `None` while a request is being
    /// answered.
    pub(super) fn waiting_since(&self) -> Option<u64> {
        self.shared.lock().connections.get(&self.number).and_then(|entry| entry.waiting_since)
    }

    /// Notes that the client has read a part of a response: connections that are silent for longer give way first.
    pub(super) fn touch(&self) {
        let mut state = self.shared.lock();
        let now = state.next_number();
        if let Some(entry) = state.connections.get_mut(&self.number) {
            entry.waiting_since = entry.waiting_since.map(|_| now);
        }
    }

    /// Removes the connection from the table: its response is a live stream, which has a place of its own.
    pub(super) fn leave_table(&self) {
        self.shared.lock().connections.remove(&self.number);
        self.shared.changed.notify_one();
    }

    /// Resolves when the connection has to give way.
    pub(super) async fn evicted(&self) {
        self.evicted.notified().await;
    }

    fn change(&self, change: impl FnOnce(&mut Entry, u64)) {
        let mut state = self.shared.lock();
        let number = state.next_number();
        if let Some(entry) = state.connections.get_mut(&self.number) {
            change(entry, number);
        }
    }
}

impl State {
    fn next_number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number
    }

    /// Removes the connection that gives way to one of the network `newcomer`, among those that fit.
    fn evict(&mut self, newcomer: IpAddr, fits: impl Fn(&Entry) -> bool) -> Option<()> {
        let shares = self.shares();
        let own = weight(&shares, newcomer);
        let can_give_way =
            |entry: &Entry| entry.waiting_since.is_some() || weight(&shares, entry.network) > own;
        let (&number, _) =
            self.connections.iter().filter(|(_, entry)| fits(entry) && can_give_way(entry)).max_by_key(
                |(number, entry)| {
                    let since = entry.waiting_since;
                    (weight(&shares, entry.network), since.is_some(), Reverse(since), **number)
                },
            )?;
        self.connections.remove(&number)?.evicted.notify_one();
        Some(())
    }

    /// Returns true if a connection would give way to one of a light network.
    fn has_heavy_network(&self) -> bool {
        let shares = self.shares();
        self.connections.values().any(|entry| weight(&shares, entry.network) > Weight::default())
    }

    fn shares(&self) -> Shares {
        self.connections.values().map(|entry| entry.network).collect()
    }
}

/// Connections of a block of networks and of the network above the number that makes none heavier than others.
fn weight(shares: &Shares, network: IpAddr) -> Weight {
    let (block, network) = shares.weight(network);
    (block.saturating_sub(LIGHT), network.saturating_sub(LIGHT))
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl Drop for ServingGuard<'_> {
    fn drop(&mut self) {
        self.0.change(|entry, number| {
            entry.serving -= 1;
            entry.waiting_since = (entry.serving == 0).then_some(number);
        });
        self.0.shared.changed.notify_one();
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.shared.lock().connections.remove(&self.number);
        self.shared.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Duration, timeout};

    use super::*;

    async fn is_evicted(permit: &ConnectionPermit) -> bool {
        timeout(Duration::ZERO, permit.evicted()).await.is_ok()
    }

    fn admit(table: &ConnectionTable, address: &str) -> Option<ConnectionPermit> {
        table.admit(address.parse().unwrap())
    }

    #[tokio::test]
    async fn the_oldest_silent_connection_of_the_heaviest_network_gives_way() {
        let table = ConnectionTable::new(30, 20);
        let honest = admit(&table, "192.0.2.1").unwrap();
        let flood: Vec<_> = (0..20).map(|_| admit(&table, "203.0.113.1").unwrap()).collect();
        let other: Vec<_> = (0..9).map(|_| admit(&table, "198.51.100.1").unwrap()).collect();
        let newcomer = admit(&table, "192.0.2.2").unwrap();
        assert!(is_evicted(&flood[0]).await && !is_evicted(&flood[1]).await);
        assert!(!is_evicted(&honest).await && !is_evicted(&other[0]).await && !is_evicted(&newcomer).await);
        assert_eq!(table.shared.lock().connections.len(), 30);
        drop((honest, flood, other, newcomer));
        assert!(table.shared.lock().connections.is_empty(), "released permits leave no entry");
    }

    #[tokio::test]
    async fn among_light_networks_the_oldest_gives_way() {
        let table = ConnectionTable::new(10, 10);
        let flood: Vec<_> = (0..4).map(|n| admit(&table, &format!("203.0.{n}.1")).unwrap()).collect();
        let page: Vec<_> = (0..6).map(|_| admit(&table, "192.0.2.1").unwrap()).collect();
        let _newcomer = admit(&table, "198.51.100.1").unwrap();
        assert!(is_evicted(&flood[0]).await, "six connections of a browser are no flood");
        assert!(!is_evicted(&page[0]).await);
    }

    #[tokio::test]
    async fn a_network_at_its_limit_replaces_its_own() {
        let table = ConnectionTable::new(10, 2);
        let (first, second) = (admit(&table, "10.0.0.1").unwrap(), admit(&table, "::ffff:10.0.0.1").unwrap());
        let other = admit(&table, "10.0.0.2").unwrap();
        let third = admit(&table, "10.0.0.1").unwrap();
        assert!(is_evicted(&first).await && !is_evicted(&second).await && !is_evicted(&other).await);
        let (_second, _third) = (second.serving(), third.serving());
        assert!(admit(&table, "10.0.0.1").is_none(), "both are being answered");
    }

    #[tokio::test]
    async fn a_download_gives_way_after_silent_connections() {
        let table = ConnectionTable::new(10, 2);
        let (download, silent) = (admit(&table, "10.0.0.1").unwrap(), admit(&table, "10.0.0.1").unwrap());
        drop(download.serving());
        drop(silent.serving());
        download.touch();
        let _third = admit(&table, "10.0.0.1").unwrap();
        assert!(is_evicted(&silent).await && !is_evicted(&download).await);
        let _serving = download.serving();
        download.touch();
        assert!(admit(&table, "10.0.0.1").is_some());
        assert!(!is_evicted(&download).await, "a touch does not end the answering");
    }

    #[tokio::test]
    async fn networks_that_hold_most_give_way_even_while_they_are_answered() {
        let table = ConnectionTable::new(30, 20);
        let honest = admit(&table, "192.0.2.1").unwrap();
        let flood: Vec<_> = (0..29).map(|n| admit(&table, &format!("203.0.{}.1", n / 15)).unwrap()).collect();
        let served: Vec<_> = flood.iter().map(ConnectionPermit::serving).collect();
        let newcomer = admit(&table, "198.51.100.1").unwrap();
        assert!(!is_evicted(&honest).await && !is_evicted(&newcomer).await, "the flood gives way");
        let _serving = (honest.serving(), newcomer.serving());
        timeout(Duration::ZERO, table.room()).await.expect("light networks find a place");
        assert!(admit(&table, "203.0.0.1").is_none(), "the flood takes no further place");
        let _other = admit(&table, "198.51.100.2").unwrap();
        let mut evicted = 0;
        for permit in &flood {
            evicted += usize::from(is_evicted(permit).await);
        }
        assert_eq!(evicted, 2);
        drop(served);
    }

    #[tokio::test]
    async fn connections_keep_their_places_while_they_are_answered() {
        let table = ConnectionTable::new(2, 2);
        let (first, second) = (admit(&table, "10.0.0.1").unwrap(), admit(&table, "10.0.0.2").unwrap());
        let serving = first.serving();
        let third = admit(&table, "10.0.0.3").unwrap();
        assert!(is_evicted(&second).await && !is_evicted(&first).await);
        drop(second);
        let other = third.serving();
        assert!(admit(&table, "10.0.0.4").is_none());
        assert!(timeout(Duration::ZERO, table.room()).await.is_err());
        let parallel = first.serving();
        drop(serving);
        assert!(
            admit(&table, "10.0.0.4").is_none(),
            "another request of the same connection is being answered"
        );
        drop(parallel);
        timeout(Duration::from_secs(9), table.room()).await.unwrap();
        assert!(admit(&table, "10.0.0.4").is_some());
        drop(other);
    }
}
