//! Places of live streams: responses that stay open. They are not HTTP connections of the table in `serve`, which gives way
//! to new ones.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use protocol::PlayerId;

use super::network_of;
use crate::sync::lock;

/// Streams of a player: one per game, and some for events.
const MAX_PER_PLAYER: usize = 300;

/// Streams of a network without a token.
const MAX_PER_NETWORK: usize = 20;

/// All streams.
const MAX_TOTAL: usize = 5_000;

/// Open streams. The lock is never held across an `await`.
#[derive(Clone, Debug, Default)]
pub(crate) struct LiveStreams(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    total: usize,
    owners: HashMap<StreamOwner, usize>,
}

/// Owner of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum StreamOwner {
    /// Owner of an API token.
    Player(PlayerId),
    /// Network of a client without a token.
    Network(IpAddr),
}

/// RAII place of a stream; released on drop.
#[derive(Debug)]
pub(crate) struct StreamPermit {
    streams: LiveStreams,
    owner: StreamOwner,
}

impl LiveStreams {
    /// Takes a place; `None` if all are taken.
    pub(crate) fn open(&self, owner: StreamOwner) -> Option<StreamPermit> {
        let owner = match owner {
            StreamOwner::Network(address) => StreamOwner::Network(network_of(address)),
            player => player,
        };
        let limit = match owner {
            StreamOwner::Player(_) => MAX_PER_PLAYER,
            StreamOwner::Network(_) => MAX_PER_NETWORK,
        };
        let mut state = self.lock();
        if state.total >= MAX_TOTAL || state.owners.get(&owner).is_some_and(|&count| count >= limit) {
            return None;
        }
        state.total += 1;
        *state.owners.entry(owner).or_default() += 1;
        Some(StreamPermit { streams: self.clone(), owner })
    }

    /// Returns true if a player has a stream open on this node.
    pub(crate) fn is_open(&self, player: PlayerId) -> bool {
        self.lock().owners.contains_key(&StreamOwner::Player(player))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut state = self.streams.lock();
        state.total = state.total.saturating_sub(1);
        if let Some(count) = state.owners.get_mut(&self.owner) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                state.owners.remove(&self.owner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_limited_per_owner() {
        let streams = LiveStreams::default();
        let player = StreamOwner::Player(PlayerId::from_bits(1));
        let open: Vec<_> = (0..MAX_PER_PLAYER).map(|_| streams.open(player).unwrap()).collect();
        assert!(streams.open(player).is_none());
        assert!(streams.open(StreamOwner::Player(PlayerId::from_bits(2))).is_some());
        assert!(streams.is_open(PlayerId::from_bits(1)) && !streams.is_open(PlayerId::from_bits(2)));
        drop(open);
        assert!(!streams.is_open(PlayerId::from_bits(1)));
        let near = |address: &str| streams.open(StreamOwner::Network(address.parse().unwrap()));
        let open: Vec<_> = (0..MAX_PER_NETWORK).map(|_| near("10.0.0.1").unwrap()).collect();
        assert!(near("::ffff:10.0.0.1").is_none() && near("10.0.0.2").is_some());
        drop(open);
        assert!(near("10.0.0.1").is_some());
    }
}
