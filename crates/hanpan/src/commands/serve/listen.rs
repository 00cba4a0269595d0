//! Parser for `--listen`.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use serde::Deserialize;

/// Default port.
pub(super) const DEFAULT_PORT: u16 = 7171;

/// Socket address; the port is optional and defaults to [`DEFAULT_PORT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct ListenAddress(pub(super) SocketAddr);

impl FromStr for ListenAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<ListenAddress, String> {
        let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
        let without_port = || bare.parse::<IpAddr>().map(|ip| SocketAddr::new(ip, DEFAULT_PORT));
        let address = text.parse().or_else(|_| without_port());
        address.map(ListenAddress).map_err(|_| "not an address such as 0.0.0.0 or 127.0.0.1:7171".to_owned())
    }
}

impl TryFrom<String> for ListenAddress {
    type Error = String;

    fn try_from(text: String) -> Result<ListenAddress, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn port_is_optional() {
        let check = |text: &str, expected: Option<&str>| {
            let address =
                text.parse::<ListenAddress>().ok().map(|ListenAddress(address)| address.to_string());
            assert_eq!(address.as_deref(), expected, "{text}");
        };
        check("0.0.0.0", Some("0.0.0.0:7171"));
        check("0.0.0.0:80", Some("0.0.0.0:80"));
        check("::", Some("[::]:7171"));
        check("[::]", Some("[::]:7171"));
        check("[::1]:0", Some("[::1]:0"));
        check("7171", None);
        check("localhost", None);
        check("0.0.0.0:", None);
        check("", None);
    }
}
