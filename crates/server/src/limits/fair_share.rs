//! Fair shares of a resource with a fixed number of places: when it is full, the network that holds most gives way.

use std::collections::HashMap;
use std::net::IpAddr;

use super::{block_of, network_of};

/// Places held per network, and per block of networks.
#[derive(Debug, Default)]
pub(crate) struct Shares {
    networks: HashMap<IpAddr, usize>,
    blocks: HashMap<IpAddr, usize>,
}

/// Places held by a block of networks, and by the network in it. The order is that in which networks give way,
/// last first.
pub(crate) type Weight = (usize, usize);

impl Shares {
    /// Counts `places` of a network.
    pub(crate) fn add(&mut self, address: IpAddr, places: usize) {
        *self.networks.entry(network_of(address)).or_default() += places;
        *self.blocks.entry(block_of(address)).or_default() += places;
    }

    /// Places held by the block and the network of an address.
    pub(crate) fn weight(&self, address: IpAddr) -> Weight {
        let count = |counts: &HashMap<IpAddr, usize>, key| counts.get(&key).copied().unwrap_or_default();
        (count(&self.blocks, block_of(address)), count(&self.networks, network_of(address)))
    }

    /// Returns true if a holder should give a place to a newcomer: it then still holds as many as the newcomer.
    /// Blocks are compared first, and networks of the same block with each other.
    pub(crate) fn gives_way(&self, holder: IpAddr, newcomer: IpAddr) -> bool {
        let (held, wanted) = (self.weight(holder), self.weight(newcomer));
        if block_of(holder) == block_of(newcomer) { held.1 > wanted.1 + 1 } else { held.0 > wanted.0 + 1 }
    }
}

impl FromIterator<IpAddr> for Shares {
    fn from_iter<I: IntoIterator<Item = IpAddr>>(holders: I) -> Shares {
        let mut shares = Shares::default();
        for holder in holders {
            shares.add(holder, 1);
        }
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_that_holds_most_gives_way() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        // Three of one block, two of them of one network; two of another; one of a third.
        let held = ["203.0.113.1", "203.0.113.1", "203.0.113.2", "198.51.100.1", "198.51.100.2", "192.0.2.1"];
        let shares: Shares = held.into_iter().map(address).collect();
        let check = |holder: &str, newcomer: &str, expected| {
            assert_eq!(shares.gives_way(address(holder), address(newcomer)), expected, "{holder} {newcomer}");
        };
        assert_eq!(shares.weight(address("203.0.113.1")), (3, 2));
        check("203.0.113.1", "10.0.0.1", true);
        check("203.0.113.2", "10.0.0.1", true); // its block holds three
        check("203.0.113.1", "192.0.2.9", true);
        check("203.0.113.1", "198.51.100.9", false); // three and two are fair
        check("198.51.100.1", "10.0.0.1", true);
        check("192.0.2.1", "10.0.0.1", false);
        check("203.0.113.1", "203.0.113.9", true); // within a block
        check("203.0.113.2", "203.0.113.9", false);
        check("203.0.113.1", "203.0.113.1", false);
    }
}
