//! Limits login attempts per account name: for one network, and for all networks together. The request rate
//! of an address is limited separately, by the rate limiter.
//!
//! An attacker must not be able to lock out the owner. Networks from which a login has succeeded are
//! therefore exempt from the limit across networks: at home the owner can always try. On a new network the
//! owner may be locked out while the name is attacked from many networks, which is the price for bounding the
//! attack.
//!
//! An allowed attempt has a [`LoginPriority`] for the queue of password hashes, so that a flood of wrong logins
//! delays those who have logged in here before, or have not failed, as little as possible.
//!
//! An attempt that found the queue full is taken back, and its network is remembered: when it comes again after
//! [`RETRY_DELAY`] it is served before those that have not waited. A flood of which each address tries once cannot keep
//! newcomers out, and one that comes again spends its attempts.
//!
//! Unknown names are counted like existing ones, so a refusal does not reveal whether a name exists.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use game::{Millis, Timestamp};

use super::AccountName;
use crate::limits::{LruMap, Rate, TokenBucket, block_of, network_of};
use crate::sync::lock;

/// Ten attempts, then one a minute: enough for a forgetful person, too few for a program that guesses.
const PER_NETWORK: Rate = Rate { burst: 10, every: Duration::from_secs(60) };

/// Limit for all untrusted networks together. It takes more than three networks guessing without pause to
/// reach it, and 4,000 guesses a day do not find a decent password.
const ACROSS_NETWORKS: Rate = Rate { burst: 100, every: Duration::from_secs(20) };

/// Attempts of a block of networks, for any names, after which the next ones have a low priority.
const PER_BLOCK: Rate = Rate { burst: 5, every: Duration::from_secs(60) };

/// Time after which a network that found the queue full should come again.
pub(crate) const RETRY_DELAY: Duration = Duration::from_secs(3);

/// Clients may be a little early, and are forgotten after a while.
const MIN_WAIT: Millis = Millis::seconds(2);
const MAX_WAIT: Millis = Millis::minutes(5);

/// Networks remembered that found the queue full, about 2 MB: at a thousand new addresses a second those of the last
/// half minute.
const MAX_RETURNING: usize = 30_000;

/// Capacity of each other map. The least recently used entry is evicted; by then most buckets are full again
/// anyway.
const CAPACITY: usize = 10_000;

/// Order in which attempts are checked, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum LoginPriority {
    /// The name, or the block of networks, has had unsuccessful attempts.
    Repeated,
    /// There were no unsuccessful attempts.
    First,
    /// Nor were there any in the block of networks, and the network has waited since it found the queue full.
    Returning,
    /// A login with this name has succeeded from this network.
    Trusted,
}

/// Login attempts per name. The lock is never held across an `await`.
#[derive(Debug)]
pub(crate) struct LoginThrottle(Mutex<State>);

#[derive(Debug)]
struct State {
    per_network: LruMap<NameAndNetwork, TokenBucket>,
    across_networks: LruMap<String, TokenBucket>,
    per_block: LruMap<IpAddr, TokenBucket>,
    /// Networks from which a login has succeeded.
    trusted: LruMap<NameAndNetwork, ()>,
    /// Networks that found the queue full, and since when.
    returning: LruMap<IpAddr, Timestamp>,
}

/// Account name in small letters, by which accounts are found, and the network of the attempt.
type NameAndNetwork = (String, IpAddr);

impl Default for LoginThrottle {
    fn default() -> LoginThrottle {
        LoginThrottle(Mutex::new(State {
            per_network: LruMap::new(CAPACITY),
            across_networks: LruMap::new(CAPACITY),
            per_block: LruMap::new(CAPACITY),
            trusted: LruMap::new(CAPACITY),
            returning: LruMap::new(MAX_RETURNING),
        }))
    }
}

impl LoginThrottle {
    /// Counts an attempt and returns its priority; `None` if it is not allowed now.
    /// [`record_success`](LoginThrottle::record_success) takes it back.
    pub(crate) fn admit(&self, name: &AccountName, from: IpAddr, now: Timestamp) -> Option<LoginPriority> {
        let key = (name.lowercase(), network_of(from));
        let mut state = self.lock();
        let is_trusted = state.trusted.get(&key).is_some();
        // A network without tokens must not use up the shared ones.
        if !state.per_network.get_or_insert_with(key, || TokenBucket::new(PER_NETWORK)).try_take(now) {
            return None;
        }
        if is_trusted {
            // Many networks of one block must not keep all others from the queue.
            return Some(match state.block_priority(from, now) {
                LoginPriority::Repeated => LoginPriority::First,
                _ => LoginPriority::Trusted,
            });
        }
        let all =
            state.across_networks.get_or_insert_with(name.lowercase(), || TokenBucket::new(ACROSS_NETWORKS));
        let is_first = all.is_full(now);
        if !all.try_take(now) {
            return None;
        }
        let block = state.block_priority(from, now);
        // Those who have waited are not set back by attacks on their name.
        Some(if is_first || block == LoginPriority::Returning { block } else { LoginPriority::Repeated })
    }

    /// Counts a registration and returns its priority.
    pub(crate) fn registration(&self, from: IpAddr, now: Timestamp) -> LoginPriority {
        self.lock().block_priority(from, now)
    }

    /// Takes an attempt back because it has succeeded, and trusts the network from now on. Further logins from a trusted
    /// network do not get their place in the block back, so that they cannot keep all others from the queue.
    pub(crate) fn record_success(&self, name: &AccountName, from: IpAddr) {
        let mut state = self.lock();
        let is_trusted = state.trusted.get(&(name.lowercase(), network_of(from))).is_some();
        if !is_trusted {
            if let Some(bucket) = state.across_networks.get_mut(&name.lowercase()) {
                bucket.give_back();
            }
            if let Some(bucket) = state.per_block.get_mut(&block_of(from)) {
                bucket.give_back();
            }
        }
        state.trust(name, from);
    }

    /// Trusts a network from which an account was created.
    pub(crate) fn record_registration(&self, name: &AccountName, from: IpAddr) {
        self.lock().trust(name, from);
    }

    /// Takes an attempt back because the queue was full, and remembers that the network waits. `name` is that of a
    /// login.
    pub(crate) fn record_overload(&self, name: Option<&AccountName>, from: IpAddr, now: Timestamp) {
        let mut state = self.lock();
        let network = network_of(from);
        if let Some(name) = name {
            if let Some(bucket) = state.per_network.get_mut(&(name.lowercase(), network)) {
                bucket.give_back();
            }
            if let Some(bucket) = state.across_networks.get_mut(&name.lowercase()) {
                bucket.give_back();
            }
        }
        if let Some(bucket) = state.per_block.get_mut(&block_of(from)) {
            bucket.give_back();
        }
        state.returning.get_or_insert_with(network, || now);
    }

    /// Drops buckets that are full again.
    pub(crate) fn sweep(&self, now: Timestamp) {
        let mut state = self.lock();
        state.per_network.retain(|bucket| !bucket.is_full(now));
        state.across_networks.retain(|bucket| !bucket.is_full(now));
        state.per_block.retain(|bucket| !bucket.is_full(now));
        state.returning.retain(|since| now.since(*since) <= MAX_WAIT);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

impl State {
    /// Resets the attempts from a network and trusts it.
    fn trust(&mut self, name: &AccountName, from: IpAddr) {
        let key = (name.lowercase(), network_of(from));
        self.per_network.remove(&key);
        self.trusted.get_or_insert_with(key, || ());
    }

    /// Counts an attempt of a block of networks and returns its priority.
    fn block_priority(&mut self, from: IpAddr, now: Timestamp) -> LoginPriority {
        let block = self.per_block.get_or_insert_with(block_of(from), || TokenBucket::new(PER_BLOCK));
        if !block.try_take(now) {
            return LoginPriority::Repeated;
        }
        let network = network_of(from);
        let waited = self.returning.get(&network).map(|&since| now.since(since));
        if waited.is_none_or(|waited| waited < MIN_WAIT) {
            return LoginPriority::First;
        }
        self.returning.remove(&network);
        if waited.is_some_and(|waited| waited <= MAX_WAIT) {
            LoginPriority::Returning
        } else {
            LoginPriority::First
        }
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
            assert_eq!(
                throttle.admit(&name(text), HERE, Timestamp(at)).is_some(),
                expected,
                "{text} at {at}"
            );
        };
        for _ in 0..10 {
            check("Ann", 0, true);
        }
        check("ANN", 0, false); // however it is written
        check("Bob", 0, true);
        check("Ann", 59_999, false);
        check("Ann", 60_000, true);
        check("Ann", 60_000, false);
        assert!(
            throttle.admit(&name("Ann"), THERE, Timestamp(60_000)).is_some(),
            "other networks are not limited"
        );
        throttle.record_success(&name("ann"), HERE);
        check("Ann", 60_000, true);
    }

    #[test]
    fn untrusted_networks_share_a_limit_per_name() {
        let throttle = LoginThrottle::default();
        let from = |number: u8, at| {
            throttle.admit(&name("Ann"), Ipv4Addr::new(10, 1, 0, number).into(), Timestamp(at)).is_some()
        };
        throttle.record_success(&name("Ann"), HERE);
        assert!((0..100).all(|number| from(number, 0)), "a hundred attempts from different networks");
        assert!(!from(100, 0));
        assert!(
            (0..10).all(|_| throttle.admit(&name("Ann"), HERE, Timestamp(0)).is_some()),
            "a trusted network is not limited"
        );
        assert!(throttle.admit(&name("Bob"), THERE, Timestamp(0)).is_some(), "another name");
        assert!(!from(101, 19_999));
        assert!(from(102, 20_000));
        assert!(!from(103, 20_000));
    }

    #[test]
    fn priorities_depend_on_earlier_attempts() {
        let throttle = LoginThrottle::default();
        let check = |text: &str, from: &str, expected| {
            let priority = throttle.admit(&name(text), from.parse().unwrap(), Timestamp(0));
            assert_eq!(priority, Some(expected), "{text} from {from}");
        };
        check("Ann", "203.0.113.1", LoginPriority::First);
        check("Ann", "203.0.113.1", LoginPriority::Repeated); // the name has failed
        throttle.record_success(&name("Ann"), "203.0.113.1".parse().unwrap());
        check("Ann", "203.0.113.1", LoginPriority::Trusted);
        check("Ann", "198.51.100.1", LoginPriority::Repeated);
        for number in 0..PER_BLOCK.burst {
            check(&format!("n{number}"), &format!("192.0.2.{number}"), LoginPriority::First);
        }
        check("Bob", "192.0.2.99", LoginPriority::Repeated); // the block has failed
        assert_eq!(
            throttle.registration("192.0.2.99".parse().unwrap(), Timestamp(0)),
            LoginPriority::Repeated
        );
        check("Cid", "198.51.100.2", LoginPriority::First);
    }

    #[test]
    fn trusted_networks_of_one_block_cannot_keep_the_others_waiting() {
        let throttle = LoginThrottle::default();
        let attempts = 2 * PER_BLOCK.burst;
        let networks: Vec<IpAddr> =
            (0..attempts).map(|number| format!("192.0.2.{number}").parse().unwrap()).collect();
        networks.iter().for_each(|&from| throttle.record_success(&name("Ann"), from));
        let priorities = networks.iter().map(|&from| {
            let priority = throttle.admit(&name("Ann"), from, Timestamp(0)).unwrap();
            throttle.record_success(&name("Ann"), from);
            priority
        });
        let first = priorities.filter(|&priority| priority == LoginPriority::First).count();
        assert_eq!(first as u32, attempts - PER_BLOCK.burst);
    }

    #[test]
    fn first_logins_of_a_class_behind_one_address_are_not_taken_for_failures() {
        let throttle = LoginThrottle::default();
        for number in 0..4 * PER_BLOCK.burst {
            let student = name(&format!("student{number}"));
            let priority = throttle.admit(&student, HERE, Timestamp(0));
            assert_eq!(priority, Some(LoginPriority::First), "student {number}");
            throttle.record_success(&student, HERE);
        }
        assert_eq!(throttle.admit(&name("student0"), THERE, Timestamp(0)), Some(LoginPriority::First));
    }

    #[test]
    fn a_network_that_found_the_queue_full_is_served_first_once_it_has_waited() {
        let throttle = LoginThrottle::default();
        let admit = |from: IpAddr, at| throttle.admit(&name("Ann"), from, Timestamp(at)).unwrap();
        assert_eq!(admit(HERE, 0), LoginPriority::First);
        throttle.record_overload(Some(&name("Ann")), HERE, Timestamp(0));
        assert_eq!(admit(HERE, 500), LoginPriority::First, "too early");
        throttle.record_overload(Some(&name("Ann")), HERE, Timestamp(500));
        for number in 0..50 {
            admit(Ipv4Addr::new(10, 1, 0, number).into(), 1_000); // the name is attacked
        }
        let retry = u64::try_from(RETRY_DELAY.as_millis()).unwrap();
        assert_eq!(admit(HERE, retry), LoginPriority::Returning, "the first refusal counts");
        assert_eq!(admit(HERE, 2 * retry), LoginPriority::Repeated, "and once only");
        throttle.record_overload(None, THERE, Timestamp(0));
        assert_eq!(throttle.registration(THERE, Timestamp(retry)), LoginPriority::Returning);
        throttle.record_overload(None, THERE, Timestamp(0));
        assert_eq!(throttle.registration(THERE, Timestamp(400_000)), LoginPriority::First, "long ago");
    }

    #[test]
    fn attempts_that_found_the_queue_full_are_not_counted() {
        let throttle = LoginThrottle::default();
        for _ in 0..1_000 {
            assert!(throttle.admit(&name("Ann"), HERE, Timestamp(0)).is_some());
            throttle.record_overload(Some(&name("Ann")), HERE, Timestamp(0));
        }
        assert_eq!(throttle.admit(&name("Ann"), THERE, Timestamp(0)), Some(LoginPriority::First));
    }

    #[test]
    fn a_network_that_returns_with_wrong_passwords_loses_its_place() {
        let throttle = LoginThrottle::default();
        let mut priorities = Vec::new();
        for attempt in 0..8 {
            throttle.record_overload(None, HERE, Timestamp(0));
            // Tokens of the other attempts are given back by `record_overload`, so each wrong one takes two.
            throttle.registration(HERE, Timestamp(0));
            priorities.push(throttle.registration(HERE, Timestamp(3_000 + attempt)));
        }
        assert_eq!(priorities[0], LoginPriority::Returning);
        assert_eq!(priorities[7], LoginPriority::Repeated);
    }

    #[test]
    fn a_throttled_network_does_not_use_the_shared_limit() {
        let throttle = LoginThrottle::default();
        for _ in 0..1_000 {
            throttle.admit(&name("Ann"), HERE, Timestamp(0));
        }
        assert!(throttle.admit(&name("Ann"), THERE, Timestamp(0)).is_some());
    }

    #[test]
    fn maps_are_bounded_and_active_attacks_stay_throttled() {
        let throttle = LoginThrottle::default();
        while throttle.admit(&name("Ann"), HERE, Timestamp(0)).is_some() {}
        for number in 0..3 * CAPACITY {
            throttle.admit(&name(&format!("n{number}")), HERE, Timestamp(0));
            throttle.record_success(&name(&format!("m{number}")), HERE);
            if number.is_multiple_of(CAPACITY / 2) {
                assert_eq!(throttle.admit(&name("Ann"), HERE, Timestamp(0)), None, "after {number} others");
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
