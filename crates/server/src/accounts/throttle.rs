//! How often one may try to log in under a name from one place. How often an address may ask for anything is decided at the
//! gate. Whoever guesses keeps out nobody but themselves: elsewhere the owner of the name may still try.
//!
//! A name that does not exist is counted like one that does, so that nothing can be learnt from being refused.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::Timestamp;

use super::AccountName;
use crate::gate::network;
use crate::pace::{Bucket, Pace};

/// Ten tries, then one a minute: a person who has forgotten a password is not kept out, a program that guesses is.
const TRIES: Pace = Pace { burst: 10, every: Duration::from_secs(60) };

/// So many names and places are remembered. Who tries more than that in ten minutes makes us forget, rather than grow.
const NAMES: usize = 10_000;

/// Remembers who has tried too often. The lock is held for a look and never across an `await`.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    tries: Mutex<HashMap<(String, IpAddr), Bucket>>,
}

impl Throttle {
    /// Whether somebody may try now; if so the try counts, until it has [succeeded](Throttle::succeeded).
    pub(crate) fn allows(&self, name: &AccountName, from: IpAddr, now: Timestamp) -> bool {
        let mut tries = self.lock();
        if tries.len() >= NAMES {
            tries.clear();
        }
        tries.entry((name.key(), network(from))).or_insert_with(|| Bucket::new(TRIES)).take(now)
    }

    /// Whoever knows the password may try again at once.
    pub(crate) fn succeeded(&self, name: &AccountName, from: IpAddr) {
        self.lock().remove(&(name.key(), network(from)));
    }

    /// Forgets names of which there is nothing to remember.
    pub(crate) fn sweep(&self, now: Timestamp) {
        self.lock().retain(|_, tries| !tries.is_full(now));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(String, IpAddr), Bucket>> {
        // Counters are whole at every moment, whatever became of a thread that held them.
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
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
        let throttle = Throttle::default();
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
        throttle.succeeded(&name("ann"), HERE);
        check("Ann", 60_000, true);
    }

    #[test]
    fn what_is_remembered_has_an_end() {
        let throttle = Throttle::default();
        for number in 0..3 * NAMES {
            throttle.allows(&name(&format!("n{number}")), HERE, Timestamp(0));
        }
        assert!(throttle.lock().len() <= NAMES);
        throttle.sweep(Timestamp(59_999));
        assert!(!throttle.lock().is_empty());
        throttle.sweep(Timestamp(60_000));
        assert!(throttle.lock().is_empty());
    }
}
