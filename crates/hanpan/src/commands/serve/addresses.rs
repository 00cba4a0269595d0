//! Addresses under which other machines on the network reach this one.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// Files in which Linux lists local IPv4 and IPv6 addresses.
const IPV4_ROUTES_FILE: &str = "/proc/net/fib_trie";
const IPV6_ADDRESSES_FILE: &str = "/proc/net/if_inet6";

/// Destinations for finding the local source address of a route: the Internet (addresses reserved for
/// documentation) first, then the private networks.
const PROBE_DESTINATIONS: [IpAddr; 5] = [
    IpAddr::V4(Ipv4Addr::new(198, 51, 100, 1)),
    IpAddr::V4(Ipv4Addr::new(192, 168, 255, 254)),
    IpAddr::V4(Ipv4Addr::new(172, 31, 255, 254)),
    IpAddr::V4(Ipv4Addr::new(10, 255, 255, 254)),
    IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
];

/// Addresses at which a listener can be reached from the network: the default route first, then all others.
pub(super) fn lan_addresses(address: SocketAddr) -> Vec<SocketAddr> {
    if address.ip().is_loopback() {
        return Vec::new();
    }
    if !address.ip().is_unspecified() {
        return vec![address];
    }
    let listed = |file: &str, read: fn(&str) -> Vec<IpAddr>| fs::read_to_string(file).map(|text| read(&text));
    let ways = PROBE_DESTINATIONS.into_iter().filter_map(local_address_towards);
    let fourth = listed(IPV4_ROUTES_FILE, parse_fib_trie).unwrap_or_default();
    let sixth = listed(IPV6_ADDRESSES_FILE, parse_if_inet6).unwrap_or_default();
    let mut found: Vec<SocketAddr> = Vec::new();
    for ip in ways.chain(fourth).chain(sixth) {
        let reachable = SocketAddr::new(ip, address.port());
        // An unspecified IPv6 listener also accepts IPv4 connections.
        if (ip.is_ipv4() || address.is_ipv6()) && is_reachable(ip) && !found.contains(&reachable) {
            found.push(reachable);
        }
    }
    found
}

/// Source address of packets to `destination`.
fn local_address_towards(way: IpAddr) -> Option<IpAddr> {
    // Connecting a UDP socket sends nothing; the system only selects the source address.
    let here: IpAddr =
        if way.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    let socket = UdpSocket::bind((here, 0)).ok()?;
    socket.connect((way, 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Returns true if other machines can connect to the address. Link-local addresses would need a zone.
fn is_reachable(ip: IpAddr) -> bool {
    let only_here = match ip {
        IpAddr::V4(ip) => ip.is_link_local() || ip.is_broadcast(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    };
    !only_here && !ip.is_loopback() && !ip.is_unspecified() && !ip.is_multicast()
}

/// Parses `/proc/net/fib_trie`: a leaf names an address, the next line says if it is local.
fn parse_fib_trie(text: &str) -> Vec<IpAddr> {
    let pairs = text.lines().zip(text.lines().skip(1));
    let own = pairs.filter(|(_, about)| about.trim() == "/32 host LOCAL");
    let read = own.filter_map(|(leaf, _)| leaf.trim().strip_prefix("|-- ")?.parse::<Ipv4Addr>().ok());
    read.map(IpAddr::V4).collect()
}

/// Parses `/proc/net/if_inet6`: addresses as 32 hexadecimal digits.
fn parse_if_inet6(text: &str) -> Vec<IpAddr> {
    let digits = text.lines().filter_map(|line| line.split_whitespace().next());
    let read = digits.filter_map(|digits| u128::from_str_radix(digits, 16).ok());
    read.map(|bits| IpAddr::V6(Ipv6Addr::from_bits(bits))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_strings(found: &[IpAddr]) -> Vec<String> {
        found.iter().map(IpAddr::to_string).collect()
    }

    #[test]
    fn only_reachable_addresses_are_listed() {
        let check = |address: &str, expected: &[&str]| {
            let found = lan_addresses(address.parse().unwrap());
            assert_eq!(found.iter().map(SocketAddr::to_string).collect::<Vec<_>>(), expected, "{address}");
        };
        check("127.0.0.1:7171", &[]);
        check("[::1]:7171", &[]);
        check("192.168.1.5:80", &["192.168.1.5:80"]);
        check("[fd00::5]:80", &["[fd00::5]:80"]);
    }

    #[test]
    fn each_address_is_listed_once() {
        for (listener, sixth_too) in [("0.0.0.0:80", false), ("[::]:80", true)] {
            let found = lan_addresses(listener.parse().unwrap());
            for (index, address) in found.iter().enumerate() {
                assert!(address.is_ipv4() || sixth_too, "{address} on {listener}");
                assert!(address.port() == 80 && is_reachable(address.ip()), "{address}");
                assert!(!found[..index].contains(address), "{found:?}");
            }
        }
    }

    #[test]
    fn proc_files_are_parsed() {
        let routes = "Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 127.0.0.0/8 2 0 2
           |-- 127.0.0.1
              /32 host LOCAL
     +-- 192.168.1.0/24 2 0 2
           |-- 192.168.1.5
              /32 host LOCAL
        |-- 192.168.1.255
           /32 link BROADCAST
";
        assert_eq!(to_strings(&parse_fib_trie(routes)), ["127.0.0.1", "192.168.1.5"]);
        let list = "00000000000000000000000000000001 01 80 10 80       lo
fe8000000000000000fc00fffe000001 04 40 20 80     eth0
fd000000000000000000000000000002 04 40 00 82     eth0
";
        assert_eq!(to_strings(&parse_if_inet6(list)), ["::1", "fe80::fc:ff:fe00:1", "fd00::2"]);
        assert_eq!(parse_if_inet6(list).into_iter().filter(|&ip| is_reachable(ip)).count(), 1);
        assert!(parse_fib_trie("nonsense").is_empty() && parse_if_inet6("nonsense").is_empty());
    }
}
