//! The identity of a client.

use std::net::Ipv4Addr;

use rng::Rng;

use crate::http::HttpResponse;

/// A guest account: the cookie's secret and the client address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    secret: String,
    address: Ipv4Addr,
}

impl Guest {
    /// Creates guest `number` with an address of its own, sent as `X-Forwarded-For`, so that per-address
    /// limits do not apply to all guests together.
    pub fn new(number: u32, rng: &mut Rng) -> Guest {
        let [_, b, c, d] = number.to_be_bytes();
        Guest::at(Ipv4Addr::new(10, b, c, d), rng)
    }

    /// Creates a guest with this address.
    pub fn at(address: Ipv4Addr, rng: &mut Rng) -> Guest {
        let secret = (0..4).map(|_| format!("{:016x}", rng.next_u64())).collect();
        Guest { secret, address }
    }

    /// The same guest, seen from another address.
    #[must_use]
    pub fn moved_to(&self, address: Ipv4Addr) -> Guest {
        Guest { address, ..self.clone() }
    }

    /// The same guest with the session of a successful registration or log-in.
    #[must_use]
    pub fn logged_in(&self, response: &HttpResponse) -> Option<Guest> {
        let cookie = response.headers.get("set-cookie")?.to_str().ok()?;
        let secret = cookie.split(';').next()?.strip_prefix("hanpan=")?.to_owned();
        (response.status == 200).then(|| Guest { secret, ..self.clone() })
    }

    /// The headers that identify the guest.
    pub(crate) fn headers(&self) -> [(&'static str, String); 2] {
        [("cookie", format!("hanpan={}", self.secret)), ("x-forwarded-for", self.address.to_string())]
    }
}
