//! How often one may try to log in under a name: from one network, and from all of them together. How often an address may
//! ask for anything is decided at the gate.
//!
//! Whoever guesses shall keep out nobody but themselves. So networks from which somebody has logged in under a name do not
//! share the limit that all networks have together: the owner at home may try whatever goes on elsewhere. The owner on a
//! journey may be kept out while a name is guessed from many networks at once, which is the price for an end to the guessing.
//!
//! A name that does not exist is counted like one that does, so that nothing can be learnt from being refused.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::Timestamp;

use super::AccountName;
use crate::lru::LruMap;
use crate::rate_limit::{Rate, TokenBucket};
use crate::rate_limiter::network_of;

/// Ten tries, then one a minute: a person who has forgotten a password is not kept out, a program that guesses is.
const PER_NETWORK: Rate = Rate { burst: 10, every: Duration::from_secs(60) };

/// From all networks that are not known for a name together: more than three of them have to guess on and on before it makes
/// a difference, and however many do, four thousand guesses a day find no password that is any good.
const ACROSS_NETWORKS: Rate = Rate { burst: 100, every: Duration::from_secs(20) };

/// So many names and networks are remembered. Those that were tried longest ago are forgotten before others: by then most
/// may try again anyway.
const CAPACITY: usize = 10_000;

/// Remembers who has tried too often. The lock is held for a look and never across an `await`.
#[derive(Debug)]
pub(crate) struct LoginThrottle(Mutex<State>);

#[derive(Debug)]
struct State {
    per_network: LruMap<NameAndNetwork, TokenBucket>,
    across_networks: LruMap<String, TokenBucket>,
    /// Where somebody has logged in.
    trusted: LruMap<NameAndNetwork, ()>,
}

/// A name and a network from which it is tried.
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
    /// Whether somebody may try now; if so the try counts, until it has [succeeded](Throttle::succeeded).
    pub(crate) fn allows(&self, name: &AccountName, from: IpAddr, now: Timestamp) -> bool {
        let place = (name.key(), network_of(from));
        let mut inside = self.lock();
        let is_known = inside.trusted.get(&place).is_some();
        // A network that has had its tries does not use up those of others.
        inside.per_network.get_or_insert_with(place, || TokenBucket::new(PER_NETWORK)).try_take(now)
            && (is_known
                || inside
                    .across_networks
                    .get_or_insert_with(name.key(), || TokenBucket::new(ACROSS_NETWORKS))
                    .try_take(now))
    }

    /// Whoever knows the password may try again at once, and from there whatever goes on elsewhere.
    pub(crate) fn record_success(&self, name: &AccountName, from: IpAddr) {
        let place = (name.key(), network_of(from));
        let mut inside = self.lock();
        inside.per_network.remove(&place);
        inside.trusted.get_or_insert_with(place, || ());
    }

    /// Forgets tries of which there is nothing to remember.
    pub(crate) fn sweep(&self, now: Timestamp) {
        let mut inside = self.lock();
        inside.per_network.retain(|tries| !tries.is_full(now));
        inside.across_networks.retain(|tries| !tries.is_full(now));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Counters are whole at every moment, whatever became of a thread that held them.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
    fn ten_tries_and_then_one_a_minute() {
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
        assert!(
            throttle.allows(&name("Ann"), THERE, Timestamp(60_000)),
            "who tries elsewhere is not kept out"
        );
        throttle.record_success(&name("ann"), HERE);
        check("Ann", 60_000, true);
    }

    #[test]
    fn a_name_is_not_guessed_from_everywhere_at_once() {
        let throttle = LoginThrottle::default();
        let from = |number: u8, at| {
            throttle.allows(&name("Ann"), Ipv4Addr::new(10, 1, 0, number).into(), Timestamp(at))
        };
        throttle.record_success(&name("Ann"), HERE);
        assert!((0..100).all(|number| from(number, 0)), "a hundred, each from elsewhere");
        assert!(!from(100, 0));
        assert!((0..10).all(|_| throttle.allows(&name("Ann"), HERE, Timestamp(0))), "the owner at home");
        assert!(throttle.allows(&name("Bob"), THERE, Timestamp(0)), "another name");
        assert!(!from(101, 19_999));
        assert!(from(102, 20_000));
        assert!(!from(103, 20_000));
    }

    #[test]
    fn a_network_that_has_had_its_tries_does_not_use_up_those_of_others() {
        let throttle = LoginThrottle::default();
        for _ in 0..1_000 {
            throttle.allows(&name("Ann"), HERE, Timestamp(0));
        }
        assert!(throttle.allows(&name("Ann"), THERE, Timestamp(0)));
    }

    #[test]
    fn what_is_remembered_has_an_end_and_what_goes_on_is_not_forgotten() {
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
            let inside = throttle.lock();
            [inside.per_network.len(), inside.across_networks.len(), inside.trusted.len()]
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
