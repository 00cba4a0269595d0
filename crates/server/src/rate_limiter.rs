//! Who may come in: limits on connections and on how fast anybody may ask.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::Timestamp;
use protocol::PlayerId;

use crate::config::Limits;
use crate::rate_limit::{Rate, TokenBucket};

/// An address may send so many seconds' worth of messages at once.
const BURST_SECONDS: u32 = 3;

/// New games, accounts and log-ins of an address: they cost more than messages.
const EXPENSIVE_REQUESTS: Rate = Rate { burst: 30, every: Duration::from_secs(2) };

/// Wishes for a game: many may share an address, and each leads to a game on the disk.
const SEEKS: Rate = Rate { burst: 100, every: Duration::from_millis(500) };

/// The gate. The lock is held for a look and never across an `await`.
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

/// A connection that was let in; to drop it is to leave.
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

    /// Lets a connection in, if there is room.
    pub(crate) fn admit(
        self: &Arc<RateLimiter>,
        address: IpAddr,
        player: PlayerId,
    ) -> Option<ConnectionGuard> {
        let address = network_of(address);
        let mut inside = self.lock();
        if inside.connections >= self.limits.max_connections {
            return None;
        }
        let place = inside.address(address, self.limits);
        if place.connections >= self.limits.connections_per_address {
            return None;
        }
        place.connections += 1;
        inside.connections += 1;
        *inside.players.entry(player).or_default() += 1;
        Some(ConnectionGuard { limiter: Arc::clone(self), address, player })
    }

    /// Whether an address may ask for something over HTTP: as often as it may send messages.
    pub(crate) fn allow_request(&self, address: IpAddr, now: Timestamp) -> bool {
        self.lock().address(network_of(address), self.limits).requests.try_take(now)
    }

    /// Whether an address may ask for something that costs more than a message.
    pub(crate) fn allow_expensive_request(&self, address: IpAddr, now: Timestamp) -> bool {
        self.lock().address(network_of(address), self.limits).expensive_requests.try_take(now)
    }

    /// How many connections there are.
    pub(crate) fn connection_count(&self) -> usize {
        self.lock().connections
    }

    /// How many people are connected, however many windows each has.
    pub(crate) fn player_count(&self) -> u32 {
        self.lock().players.len() as u32
    }

    /// Forgets addresses of which there is nothing to remember.
    pub(crate) fn sweep(&self, now: Timestamp) {
        self.lock().addresses.retain(|_, address| {
            let buckets = [address.messages, address.requests, address.seeks, address.expensive_requests];
            address.connections > 0 || buckets.iter().any(|bucket| !bucket.is_full(now))
        });
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Counters are whole at every moment, whatever became of a thread that held them.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionGuard {
    /// What is counted as one address.
    pub(crate) fn network(&self) -> IpAddr {
        self.address
    }

    /// Whether the address may ask for one more game in the lobby.
    pub(crate) fn allow_seek(&self, now: Timestamp) -> bool {
        self.limiter.lock().address(self.address, self.limiter.limits).seeks.try_take(now)
    }

    /// Whether the address may send one more message.
    pub(crate) fn allow_message(&self, now: Timestamp) -> bool {
        self.limiter.lock().address(self.address, self.limiter.limits).messages.try_take(now)
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut inside = self.limiter.lock();
        inside.connections = inside.connections.saturating_sub(1);
        if let Some(address) = inside.addresses.get_mut(&self.address) {
            address.connections = address.connections.saturating_sub(1);
        }
        if let Some(windows) = inside.players.get_mut(&self.player) {
            *windows = windows.saturating_sub(1);
            if *windows == 0 {
                inside.players.remove(&self.player);
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

/// So many a second, and a few seconds' worth at once.
fn message_rate(limits: Limits) -> Rate {
    let burst = limits.messages_per_second.saturating_mul(BURST_SECONDS);
    Rate { burst, every: Duration::from_secs(1) / limits.messages_per_second.max(1) }
}

/// What belongs to one customer: an IPv4 address, or the first half of an IPv6 address.
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(connections: usize, per_address: usize, messages: u32) -> Limits {
        Limits {
            max_connections: connections,
            connections_per_address: per_address,
            messages_per_second: messages,
            ..Limits::default()
        }
    }

    #[test]
    fn only_so_many_get_in() {
        let gate = Arc::new(RateLimiter::new(limits(3, 2, 1)));
        let enter = |address: &str, player| gate.admit(address.parse().unwrap(), PlayerId::from_bits(player));
        let first = enter("10.0.0.1", 1).unwrap();
        let _second = enter("::ffff:10.0.0.1", 1).unwrap();
        assert!(enter("10.0.0.1", 2).is_none(), "two from one address");
        let _third = enter("2001:db8::1", 2).unwrap();
        assert!(enter("10.0.0.2", 3).is_none(), "three in all");
        assert_eq!((gate.connection_count(), gate.player_count()), (3, 2));
        assert!((0..100).all(|_| first.allow_seek(Timestamp(0))), "a burst of wishes");
        assert!(!first.allow_seek(Timestamp(499)));
        assert!(first.allow_seek(Timestamp(500)));
        drop(first);
        assert_eq!((gate.connection_count(), gate.player_count()), (2, 2));
        assert!(enter("10.0.0.2", 3).is_some());
    }

    #[test]
    fn one_address_asks_at_its_pace_and_others_do_not_notice() {
        let gate = RateLimiter::new(limits(9, 9, 2));
        let ask = |address: &str, at| gate.allow_request(address.parse().unwrap(), Timestamp(at));
        for _ in 0..6 {
            assert!(ask("10.0.0.1", 0));
        }
        assert!(!ask("10.0.0.1", 0));
        assert!(ask("10.0.0.2", 0));
        assert!(ask("10.0.0.1", 500));
    }

    #[test]
    fn an_address_is_forgotten_when_nothing_is_known_of_it() {
        let gate = Arc::new(RateLimiter::new(limits(9, 9, 1)));
        let address = "10.0.0.1".parse().unwrap();
        for _ in 0..30 {
            assert!(gate.allow_expensive_request(address, Timestamp(0)));
        }
        assert!(!gate.allow_expensive_request(address, Timestamp(0)));
        gate.sweep(Timestamp(0));
        assert!(!gate.allow_expensive_request(address, Timestamp(0)), "still remembered");
        gate.sweep(Timestamp(60_000));
        assert!(gate.lock().addresses.is_empty());
    }
}
