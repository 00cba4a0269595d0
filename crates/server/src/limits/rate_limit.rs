//! Per-address limits: WebSockets, messages, requests and seeks.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use game::Timestamp;
use protocol::PlayerId;
use tokio::sync::Notify;

use super::{Rate, Shares, TokenBucket, network_of};
use crate::config::Limits;
use crate::sync::lock;

/// Seconds of messages an address may send in one burst.
const BURST_SECONDS: u32 = 3;

/// Rate of seeks per address: many players may share one, and each seek may become a stored game.
const SEEKS: Rate = Rate { burst: 100, every: Duration::from_millis(500) };

/// Counts connections and rates per address. The lock is never held across an `await`.
#[derive(Debug)]
pub(crate) struct RateLimiter {
    limits: Limits,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    connections: usize,
    addresses: HashMap<IpAddr, AddressState>,
    players: HashMap<PlayerId, u32>,
}

#[derive(Debug)]
struct AddressState {
    /// Admitted WebSockets, oldest first.
    connections: Vec<Arc<Notify>>,
    messages: TokenBucket,
    requests: TokenBucket,
    seeks: TokenBucket,
}

/// RAII guard of an admitted WebSocket; released on drop.
#[derive(Debug)]
pub(crate) struct ConnectionGuard {
    limiter: Arc<RateLimiter>,
    address: IpAddr,
    player: PlayerId,
    evicted: Arc<Notify>,
}

impl RateLimiter {
    pub(crate) fn new(limits: Limits) -> RateLimiter {
        RateLimiter { limits, state: Mutex::default() }
    }

    /// Admits a connection unless the limit of its address is reached. If the server is full, the newest
    /// connection of the network that holds most gives way, unless that holds no more than the newcomer's.
    pub(crate) fn admit(
        self: &Arc<RateLimiter>,
        address: IpAddr,
        player: PlayerId,
    ) -> Option<ConnectionGuard> {
        let address = network_of(address);
        let mut state = self.lock();
        if state.address(address, self.limits).connections.len() >= self.limits.connections_per_address {
            return None;
        }
        if state.connections >= self.limits.max_connections {
            state.evict_for(address)?;
        }
        let evicted = Arc::new(Notify::new());
        state.address(address, self.limits).connections.push(Arc::clone(&evicted));
        state.connections += 1;
        *state.players.entry(player).or_default() += 1;
        Some(ConnectionGuard { limiter: Arc::clone(self), address, player, evicted })
    }

    /// Takes a token for an HTTP request; the rate is that of messages.
    pub(crate) fn allow_request(&self, address: IpAddr, now: Timestamp) -> bool {
        self.lock().address(network_of(address), self.limits).requests.try_take(now)
    }

    /// Open WebSockets.
    pub(crate) fn connection_count(&self) -> usize {
        self.lock().connections
    }

    /// Distinct connected players.
    pub(crate) fn player_count(&self) -> u32 {
        self.lock().players.len() as u32
    }

    /// Returns true if a player is connected by WebSocket to this node.
    pub(crate) fn is_connected(&self, player: PlayerId) -> bool {
        self.lock().players.contains_key(&player)
    }

    /// Drops addresses without connections whose buckets are all full.
    pub(crate) fn sweep(&self, now: Timestamp) {
        self.lock().addresses.retain(|_, address| {
            let buckets = [address.messages, address.requests, address.seeks];
            !address.connections.is_empty() || buckets.iter().any(|bucket| !bucket.is_full(now))
        });
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl ConnectionGuard {
    /// Resolves when the connection has to give way to another network.
    pub(crate) async fn evicted(&self) {
        self.evicted.notified().await;
    }

    /// The network that is counted as one address.
    pub(crate) fn network(&self) -> IpAddr {
        self.address
    }

    /// Takes a token for a seek.
    pub(crate) fn allow_seek(&self, now: Timestamp) -> bool {
        self.limiter.lock().address(self.address, self.limiter.limits).seeks.try_take(now)
    }

    /// Takes a token for a message.
    pub(crate) fn allow_message(&self, now: Timestamp) -> bool {
        self.limiter.lock().address(self.address, self.limiter.limits).messages.try_take(now)
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut state = self.limiter.lock();
        let address = state.addresses.get_mut(&self.address).map(|address| &mut address.connections);
        let index =
            address.as_ref().and_then(|open| open.iter().position(|one| Arc::ptr_eq(one, &self.evicted)));
        // An evicted connection is not counted any more.
        if let (Some(open), Some(index)) = (address, index) {
            open.remove(index);
            state.connections = state.connections.saturating_sub(1);
        }
        if let Some(windows) = state.players.get_mut(&self.player) {
            *windows = windows.saturating_sub(1);
            if *windows == 0 {
                state.players.remove(&self.player);
            }
        }
    }
}

impl State {
    /// Tells a connection to give way to a newcomer and stops counting it.
    fn evict_for(&mut self, newcomer: IpAddr) -> Option<()> {
        let mut shares = Shares::default();
        for (&address, state) in &self.addresses {
            shares.add(address, state.connections.len());
        }
        let holders = self.addresses.iter_mut().filter(|(_, state)| !state.connections.is_empty());
        let (_, heaviest) = holders
            .filter(|(address, _)| shares.gives_way(**address, newcomer))
            .max_by_key(|(address, _)| (shares.weight(**address), **address))?;
        heaviest.connections.pop()?.notify_one();
        self.connections = self.connections.saturating_sub(1);
        Some(())
    }

    fn address(&mut self, address: IpAddr, limits: Limits) -> &mut AddressState {
        self.addresses.entry(address).or_insert_with(|| AddressState {
            connections: Vec::new(),
            messages: TokenBucket::new(message_rate(limits)),
            requests: TokenBucket::new(message_rate(limits)),
            seeks: TokenBucket::new(SEEKS),
        })
    }
}

/// Message rate with a burst of `BURST_SECONDS`.
fn message_rate(limits: Limits) -> Rate {
    let burst = limits.messages_per_second.saturating_mul(BURST_SECONDS);
    Rate { burst, every: Duration::from_secs(1) / limits.messages_per_second.max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(connections: usize, connections_per_address: usize, messages: u32) -> Limits {
        Limits {
            max_connections: connections,
            connections_per_address,
            messages_per_second: messages,
            ..Limits::default()
        }
    }

    #[test]
    fn connections_are_limited_in_total_and_per_address() {
        let limiter = Arc::new(RateLimiter::new(limits(3, 2, 1)));
        let enter =
            |address: &str, player| limiter.admit(address.parse().unwrap(), PlayerId::from_bits(player));
        let first = enter("10.0.0.1", 1).unwrap();
        let _second = enter("::ffff:10.0.0.1", 1).unwrap();
        assert!(enter("10.0.0.1", 2).is_none(), "two from one address");
        let _third = enter("2001:db8::1", 2).unwrap();
        assert!(enter("2001:db8::2", 3).is_none(), "three in all");
        assert_eq!((limiter.connection_count(), limiter.player_count()), (3, 2));
        assert!((0..100).all(|_| first.allow_seek(Timestamp(0))), "a burst of seeks");
        assert!(!first.allow_seek(Timestamp(499)));
        assert!(first.allow_seek(Timestamp(500)));
        drop(first);
        assert_eq!((limiter.connection_count(), limiter.player_count()), (2, 2));
        assert!(enter("10.0.0.2", 3).is_some());
    }

    #[tokio::test]
    async fn a_full_server_makes_room_for_networks_with_fewer_connections() {
        let limiter = Arc::new(RateLimiter::new(limits(8, 4, 1)));
        let enter =
            |address: &str, player| limiter.admit(address.parse().unwrap(), PlayerId::from_bits(player));
        let flood: Vec<_> =
            (0..8).map(|n| enter(["10.0.0.1", "10.0.0.2"][n % 2], n as u128).unwrap()).collect();
        let honest: Vec<_> = (0..2).map(|_| enter("10.0.0.3", 99).unwrap()).collect();
        let mut evicted = Vec::new();
        for guard in &flood {
            evicted.push(tokio::time::timeout(Duration::ZERO, guard.evicted()).await.is_ok());
        }
        assert_eq!(evicted, [false, false, false, false, false, false, true, true], "the newest of each");
        assert!(enter("10.0.0.3", 99).is_none(), "the shares are fair now");
        assert_eq!((limiter.connection_count(), limiter.player_count()), (8, 9));
        drop((flood, honest));
        assert_eq!((limiter.connection_count(), limiter.player_count()), (0, 0));
    }

    #[test]
    fn the_request_rate_is_per_address() {
        let limiter = RateLimiter::new(limits(9, 9, 2));
        let ask = |address: &str, at| limiter.allow_request(address.parse().unwrap(), Timestamp(at));
        for _ in 0..6 {
            assert!(ask("10.0.0.1", 0));
        }
        assert!(!ask("10.0.0.1", 0));
        assert!(ask("10.0.0.2", 0));
        assert!(ask("10.0.0.1", 500));
    }

    #[test]
    fn sweep_drops_idle_addresses() {
        let limiter = Arc::new(RateLimiter::new(limits(9, 9, 1)));
        let address = "10.0.0.1".parse().unwrap();
        for _ in 0..3 {
            assert!(limiter.allow_request(address, Timestamp(0)));
        }
        assert!(!limiter.allow_request(address, Timestamp(0)));
        limiter.sweep(Timestamp(0));
        assert!(!limiter.allow_request(address, Timestamp(0)), "the bucket is kept while it is not full");
        limiter.sweep(Timestamp(60_000));
        assert!(limiter.lock().addresses.is_empty());
    }
}
