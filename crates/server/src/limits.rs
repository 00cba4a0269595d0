//! Limits on what clients may use: connections, request rates and unfinished games per network.
//!
//! `token_bucket` is the algorithm, `rate_limit` applies it to addresses, `connection_limit` caps TCP connections,
//! `games_per_network` caps games; `lru` bounds what is remembered. Limits of a single feature are with it: logins in
//! `accounts`, computer games in `computer`, seeks in `lobby`.

mod connection_limit;
mod games_per_network;
mod lru;
mod rate_limit;
mod token_bucket;

use std::net::{IpAddr, Ipv6Addr};

pub(crate) use connection_limit::{ConnectionLimiter, ConnectionPermit};
pub(crate) use games_per_network::{GamesPerNetwork, OpponentKind};
pub(crate) use lru::LruMap;
pub(crate) use rate_limit::{ConnectionGuard, RateLimiter};
pub(crate) use token_bucket::{Rate, TokenBucket};

/// The network of one customer: an IPv4 address, or the /64 prefix of an IPv6 address.
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}
