//! Connection limit per network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use super::network_of;
use crate::sync::lock;

/// Open connections per network. The lock is never held across an `await`.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionLimiter {
    per_network: usize,
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// RAII permit for one connection; released on drop.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    network: IpAddr,
    limiter: ConnectionLimiter,
}

impl ConnectionLimiter {
    /// Creates a limiter with `per_network` connections for each network.
    pub(crate) fn new(per_network: usize) -> ConnectionLimiter {
        ConnectionLimiter { per_network, counts: Arc::default() }
    }

    /// Returns a permit unless the network has reached its limit.
    pub(crate) fn try_acquire(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let network = network_of(address);
        let mut counts = self.lock();
        let count = counts.entry(network).or_default();
        if *count >= self.per_network {
            return None;
        }
        *count += 1;
        Some(ConnectionPermit { network, limiter: self.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        lock(&self.counts)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = self.limiter.lock();
        if let Some(count) = counts.get_mut(&self.network) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                counts.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_limited_per_network() {
        let limiter = ConnectionLimiter::new(2);
        let acquire = |address: &str| limiter.try_acquire(address.parse().unwrap());
        let first = acquire("10.0.0.1");
        let second = acquire("::ffff:10.0.0.1");
        assert!(first.is_some() && second.is_some() && acquire("10.0.0.1").is_none());
        assert!(acquire("10.0.0.2").is_some(), "another network has its own limit");
        drop(first);
        assert!(acquire("10.0.0.1").is_some());
        drop(second);
        assert!(limiter.lock().is_empty(), "released permits leave no entry");
    }
}
