//! Limits login attempts per account name: for one network, and for all networks together. The request rate
//! of an address is limited separately, by the rate limiter.
//!
//! An attacker must not be able to lock out the owner. Networks from which a login has succeeded are
//! therefore exempt from the limit across networks: at home the owner can always try. On a new network the
//! owner may be locked out while the name is attacked from many networks, which is the price for bounding the
//! attack.
//!
//! Unknown names are counted like existing ones, so a refusal does not reveal whether a name exists.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use game::Timestamp;

use super::AccountName;
use crate::limits::LruMap;
use crate::limits::network_of;
use crate::limits::{Rate, TokenBucket};
use crate::sync::lock;

/// Ten attempts, then one a minute: enough for a forgetful person, too few for a program that guesses.
const PER_NETWORK: Rate = Rate { burst: 10, every: Duration::from_secs(60) };

/// Limit for all untrusted networks together. It takes more than three networks guessing without pause to
/// reach it, and 4,000 guesses a day do not find a decent password.
const ACROSS_NETWORKS: Rate = Rate { burst: 100, every: Duration::from_secs(20) };

/// Capacity of each map. The least recently used entry is evicted; by then most buckets are full again
/// anyway.
const CAPACITY: usize = 10_000;

/// Login attempts per name. The lock is never held across an `await`.
#[derive(Debug)]
pub(crate) struct LoginThrottle(Mutex<State>);

#[derive(Debug)]
struct State {
    per_network: LruMap<NameAndNetwork, TokenBucket>,
    across_networks: LruMap<String, TokenBucket>,
    /// Networks from which a login has succeeded.
    trusted: LruMap<NameAndNetwork, ()>,
}

/// Account name key and the network of the attempt.
type NameAndNetwork = (String, IpAddr);

impl Default for LoginThrottle {
    fn default() -> LoginThrottle {
        LoginThrottle(Mutex::new(State {
            per_network: LruMap::new(CAPACITY),
            across_networks: LruMap::new(CAPACITY),
            trusted: LruMap::new(CAPACITY),
        }))
    }
}

impl LoginThrottle {
    /// Returns true if an attempt is allowed now and counts it.
    /// [`record_success`](LoginThrottle::record_success) takes it back.
    pub(crate) fn allows(&self, name: &AccountName, from: IpAddr, now: Timestamp) -> bool {
        let key = (name.key(), network_of(from));
        let mut state = self.lock();
        let is_trusted = state.trusted.get(&key).is_some();
        // A network without tokens must not use up the shared ones.
        state.per_network.get_or_insert_with(key, || TokenBucket::new(PER_NETWORK)).try_take(now)
            && (is_trusted
                || state
                    .across_networks
                    .get_or_insert_with(name.key(), || TokenBucket::new(ACROSS_NETWORKS))
                    .try_take(now))
    }

    /// Resets the attempts from this network and trusts it from now on.
    pub(crate) fn record_success(&self, name: &AccountName, from: IpAddr) {
        let key = (name.key(), network_of(from));
        let mut state = self.lock();
        state.per_network.remove(&key);
        state.trusted.get_or_insert_with(key, || ());
    }

    /// Drops buckets that are full again.
    pub(crate) fn sweep(&self, now: Timestamp) {
        let mut state = self.lock();
        state.per_network.retain(|bucket| !bucket.is_full(now));
        state.across_networks.retain(|bucket| !bucket.is_full(now));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1));
    const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(10, 0, 0, 2));

    fn name(text: &str) -> AccountName {
        text.parse().unwrap()
    }

    #[test]
    fn ten_attempts_then_one_a_minute() {
        let throttle = LoginThrottle::default();
        let check = |text: &str, at, expected| {
            assert_eq!(throttle.allows(&name(text), HERE, Timestamp(at)), expected, "{text} at {at}");
        };
        for _ in 0..10 {
            check("Ann", 0, true);
        }
        check("ANN", 0, false); // however it is written
        check("Bob", 0, true);
        check("Ann", 59_999, false);
        check("Ann", 60_000, true);
        check("Ann", 60_000, false);
        assert!(throttle.allows(&name("Ann"), THERE, Timestamp(60_000)), "other networks are not limited");
        throttle.record_success(&name("ann"), HERE);
        check("Ann", 60_000, true);
    }

    #[test]
    fn untrusted_networks_share_a_limit_per_name() {
        let throttle = LoginThrottle::default();
        let from = |number: u8, at| {
            throttle.allows(&name("Ann"), Ipv4Addr::new(10, 1, 0, number).into(), Timestamp(at))
        };
        throttle.record_success(&name("Ann"), HERE);
        assert!((0..100).all(|number| from(number, 0)), "a hundred attempts from different networks");
        assert!(!from(100, 0));
        assert!(
            (0..10).all(|_| throttle.allows(&name("Ann"), HERE, Timestamp(0))),
            "a trusted network is not limited"
        );
        assert!(throttle.allows(&name("Bob"), THERE, Timestamp(0)), "another name");
        assert!(!from(101, 19_999));
        assert!(from(102, 20_000));
        assert!(!from(103, 20_000));
    }

    #[test]
    fn a_throttled_network_does_not_use_the_shared_limit() {
        let throttle = LoginThrottle::default();
        for _ in 0..1_000 {
            throttle.allows(&name("Ann"), HERE, Timestamp(0));
        }
        assert!(throttle.allows(&name("Ann"), THERE, Timestamp(0)));
    }

    #[test]
    fn maps_are_bounded_and_active_attacks_stay_throttled() {
        let throttle = LoginThrottle::default();
        while throttle.allows(&name("Ann"), HERE, Timestamp(0)) {}
        for number in 0..3 * CAPACITY {
            throttle.allows(&name(&format!("n{number}")), HERE, Timestamp(0));
            throttle.record_success(&name(&format!("m{number}")), HERE);
            if number.is_multiple_of(CAPACITY / 2) {
                assert!(!throttle.allows(&name("Ann"), HERE, Timestamp(0)), "after {number} others");
            }
        }
        let sizes = |throttle: &LoginThrottle| {
            let state = throttle.lock();
            [state.per_network.len(), state.across_networks.len(), state.trusted.len()]
        };
        assert_eq!(sizes(&throttle), [CAPACITY; 3]);
        throttle.sweep(Timestamp(19_999));
        assert_eq!(sizes(&throttle), [CAPACITY; 3]);
        throttle.sweep(Timestamp(20_000));
        assert_eq!(sizes(&throttle), [CAPACITY, 0, CAPACITY]);
        throttle.sweep(Timestamp(600_000));
        assert_eq!(sizes(&throttle), [0, 0, CAPACITY]);
    }
}
