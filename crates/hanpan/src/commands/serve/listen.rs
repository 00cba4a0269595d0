//! Parser for `--listen` and `--http-listen`.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use serde::Deserialize;

/// Default port.
pub(super) const DEFAULT_PORT: u16 = 7171;

/// Port of plain http.
pub(super) const HTTP_PORT: u16 = 80;

/// Socket address; the port is optional and defaults to `PORT`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct ListenAddress<const PORT: u16 = DEFAULT_PORT>(pub(super) SocketAddr);

impl<const PORT: u16> FromStr for ListenAddress<PORT> {
    type Err = String;

    fn from_str(text: &str) -> Result<ListenAddress<PORT>, String> {
        let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
        let without_port = || bare.parse::<IpAddr>().map(|ip| SocketAddr::new(ip, PORT));
        let address = text.parse().or_else(|_| without_port());
        address.map(ListenAddress).map_err(|_| format!("not an address such as 0.0.0.0 or 127.0.0.1:{PORT}"))
    }
}

impl<const PORT: u16> TryFrom<String> for ListenAddress<PORT> {
    type Error = String;

    fn try_from(text: String) -> Result<ListenAddress<PORT>, String> {
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
        let http: ListenAddress<HTTP_PORT> = "0.0.0.0".parse().unwrap();
        assert_eq!(http.0.port(), 80);
    }
}
