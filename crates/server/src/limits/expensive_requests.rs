//! Rates of requests that write: new games, accounts, log-ins, settings.
//!
//! A school is one network. Each account has its own rate, and log-ins do not wait for the requests of guests: one visitor
//! who sends requests without end must not lock the others out.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::Duration;

use game::Timestamp;
use protocol::PlayerId;

use super::{Rate, TokenBucket, network_of};
use crate::sync::lock;

/// Requests of all guests of a network.
const GUESTS: Rate = Rate { burst: 30, every: Duration::from_secs(2) };

/// Log-ins and registrations of a network: two classes at the beginning of a lesson. Wrong passwords have their own
/// limits in `accounts`.
const LOG_INS: Rate = Rate { burst: 60, every: Duration::from_secs(1) };

/// Requests of one account.
const ACCOUNT: Rate = Rate { burst: 30, every: Duration::from_secs(2) };

/// Requests of all accounts of a network.
const ACCOUNTS: Rate = Rate { burst: 300, every: Duration::from_millis(200) };

/// Sender and kind of a request that writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExpensiveRequest {
    /// Log-in or registration.
    LogIn,
    /// Request of a logged-in player.
    Account(PlayerId),
    /// Request of a guest.
    Guest,
}

/// Token buckets of networks and accounts. The lock is never held across an `await`.
#[derive(Debug, Default)]
pub(crate) struct ExpensiveRequests {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    networks: HashMap<IpAddr, NetworkState>,
    accounts: HashMap<PlayerId, TokenBucket>,
}

#[derive(Debug)]
struct NetworkState {
    guests: TokenBucket,
    log_ins: TokenBucket,
    accounts: TokenBucket,
}

impl ExpensiveRequests {
    /// Takes a token.
    pub(crate) fn allow(&self, address: IpAddr, request: ExpensiveRequest, now: Timestamp) -> bool {
        let mut state = lock(&self.state);
        let State { networks, accounts } = &mut *state;
        let network = networks.entry(network_of(address)).or_insert_with(|| NetworkState {
            guests: TokenBucket::new(GUESTS),
            log_ins: TokenBucket::new(LOG_INS),
            accounts: TokenBucket::new(ACCOUNTS),
        });
        match request {
            ExpensiveRequest::LogIn => network.log_ins.try_take(now),
            ExpensiveRequest::Guest => network.guests.try_take(now),
            ExpensiveRequest::Account(player) => {
                // First the account's own: a player who is too fast takes nothing from the others.
                let account = accounts.entry(player).or_insert_with(|| TokenBucket::new(ACCOUNT));
                account.try_take(now) && network.accounts.try_take(now)
            }
        }
    }

    /// Drops full buckets.
    pub(crate) fn sweep(&self, now: Timestamp) {
        let mut state = lock(&self.state);
        state.networks.retain(|_, network| {
            let buckets = [network.guests, network.log_ins, network.accounts];
            buckets.iter().any(|bucket| !bucket.is_full(now))
        });
        state.accounts.retain(|_, bucket| !bucket.is_full(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHOOL: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));

    fn account(number: u128) -> ExpensiveRequest {
        ExpensiveRequest::Account(PlayerId::from_bits(number))
    }

    #[test]
    fn one_visitor_does_not_use_up_the_requests_of_the_others() {
        let requests = ExpensiveRequests::default();
        let count = |request| (0..1_000).filter(|_| requests.allow(SCHOOL, request, Timestamp(0))).count();
        assert_eq!(count(ExpensiveRequest::Guest), 30);
        assert_eq!(count(account(1)), 30);
        assert_eq!(count(ExpensiveRequest::LogIn), 60, "log-ins do not wait for guests");
        assert_eq!(count(account(2)), 30, "nor one account for another");
        let others: usize = (3..100).map(|number| count(account(number))).sum();
        assert_eq!(others, 240, "a network has a limit too");
        assert!(requests.allow("10.0.0.2".parse().unwrap(), ExpensiveRequest::Guest, Timestamp(0)));
        assert!(!requests.allow("10.0.0.2".parse().unwrap(), account(1), Timestamp(0)), "wherever it is");
    }

    #[test]
    fn sweep_drops_full_buckets() {
        let requests = ExpensiveRequests::default();
        while requests.allow(SCHOOL, account(1), Timestamp(0)) {}
        requests.sweep(Timestamp(0));
        assert!(!requests.allow(SCHOOL, account(1), Timestamp(0)), "kept while it is not full");
        requests.sweep(Timestamp(60_000));
        let state = lock(&requests.state);
        assert!(state.networks.is_empty() && state.accounts.is_empty());
    }
}
