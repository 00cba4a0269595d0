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
    pub(crate) fn new(each: usize) -> ConnectionLimiter {
        ConnectionLimiter { per_network: each, counts: Arc::default() }
    }

    /// Returns a permit unless the network has reached its limit.
    pub(crate) fn try_acquire(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let network = network_of(address);
        let mut taken = self.lock();
        let here = taken.entry(network).or_default();
        if *here >= self.per_network {
            return None;
        }
        *here += 1;
        Some(ConnectionPermit { network, limiter: self.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        lock(&self.counts)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut taken = self.limiter.lock();
        if let Some(here) = taken.get_mut(&self.network) {
            *here = here.saturating_sub(1);
            if *here == 0 {
                taken.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_limited_per_network() {
        let places = ConnectionLimiter::new(2);
        let take = |address: &str| places.try_acquire(address.parse().unwrap());
        let first = take("10.0.0.1");
        let second = take("::ffff:10.0.0.1");
        assert!(first.is_some() && second.is_some() && take("10.0.0.1").is_none());
        assert!(take("10.0.0.2").is_some(), "another has its own");
        drop(first);
        assert!(take("10.0.0.1").is_some());
        drop(second);
        assert!(places.lock().is_empty(), "nothing is remembered of those who left");
    }
}
