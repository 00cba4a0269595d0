//! Places of live streams: responses that stay open. They are not HTTP connections of the table in `serve`, which gives way
//! to new ones. When all places are taken, the network that holds most gives way, and in it the player with most.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use protocol::PlayerId;
use tokio::sync::Notify;

use super::{Shares, network_of};
use crate::sync::lock;

/// Streams of a player: one per game, and some for events.
const MAX_PER_PLAYER: usize = 300;

/// Streams of a network without a token.
const MAX_PER_NETWORK: usize = 20;

/// Open streams. The lock is never held across an `await`.
#[derive(Clone, Debug)]
pub(crate) struct LiveStreams {
    limit: usize,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// Holders by number, oldest first.
    holders: BTreeMap<u64, Holder>,
    next_number: u64,
    counts: HashMap<StreamOwner, usize>,
}

#[derive(Debug)]
struct Holder {
    owner: StreamOwner,
    network: IpAddr,
    evicted: Arc<Notify>,
}

/// Owner of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum StreamOwner {
    /// Owner of an API token.
    Player(PlayerId),
    /// Network of a client without a token.
    Network(IpAddr),
}

/// RAII place of a stream; released on drop.
#[derive(Debug)]
pub(crate) struct StreamPermit {
    streams: LiveStreams,
    number: u64,
    evicted: Arc<Notify>,
}

impl LiveStreams {
    /// Creates `limit` places.
    pub(crate) fn new(limit: usize) -> LiveStreams {
        LiveStreams { limit, state: Arc::default() }
    }

    /// Takes a place for a player. `None` if the player has as many as allowed, or if all are taken by networks with no more
    /// than that of the address.
    pub(crate) fn open_for_player(&self, player: PlayerId, address: IpAddr) -> Option<StreamPermit> {
        self.open(StreamOwner::Player(player), address, MAX_PER_PLAYER)
    }

    /// Takes a place for a client without a token, likewise.
    pub(crate) fn open_for_network(&self, address: IpAddr) -> Option<StreamPermit> {
        self.open(StreamOwner::Network(network_of(address)), address, MAX_PER_NETWORK)
    }

    fn open(&self, owner: StreamOwner, address: IpAddr, limit: usize) -> Option<StreamPermit> {
        let network = network_of(address);
        let mut state = self.lock();
        if state.count(owner) >= limit {
            return None;
        }
        if state.holders.len() >= self.limit {
            let heaviest = state.heaviest(network)?;
            state.remove(heaviest)?.evicted.notify_one();
        }
        let (number, evicted) = (state.next_number, Arc::new(Notify::new()));
        state.next_number += 1;
        state.holders.insert(number, Holder { owner, network, evicted: Arc::clone(&evicted) });
        *state.counts.entry(owner).or_default() += 1;
        Some(StreamPermit { streams: self.clone(), number, evicted })
    }

    /// Returns true if a player has a stream open on this node.
    pub(crate) fn is_open(&self, player: PlayerId) -> bool {
        self.lock().count(StreamOwner::Player(player)) > 0
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl State {
    fn count(&self, owner: StreamOwner) -> usize {
        self.counts.get(&owner).copied().unwrap_or_default()
    }

    /// The newest stream of the owner that should give way to a newcomer.
    fn heaviest(&self, newcomer: IpAddr) -> Option<u64> {
        let shares: Shares = self.holders.values().map(|holder| holder.network).collect();
        let holders = self.holders.iter().filter(|(_, holder)| shares.gives_way(holder.network, newcomer));
        let heaviest = holders.max_by_key(|&(&number, holder)| {
            (shares.weight(holder.network), self.count(holder.owner), number)
        });
        heaviest.map(|(&number, _)| number)
    }

    fn remove(&mut self, number: u64) -> Option<Holder> {
        let holder = self.holders.remove(&number)?;
        if let Some(count) = self.counts.get_mut(&holder.owner) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                self.counts.remove(&holder.owner);
            }
        }
        Some(holder)
    }
}

impl StreamPermit {
    /// Resolves when the stream has to give way to one of another network.
    pub(crate) async fn evicted(&self) {
        self.evicted.notified().await;
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        self.streams.lock().remove(self.number);
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Duration, timeout};

    use super::*;

    const TOTAL: usize = 1_000;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    async fn is_evicted(permit: &StreamPermit) -> bool {
        timeout(Duration::ZERO, permit.evicted()).await.is_ok()
    }

    #[test]
    fn streams_are_limited_per_owner() {
        let streams = LiveStreams::new(TOTAL);
        let here = address("10.0.0.9");
        let [one, other] = [1, 2].map(PlayerId::from_bits);
        let open: Vec<_> = (0..MAX_PER_PLAYER).map(|_| streams.open_for_player(one, here).unwrap()).collect();
        assert!(streams.open_for_player(one, here).is_none());
        assert!(streams.open_for_player(other, here).is_some());
        assert!(streams.is_open(one) && !streams.is_open(other));
        drop(open);
        assert!(!streams.is_open(one));
        let near = |text: &str| streams.open_for_network(address(text));
        let open: Vec<_> = (0..MAX_PER_NETWORK).map(|_| near("10.0.0.1").unwrap()).collect();
        assert!(near("::ffff:10.0.0.1").is_none() && near("10.0.0.2").is_some());
        drop(open);
        assert!(near("10.0.0.1").is_some());
    }

    #[tokio::test]
    async fn full_places_are_taken_from_the_player_with_most_on_the_network_with_most() {
        let streams = LiveStreams::new(TOTAL);
        let (flood, quiet) = (address("203.0.113.1"), address("198.51.100.1"));
        let resident = streams.open_for_player(PlayerId::from_bits(1), quiet).unwrap();
        let few = streams.open_for_player(PlayerId::from_bits(2), flood).unwrap();
        let mut many = Vec::new();
        for bits in 3.. {
            let player = PlayerId::from_bits(bits);
            many.extend((0..MAX_PER_PLAYER).map_while(|_| streams.open_for_player(player, flood)));
            if streams.lock().holders.len() == TOTAL {
                break;
            }
        }
        assert!(streams.open_for_player(PlayerId::from_bits(99), flood).is_none(), "the network holds most");
        let newcomer = streams.open_for_player(PlayerId::from_bits(100), quiet).unwrap();
        assert!(!is_evicted(&resident).await && !is_evicted(&few).await && !is_evicted(&newcomer).await);
        let mut evicted = 0;
        for permit in &many {
            evicted += usize::from(is_evicted(permit).await);
        }
        assert_eq!((evicted, streams.lock().holders.len()), (1, TOTAL));
        drop((resident, few, many, newcomer));
        let state = streams.lock();
        assert_eq!((state.holders.len(), state.counts.len()), (0, 0));
    }
}
