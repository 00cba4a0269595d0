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
//! Names that look alike are counted as one, since each of them finds the account. Unknown names are counted like existing ones, so a refusal does not reveal whether a name exists.

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

/// A counted attempt. It is given back to the throttle with its outcome, so that each token returns to the bucket it was
/// taken from, and none returns that was not taken.
#[derive(Debug)]
#[must_use]
pub(crate) struct LoginAttempt {
    priority: LoginPriority,
    from: IpAddr,
    /// Name of the account; `None` for a new one.
    name: Option<String>,
    taken: TakenTokens,
}

/// Buckets from which an attempt has taken a token.
#[derive(Clone, Copy, Debug, Default)]
struct TakenTokens {
    per_network: bool,
    across_networks: bool,
    per_block: bool,
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

impl LoginAttempt {
    /// An attempt that is not counted: a session proves an earlier login.
    pub(crate) fn of_session(from: IpAddr) -> LoginAttempt {
        LoginAttempt { priority: LoginPriority::Trusted, from, name: None, taken: TakenTokens::default() }
    }

    pub(crate) fn priority(&self) -> LoginPriority {
        self.priority
    }
}

impl LoginThrottle {
    /// Counts an attempt; `None` if it is not allowed now.
    pub(crate) fn admit(&self, name: &AccountName, from: IpAddr, now: Timestamp) -> Option<LoginAttempt> {
        let name = name.key();
        let key = (name.clone(), network_of(from));
        let mut state = self.lock();
        let is_trusted = state.trusted.get(&key).is_some();
        // A network without tokens must not use up the shared ones.
        if !state.per_network.get_or_insert_with(key, || TokenBucket::new(PER_NETWORK)).try_take(now) {
            return None;
        }
        if is_trusted {
            let (block, per_block) = state.block_priority(from, now);
            // Many networks of one block must not keep all others from the queue.
            let priority = match block {
                LoginPriority::Repeated => LoginPriority::First,
                _ => LoginPriority::Trusted,
            };
            let taken = TakenTokens { per_network: true, across_networks: false, per_block };
            return Some(LoginAttempt { priority, from, name: Some(name), taken });
        }
        let all =
            state.across_networks.get_or_insert_with(name.clone(), || TokenBucket::new(ACROSS_NETWORKS));
        let is_first = all.is_full(now);
        if !all.try_take(now) {
            return None;
        }
        let (block, per_block) = state.block_priority(from, now);
        // Those who have waited are not set back by attacks on their name.
        let priority =
            if is_first || block == LoginPriority::Returning { block } else { LoginPriority::Repeated };
        let taken = TakenTokens { per_network: true, across_networks: true, per_block };
        Some(LoginAttempt { priority, from, name: Some(name), taken })
    }

    /// Counts a registration.
    pub(crate) fn registration(&self, from: IpAddr, now: Timestamp) -> LoginAttempt {
        let (priority, per_block) = self.lock().block_priority(from, now);
        LoginAttempt {
            priority,
            from,
            name: None,
            taken: TakenTokens { per_block, ..TakenTokens::default() },
        }
    }

    /// Takes an attempt back because it has succeeded, and trusts the network from now on. Further logins from a trusted
    /// network do not get their place in the block back, so that they cannot keep all others from the queue.
    pub(crate) fn record_success(&self, name: &AccountName, attempt: LoginAttempt) {
        let mut state = self.lock();
        // Only attempts from untrusted networks take a token of the name.
        if attempt.taken.across_networks {
            state.give_back(&attempt);
        }
        state.trust(name, attempt.from);
    }

    /// Trusts a network from which an account was created.
    pub(crate) fn record_registration(&self, name: &AccountName, from: IpAddr) {
        self.lock().trust(name, from);
    }

    /// Takes an attempt back because the queue was full, and remembers that the network waits.
    pub(crate) fn record_overload(&self, attempt: LoginAttempt, now: Timestamp) {
        let mut state = self.lock();
        state.give_back(&attempt);
        state.returning.get_or_insert_with(network_of(attempt.from), || now);
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
        let key = (name.key(), network_of(from));
        self.per_network.remove(&key);
        self.trusted.get_or_insert_with(key, || ());
    }

    /// Gives back the tokens that an attempt has taken.
    fn give_back(&mut self, attempt: &LoginAttempt) {
        let LoginAttempt { from, name, taken, .. } = attempt;
        if let Some(name) = name {
            let key = (name.clone(), network_of(*from));
            if let Some(bucket) = self.per_network.get_mut(&key).filter(|_| taken.per_network) {
                bucket.give_back();
            }
            if let Some(bucket) = self.across_networks.get_mut(name).filter(|_| taken.across_networks) {
                bucket.give_back();
            }
        }
        if let Some(bucket) = self.per_block.get_mut(&block_of(*from)).filter(|_| taken.per_block) {
            bucket.give_back();
        }
    }

    /// Counts an attempt of a block of networks; returns its priority, and whether the block had a token for it.
    fn block_priority(&mut self, from: IpAddr, now: Timestamp) -> (LoginPriority, bool) {
        let block = self.per_block.get_or_insert_with(block_of(from), || TokenBucket::new(PER_BLOCK));
        if !block.try_take(now) {
            return (LoginPriority::Repeated, false);
        }
        let network = network_of(from);
        let waited = self.returning.get(&network).map(|&since| now.since(since));
        if waited.is_none_or(|waited| waited < MIN_WAIT) {
            return (LoginPriority::First, true);
        }
        self.returning.remove(&network);
        let has_waited = waited.is_some_and(|waited| waited <= MAX_WAIT);
        (if has_waited { LoginPriority::Returning } else { LoginPriority::First }, true)
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

    /// Logs in with success, in the first second.
    fn log_in(throttle: &LoginThrottle, text: &str, from: IpAddr) -> LoginPriority {
        let attempt = throttle.admit(&name(text), from, Timestamp(0)).unwrap();
        let priority = attempt.priority();
        throttle.record_success(&name(text), attempt);
        priority
    }

    #[test]
    fn look_alike_spellings_share_their_attempts() {
        let throttle = LoginThrottle::default();
        let home: IpAddr = "192.0.2.1".parse().unwrap();
        let admitted = ["lilli", "1i11i", "LlIl1", "iiiii"].iter().cycle().take(40);
        let admitted = admitted.filter(|text| throttle.admit(&name(text), home, Timestamp(0)).is_some());
        assert_eq!(admitted.count(), 10);
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
        let attempt = throttle.admit(&name("Ann"), HERE, Timestamp(60_000)).unwrap();
        check("Ann", 60_000, false);
        assert!(
            throttle.admit(&name("Ann"), THERE, Timestamp(60_000)).is_some(),
            "other networks are not limited"
        );
        throttle.record_success(&name("ann"), attempt);
        check("Ann", 60_000, true);
    }

    #[test]
    fn untrusted_networks_share_a_limit_per_name() {
        let throttle = LoginThrottle::default();
        let from = |number: u8, at| {
            throttle.admit(&name("Ann"), Ipv4Addr::new(10, 1, 0, number).into(), Timestamp(at)).is_some()
        };
        log_in(&throttle, "Ann", HERE);
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
            let attempt = throttle.admit(&name(text), from.parse().unwrap(), Timestamp(0)).unwrap();
            assert_eq!(attempt.priority(), expected, "{text} from {from}");
        };
        check("Ann", "203.0.113.1", LoginPriority::First);
        check("Ann", "203.0.113.1", LoginPriority::Repeated); // the name has failed
        log_in(&throttle, "Ann", "203.0.113.1".parse().unwrap());
        check("Ann", "203.0.113.1", LoginPriority::Trusted);
        check("Ann", "198.51.100.1", LoginPriority::Repeated);
        for number in 0..PER_BLOCK.burst {
            check(&format!("n{number}"), &format!("192.0.2.{number}"), LoginPriority::First);
        }
        check("Bob", "192.0.2.99", LoginPriority::Repeated); // the block has failed
        let registration = throttle.registration("192.0.2.99".parse().unwrap(), Timestamp(0));
        assert_eq!(registration.priority(), LoginPriority::Repeated);
        check("Cid", "198.51.100.2", LoginPriority::First);
    }

    #[test]
    fn trusted_networks_of_one_block_cannot_keep_the_others_waiting() {
        let throttle = LoginThrottle::default();
        let attempts = 2 * PER_BLOCK.burst;
        let networks: Vec<IpAddr> =
            (0..attempts).map(|number| format!("192.0.2.{number}").parse().unwrap()).collect();
        for &from in &networks {
            log_in(&throttle, "Ann", from);
        }
        let priorities = networks.iter().map(|&from| log_in(&throttle, "Ann", from));
        let first = priorities.filter(|&priority| priority == LoginPriority::First).count();
        assert_eq!(first as u32, attempts - PER_BLOCK.burst);
    }

    #[test]
    fn first_logins_of_a_class_behind_one_address_are_not_taken_for_failures() {
        let throttle = LoginThrottle::default();
        for number in 0..4 * PER_BLOCK.burst {
            let priority = log_in(&throttle, &format!("student{number}"), HERE);
            assert_eq!(priority, LoginPriority::First, "student {number}");
        }
        assert_eq!(log_in(&throttle, "student0", THERE), LoginPriority::First);
    }

    #[test]
    fn a_network_that_found_the_queue_full_is_served_first_once_it_has_waited() {
        let throttle = LoginThrottle::default();
        let admit = |from: IpAddr, at| throttle.admit(&name("Ann"), from, Timestamp(at)).unwrap();
        let overload = |attempt: LoginAttempt, at| {
            let priority = attempt.priority();
            throttle.record_overload(attempt, Timestamp(at));
            priority
        };
        assert_eq!(overload(admit(HERE, 0), 0), LoginPriority::First);
        assert_eq!(overload(admit(HERE, 500), 500), LoginPriority::First, "too early");
        for number in 0..50 {
            drop(admit(Ipv4Addr::new(10, 1, 0, number).into(), 1_000)); // the name is attacked
        }
        let retry = u64::try_from(RETRY_DELAY.as_millis()).unwrap();
        assert_eq!(admit(HERE, retry).priority(), LoginPriority::Returning, "the first refusal counts");
        assert_eq!(admit(HERE, 2 * retry).priority(), LoginPriority::Repeated, "and once only");
        let registration = |at| throttle.registration(THERE, Timestamp(at));
        overload(registration(0), 0);
        assert_eq!(overload(registration(retry), retry), LoginPriority::Returning);
        assert_eq!(registration(400_000).priority(), LoginPriority::First, "long ago");
    }

    #[test]
    fn attempts_that_found_the_queue_full_are_not_counted() {
        let throttle = LoginThrottle::default();
        for _ in 0..1_000 {
            let attempt = throttle.admit(&name("Ann"), HERE, Timestamp(0)).unwrap();
            throttle.record_overload(attempt, Timestamp(0));
        }
        assert_eq!(log_in(&throttle, "Ann", THERE), LoginPriority::First);
    }

    #[test]
    fn an_overload_gives_back_only_what_the_attempt_has_taken() {
        let throttle = LoginThrottle::default();
        let retry = u64::try_from(RETRY_DELAY.as_millis()).unwrap();
        let from = |number: u32| IpAddr::from([192, 0, 2, (number % 256) as u8]);
        // Networks of one block fail until its tokens are spent.
        for number in 0..PER_BLOCK.burst {
            let attempt = throttle.registration(from(number), Timestamp(0));
            assert_eq!(attempt.priority(), LoginPriority::First);
        }
        for number in 0..300 {
            for at in [0, retry] {
                let attempt =
                    throttle.admit(&name(&format!("n{number}")), from(number), Timestamp(at)).unwrap();
                assert_eq!(attempt.priority(), LoginPriority::Repeated, "attempt {number} at {at}");
                throttle.record_overload(attempt, Timestamp(at));
            }
        }
    }

    #[test]
    fn an_overload_of_a_trusted_network_gives_no_token_of_the_name_back() {
        let throttle = LoginThrottle::default();
        log_in(&throttle, "Ann", HERE);
        let from = |number: u8| throttle.admit(&name("Ann"), [10, 1, 0, number].into(), Timestamp(0));
        assert!((0..100).all(|number| from(number).is_some()));
        for _ in 0..10 {
            let attempt = throttle.admit(&name("Ann"), HERE, Timestamp(0)).unwrap();
            throttle.record_overload(attempt, Timestamp(0));
        }
        assert!(from(100).is_none(), "the name has no tokens");
    }

    #[test]
    fn a_network_that_returns_with_wrong_passwords_loses_its_place() {
        let throttle = LoginThrottle::default();
        let mut priorities = Vec::new();
        for _ in 0..8 {
            let refused = throttle.registration(HERE, Timestamp(0));
            throttle.record_overload(refused, Timestamp(0));
            priorities.push(throttle.registration(HERE, Timestamp(3_000)).priority());
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
            throttle.record_registration(&name(&format!("m{number}")), HERE);
            if number.is_multiple_of(CAPACITY / 2) {
                assert!(throttle.admit(&name("Ann"), HERE, Timestamp(0)).is_none(), "after {number} others");
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
