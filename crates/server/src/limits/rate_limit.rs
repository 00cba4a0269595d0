//! Per-address limits: WebSockets, messages, requests and seeks.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use game::Timestamp;
use protocol::PlayerId;

use super::{Rate, TokenBucket, network_of};
use crate::config::Limits;
use crate::sync::lock;

/// Seconds of messages an address may send in one burst.
const BURST_SECONDS: u32 = 3;

/// Rate of expensive requests (new games, accounts, logins) per address.
const EXPENSIVE_REQUESTS: Rate = Rate { burst: 30, every: Duration::from_secs(2) };

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
    connections: usize,
    messages: TokenBucket,
    requests: TokenBucket,
    seeks: TokenBucket,
    expensive_requests: TokenBucket,
}

/// RAII guard of an admitted WebSocket; released on drop.
#[derive(Debug)]
pub(crate) struct ConnectionGuard {
    limiter: Arc<RateLimiter>,
    address: IpAddr,
    player: PlayerId,
}

impl RateLimiter {
    pub(crate) fn new(limits: Limits) -> RateLimiter {
        RateLimiter { limits, state: Mutex::default() }
    }

    /// Admits a connection unless a limit is reached.
    pub(crate) fn admit(
        self: &Arc<RateLimiter>,
        address: IpAddr,
        player: PlayerId,
    ) -> Option<ConnectionGuard> {
        let address = network_of(address);
        let mut state = self.lock();
        if state.connections >= self.limits.max_connections {
            return None;
        }
        let place = state.address(address, self.limits);
        if place.connections >= self.limits.connections_per_address {
            return None;
        }
        place.connections += 1;
        state.connections += 1;
        *state.players.entry(player).or_default() += 1;
        Some(ConnectionGuard { limiter: Arc::clone(self), address, player })
    }

    /// Takes a token for an HTTP request; the rate is that of messages.
    pub(crate) fn allow_request(&self, address: IpAddr, now: Timestamp) -> bool {
        self.lock().address(network_of(address), self.limits).requests.try_take(now)
    }

    /// Takes a token for an expensive request.
    pub(crate) fn allow_expensive_request(&self, address: IpAddr, now: Timestamp) -> bool {
        self.lock().address(network_of(address), self.limits).expensive_requests.try_take(now)
    }

    /// Open WebSockets.
    pub(crate) fn connection_count(&self) -> usize {
        self.lock().connections
    }

    /// Distinct connected players.
    pub(crate) fn player_count(&self) -> u32 {
        self.lock().players.len() as u32
    }

    /// Drops addresses without connections whose buckets are all full.
    pub(crate) fn sweep(&self, now: Timestamp) {
        self.lock().addresses.retain(|_, address| {
            let buckets = [address.messages, address.requests, address.seeks, address.expensive_requests];
            address.connections > 0 || buckets.iter().any(|bucket| !bucket.is_full(now))
        });
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl ConnectionGuard {
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
        state.connections = state.connections.saturating_sub(1);
        if let Some(address) = state.addresses.get_mut(&self.address) {
            address.connections = address.connections.saturating_sub(1);
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
    fn address(&mut self, address: IpAddr, limits: Limits) -> &mut AddressState {
        self.addresses.entry(address).or_insert_with(|| AddressState {
            connections: 0,
            messages: TokenBucket::new(message_rate(limits)),
            requests: TokenBucket::new(message_rate(limits)),
            seeks: TokenBucket::new(SEEKS),
            expensive_requests: TokenBucket::new(EXPENSIVE_REQUESTS),
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
        assert!(enter("10.0.0.2", 3).is_none(), "three in all");
        assert_eq!((limiter.connection_count(), limiter.player_count()), (3, 2));
        assert!((0..100).all(|_| first.allow_seek(Timestamp(0))), "a burst of seeks");
        assert!(!first.allow_seek(Timestamp(499)));
        assert!(first.allow_seek(Timestamp(500)));
        drop(first);
        assert_eq!((limiter.connection_count(), limiter.player_count()), (2, 2));
        assert!(enter("10.0.0.2", 3).is_some());
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
        for _ in 0..30 {
            assert!(limiter.allow_expensive_request(address, Timestamp(0)));
        }
        assert!(!limiter.allow_expensive_request(address, Timestamp(0)));
        limiter.sweep(Timestamp(0));
        assert!(
            !limiter.allow_expensive_request(address, Timestamp(0)),
            "the bucket is kept while it is not full"
        );
        limiter.sweep(Timestamp(60_000));
        assert!(limiter.lock().addresses.is_empty());
    }
}
