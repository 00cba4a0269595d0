//! Places for downloads and other long answers: a network has a few of them, and when all are taken the network that holds most gives
//! way.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use tokio::sync::{Notify, Semaphore};

use super::{Shares, network_of};
use crate::sync::lock;

/// Downloads at a time; each keeps a few batches of games in memory.
const CAPACITY: usize = 16;

/// Downloads of a network at a time.
const PER_NETWORK: usize = 2;

/// Downloads of one kind. The lock is never held across an `await`.
#[derive(Clone, Debug)]
pub(crate) struct DownloadPlaces {
    held: Arc<Mutex<Vec<Holder>>>,
    /// Permits for the CPU-bound part, which is never held while a reader is waited for.
    pub(crate) work: Arc<Semaphore>,
    /// Permits for reading from the store.
    pub(crate) reads: Arc<Semaphore>,
}

#[derive(Debug)]
struct Holder {
    network: IpAddr,
    evicted: Arc<Notify>,
}

/// RAII place of a download; released on drop.
#[derive(Debug)]
pub(crate) struct DownloadPermit {
    evicted: Arc<Notify>,
    held: Arc<Mutex<Vec<Holder>>>,
}

impl DownloadPlaces {
    /// Creates places for downloads of which `concurrent` are read and `concurrent` computed at a time.
    pub(crate) fn new(concurrent: usize) -> DownloadPlaces {
        let permits = || Arc::new(Semaphore::new(concurrent));
        DownloadPlaces { held: Arc::default(), work: permits(), reads: permits() }
    }

    /// Takes a place. `None` if the network has its share, or if all are taken by networks with no more than that.
    pub(crate) fn admit(&self, address: IpAddr) -> Option<DownloadPermit> {
        let network = network_of(address);
        let mut held = lock(&self.held);
        if held.iter().filter(|holder| holder.network == network).count() >= PER_NETWORK {
            return None;
        }
        if held.len() >= CAPACITY {
            let shares: Shares = held.iter().map(|holder| holder.network).collect();
            // The last of several maxima is the newest.
            let heaviest = (0..held.len())
                .filter(|&index| shares.gives_way(held[index].network, network))
                .max_by_key(|&index| shares.weight(held[index].network))?;
            held.remove(heaviest).evicted.notify_one();
        }
        let evicted = Arc::new(Notify::new());
        held.push(Holder { network, evicted: Arc::clone(&evicted) });
        Some(DownloadPermit { evicted, held: Arc::clone(&self.held) })
    }
}

impl Default for DownloadPlaces {
    /// Places for answers without a part that is limited further.
    fn default() -> DownloadPlaces {
        DownloadPlaces::new(CAPACITY)
    }
}

impl DownloadPermit {
    /// Runs `work` to its end; `None` if it has to give way to another network's before.
    pub(crate) async fn unless_evicted<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            done = work => Some(done),
            () = self.evicted() => None,
        }
    }

    /// Resolves when the download has to give way to another network's.
    pub(crate) async fn evicted(&self) {
        self.evicted.notified().await;
    }
}

impl Drop for DownloadPermit {
    fn drop(&mut self) {
        lock(&self.held).retain(|holder| !Arc::ptr_eq(&holder.evicted, &self.evicted));
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Duration, timeout};

    use super::*;

    fn admit(places: &DownloadPlaces, address: &str) -> Option<DownloadPermit> {
        places.admit(address.parse().unwrap())
    }

    #[test]
    fn a_network_cannot_hold_all_places() {
        let places = DownloadPlaces::new(1);
        let held: Vec<_> = (0..9).filter_map(|_| admit(&places, "203.0.113.1")).collect();
        assert_eq!(held.len(), PER_NETWORK);
        assert!(admit(&places, "::ffff:203.0.113.1").is_none(), "the same network");
        let other = admit(&places, "198.51.100.1").unwrap();
        drop(held);
        assert!(admit(&places, "203.0.113.1").is_some());
        drop(other);
        assert_eq!(lock(&places.held).len(), 0);
    }

    #[tokio::test]
    async fn full_places_are_taken_from_the_networks_that_hold_most() {
        let places = DownloadPlaces::new(1);
        let flood: Vec<_> =
            (0..CAPACITY).map(|n| admit(&places, &format!("10.0.0.{}", n / PER_NETWORK)).unwrap()).collect();
        let honest = admit(&places, "192.168.0.1").unwrap();
        let mut evicted = Vec::new();
        for permit in &flood {
            evicted.push(timeout(Duration::ZERO, permit.evicted()).await.is_ok());
        }
        assert_eq!(evicted.iter().filter(|&&evicted| evicted).count(), 1);
        assert!(evicted.last().is_some_and(|&evicted| evicted), "the newest");
        assert!(admit(&places, "192.168.0.1").is_none(), "two are as many as the others hold");
        drop((flood, honest));
        assert_eq!(lock(&places.held).len(), 0);
    }
}
