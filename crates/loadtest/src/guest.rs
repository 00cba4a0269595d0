//! One who connects.

use std::net::Ipv4Addr;

use crate::Rng;

/// A guest: the secret that its browser would keep, and the address that it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    secret: String,
    address: Ipv4Addr,
}

impl Guest {
    /// A guest with a number: it has an address of its own, as the server's proxy would tell it, so that what one address
    /// may do is not what all may do together.
    pub fn new(number: u32, dice: &mut Rng) -> Guest {
        let secret = (0..4).map(|_| format!("{:016x}", dice.next_u64())).collect();
        let [_, b, c, d] = number.to_be_bytes();
        Guest { secret, address: Ipv4Addr::new(10, b, c, d) }
    }

    /// The headers by which the server knows them.
    pub(crate) fn headers(&self) -> [(&'static str, String); 2] {
        [("cookie", format!("hanpan={}", self.secret)), ("x-forwarded-for", self.address.to_string())]
    }
}
