//! Address to which a browser carries the answer to an authorization request.
//!
//! Programs are not registered, so the address itself has to be harmless. It is `https`, or `http` on this machine
//! (RFC 8252: a program listens on any free port), or an app's own scheme, which has the form of a reversed domain name.
//! Everything else is refused: `javascript:` and `data:` would run in the browser, and `http` would show the code to the network.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use crate::http::download::percent_encoded;

/// Maximum length.
const MAX_BYTES: usize = 1_000;

/// A valid address, as sent: only visible ASCII characters that need no quoting, no fragment and no user name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::http) struct RedirectUri {
    text: String,
    scheme: String,
    /// Scheme and host with its port, or the scheme of an app: what its user can judge.
    origin: String,
}

/// Reason why an address is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::http) enum RedirectUriError {
    TooLong,
    /// No absolute URI, or characters that browsers read differently.
    Malformed,
    Fragment,
    UserName,
    /// `http` to another machine.
    Insecure,
    /// Neither the web nor a reversed domain name.
    Scheme,
}

impl RedirectUri {
    pub(in crate::http) fn as_str(&self) -> &str {
        &self.text
    }

    /// Scheme in small letters.
    pub(super) fn scheme(&self) -> &str {
        &self.scheme
    }

    /// Scheme and host with its port, or the scheme of an app.
    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    /// The address with these parameters, percent-encoded, after those that it has.
    pub(super) fn with_parameters(&self, parameters: &[(&str, &str)]) -> String {
        let mut address = self.text.clone();
        for (name, value) in parameters {
            address.push(if address.contains('?') { '&' } else { '?' });
            address.push_str(name);
            address.push('=');
            address.push_str(&percent_encoded(value));
        }
        address
    }
}

impl FromStr for RedirectUri {
    type Err = RedirectUriError;

    fn from_str(text: &str) -> Result<RedirectUri, RedirectUriError> {
        if text.len() > MAX_BYTES {
            return Err(RedirectUriError::TooLong);
        }
        if text.contains('#') {
            return Err(RedirectUriError::Fragment);
        }
        if !text.bytes().all(is_allowed) {
            return Err(RedirectUriError::Malformed);
        }
        let (scheme, rest) = text.split_once(':').ok_or(RedirectUriError::Malformed)?;
        if !is_scheme(scheme) {
            return Err(RedirectUriError::Malformed);
        }
        let scheme = scheme.to_ascii_lowercase();
        let authority = rest.strip_prefix("//").map(|rest| rest.split(['/', '?']).next().unwrap_or_default());
        if authority.is_some_and(|authority| authority.contains('@')) {
            return Err(RedirectUriError::UserName);
        }
        let origin = match scheme.as_str() {
            "http" | "https" => {
                let authority = authority.ok_or(RedirectUriError::Malformed)?.to_ascii_lowercase();
                let host = host_of(&authority).ok_or(RedirectUriError::Malformed)?;
                if scheme == "http" && !is_loopback(host) {
                    return Err(RedirectUriError::Insecure);
                }
                format!("{scheme}://{authority}")
            }
            app if app.contains('.') && !rest.is_empty() => format!("{app}:"),
            _ => return Err(RedirectUriError::Scheme),
        };
        Ok(RedirectUri { text: text.to_owned(), scheme, origin })
    }
}

/// Characters that a URI consists of, without those that browsers take for others: `\` for `/`, and quotes.
fn is_allowed(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~:/?[]@!$&()*+,;=%".contains(&byte)
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// The host of `host[:port]`; `None` if either is malformed.
fn host_of(authority: &str) -> Option<&str> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(literal) => {
            let (address, port) = literal.split_once(']')?;
            let is_address = address.parse::<std::net::Ipv6Addr>().is_ok();
            (is_address.then_some(address)?, port)
        }
        None => {
            let end = authority.find(':').unwrap_or(authority.len());
            let (host, port) = authority.split_at(end);
            let is_name = |label: &str| {
                !label.is_empty()
                    && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
            };
            (host.split('.').all(is_name).then_some(host)?, port)
        }
    };
    let is_port = port.is_empty()
        || port.strip_prefix(':').is_some_and(|port| {
            port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|port| port > 0)
        });
    is_port.then_some(host)
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

impl fmt::Display for RedirectUriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RedirectUriError::TooLong => "redirect_uri too long",
            RedirectUriError::Malformed => "redirect_uri invalid",
            RedirectUriError::Fragment => "redirect_uri must have no fragment",
            RedirectUriError::UserName => "redirect_uri must have no user name",
            RedirectUriError::Insecure => "redirect_uri must be https, or http to localhost",
            RedirectUriError::Scheme => {
                "redirect_uri scheme not allowed (https, http to localhost, or a reversed domain name like com.example.app)"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_addresses_loopback_ports_and_apps_are_valid() {
        let check = |text: &str, origin: &str| {
            let parsed: RedirectUri = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((parsed.as_str(), parsed.origin()), (text, origin));
        };
        check("https://app.example/cb", "https://app.example");
        check("https://App.Example:8443?x=1", "https://app.example:8443");
        check("http://localhost:51234/cb", "http://localhost:51234");
        check("http://127.0.0.1:1/", "http://127.0.0.1:1");
        check("http://127.1.2.3/", "http://127.1.2.3");
        check("http://[::1]:8080/cb", "http://[::1]:8080");
        check("https://10.0.0.7/cb", "https://10.0.0.7");
        check("org.example.mobile://login-callback", "org.example.mobile:");
        check("com.example.app:/cb?a=b", "com.example.app:");
    }

    #[test]
    fn dangerous_addresses_are_refused() {
        use RedirectUriError::*;
        let check = |text: &str, expected: RedirectUriError| {
            assert_eq!(text.parse::<RedirectUri>(), Err(expected), "{text}");
        };
        check("javascript:alert(1)", Scheme);
        check("JaVaScRiPt://app.example/%0aalert(1)", Scheme);
        check("data:text/html,x", Scheme);
        check("vbscript:x", Scheme);
        check("file:///etc/passwd", Scheme);
        check("blob:https://app.example/x", Scheme);
        check("intent://x", Scheme);
        check("about:blank", Scheme);
        check("com.example.app:", Scheme);
        check("http://app.example/cb", Insecure);
        check("http://localhost.evil.example/", Insecure);
        check("http://127.0.0.1.evil.example/", Insecure);
        check("http://192.168.0.2/", Insecure);
        check("http://[::2]/", Insecure);
        check("https://app.example/#x", Fragment);
        check("https://app.example@evil.example/", UserName);
        check("http://localhost:80@evil.example/", UserName);
        check("com.example.app://a@b", UserName);
        for malformed in [
            "",
            "x",
            "//evil.example",
            "/cb",
            "https:",
            "https:/app.example",
            "https://",
            "https:///cb",
            "https://?x",
            "https:\\\\evil.example",
            "https://app.example\\@evil.example/",
            "https://app.example/\"x",
            "https://app.example/<x>",
            "https://app.example/a b",
            "https://app.example/\r\nSet-Cookie:x",
            "https://app.example/\u{0}",
            "https://한판.example/",
            "https://app.example:/",
            "https://app.example:0/",
            "https://app.example:99999/",
            "https://app.example:+1/",
            "https://app.example:80:80/",
            "https://a..b/",
            "https://[::1/",
            "https://[x]/",
            "https://[::1]x/",
            "https://app%2eexample/",
            "https://.example/",
            ":x",
            "1a:x",
            " https://app.example/",
            "\u{9}javascript:alert(1)",
        ] {
            check(malformed, Malformed);
        }
        check(&format!("https://app.example/{}", "x".repeat(1_000)), TooLong);
    }

    #[test]
    fn parameters_are_encoded_and_appended() {
        let check = |text: &str, expected: &str| {
            let uri: RedirectUri = text.parse().unwrap();
            assert_eq!(uri.with_parameters(&[("code", "a1"), ("state", "x&y=\r\n 수\"")]), expected);
        };
        let tail = "code=a1&state=x%26y%3D%0D%0A%20%EC%88%98%22";
        check("https://app.example/cb", &format!("https://app.example/cb?{tail}"));
        check("https://app.example/cb?k=v", &format!("https://app.example/cb?k=v&{tail}"));
    }
}
