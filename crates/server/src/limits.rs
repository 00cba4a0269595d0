//! Limits on what clients may use: connections, request rates and unfinished games per network.
//!
//! `token_bucket` is the algorithm, `rate_limit` applies it to addresses and `expensive_requests` to what writes, `games_per_network` caps games,
//! `fair_share` decides which network gives way when something is full, `download_places` applies it to exports and
//! `live_streams` to responses that stay open; `lru` bounds what is remembered. `api_rate` is for programs with an API token. TCP connections
//! are limited in `serve`. Limits of a single feature are with it: logins in
//! `accounts`, computer games in `computer`, seeks in `lobby`.

mod api_rate;
mod download_places;
mod expensive_requests;
mod fair_share;
mod games_per_network;
mod live_streams;
mod lru;
mod rate_limit;
mod token_bucket;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

pub(crate) use api_rate::ApiRates;
pub(crate) use download_places::{DownloadPermit, DownloadPlaces};
pub(crate) use expensive_requests::{ExpensiveRequest, ExpensiveRequests};
pub(crate) use fair_share::{Shares, Weight};
pub(crate) use games_per_network::{GamesPerNetwork, OpponentKind};
pub(crate) use live_streams::{LiveStreams, StreamPermit};
pub(crate) use lru::LruMap;
pub(crate) use rate_limit::{ConnectionGuard, RateLimiter};
pub(crate) use token_bucket::{Rate, TokenBucket};

/// The network of one customer: an IPv4 address, or the /64 prefix of an IPv6 address.
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !0 << 64)),
        address => address,
    }
}

/// The block that a provider assigns as one: /24 of IPv4, /48 of IPv6. In a private network every customer is
/// a person of the same house or school, so it has no larger block.
pub(crate) fn block_of(address: IpAddr) -> IpAddr {
    match network_of(address) {
        IpAddr::V4(address) if address.is_private() || address.is_loopback() || address.is_link_local() => {
            IpAddr::V4(address)
        }
        IpAddr::V4(address) => IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & !0 << 8)),
        IpAddr::V6(address) if address.is_unique_local() || address.is_unicast_link_local() => {
            IpAddr::V6(address)
        }
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !0 << 80)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_and_blocks_of_addresses() {
        let check = |address: &str, network: &str, block: &str| {
            let parse = |text: &str| text.parse::<IpAddr>().unwrap();
            assert_eq!(network_of(parse(address)), parse(network), "{address}");
            assert_eq!(block_of(parse(address)), parse(block), "{address}");
        };
        check("203.0.113.9", "203.0.113.9", "203.0.113.0");
        check("::ffff:203.0.113.9", "203.0.113.9", "203.0.113.0");
        check("192.168.1.20", "192.168.1.20", "192.168.1.20");
        check("127.0.0.3", "127.0.0.3", "127.0.0.3");
        check("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", "2001:db8:1::");
        check("fd00:1:2:3:4::5", "fd00:1:2:3::", "fd00:1:2:3::");
    }
}
