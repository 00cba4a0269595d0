//! Places for connections: so many in all, and so many for one address, so that nobody can take them all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::gate::network;

/// How many connections there are from where. The lock is held for a look and never across an `await`.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    each: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A place that is taken; to drop it is to leave.
#[derive(Debug)]
pub(crate) struct Place {
    network: IpAddr,
    places: Places,
}

impl Places {
    /// So many for one address.
    pub(crate) fn new(each: usize) -> Places {
        Places { each, taken: Arc::default() }
    }

    /// A place for a connection from there, if there is one.
    pub(crate) fn take(&self, address: IpAddr) -> Option<Place> {
        let network = network(address);
        let mut taken = self.lock();
        let here = taken.entry(network).or_default();
        if *here >= self.each {
            return None;
        }
        *here += 1;
        Some(Place { network, places: self.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        // Counters are whole at every moment, whatever became of a thread that held them.
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
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
    fn one_address_takes_its_share_and_no_more() {
        let places = Places::new(2);
        let take = |address: &str| places.take(address.parse().unwrap());
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
