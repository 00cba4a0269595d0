//! What the host of a server decides.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

/// How a server behaves towards the world.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Config {
    /// How people reach the server, if that is not simply its address: `https://chess.example.org`.
    pub public_url: Option<PublicUrl>,
    /// How many may be connected.
    pub limits: Limits,
    /// Who tells from where a request comes.
    pub proxy: Proxy,
}

/// The address under which people know a server: scheme and host, no path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl(String);

/// Not an address such as `https://chess.example.org`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublicUrlError;

/// How many may be connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// WebSockets in all.
    pub max_connections: usize,
    /// WebSockets from one address; a whole school may share one.
    pub connections_per_address: usize,
    /// Messages a second from one address.
    pub messages_per_second: u32,
    /// Games of the computer at a time; none if it shall not play.
    pub computer_games: u32,
    /// How many of its moves are thought about at a time, each on a processor.
    pub computer_searches: usize,
    /// How long somebody may take to read what is written to a WebSocket.
    pub write_timeout: Duration,
}

/// Who tells from where a request comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Proxy {
    /// The connection itself.
    #[default]
    None,
    /// A proxy in front of the server, in the last entry of `X-Forwarded-For`.
    Trusted,
}

impl Default for Limits {
    fn default() -> Limits {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Limits {
            max_connections: 20_000,
            connections_per_address: 500,
            messages_per_second: 400,
            computer_games: 50,
            computer_searches: processors.div_ceil(2),
            write_timeout: Duration::from_secs(10),
        }
    }
}

impl Config {
    /// What the records of games name as their place.
    pub(crate) fn pgn_site(&self) -> String {
        self.public_url.as_ref().map_or_else(|| "Hanpan".to_owned(), |url| url.0.clone())
    }
}

impl PublicUrl {
    /// The address, without a slash at the end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether browsers speak to it in secret.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<PublicUrl, PublicUrlError> {
        let text = text.strip_suffix('/').unwrap_or(text);
        let host =
            text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).ok_or(PublicUrlError)?;
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
        let good = !host.is_empty() && host.chars().all(fits);
        good.then(|| PublicUrl(text.to_ascii_lowercase())).ok_or(PublicUrlError)
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for PublicUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an address such as https://chess.example.org")
    }
}

impl std::error::Error for PublicUrlError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_scheme_a_host_and_nothing_else() {
        let check = |text: &str, expected: Option<&str>| {
            let url = text.parse::<PublicUrl>();
            assert_eq!(url.as_ref().ok().map(PublicUrl::as_str), expected, "{text}");
        };
        check("https://Chess.example.org/", Some("https://chess.example.org"));
        check("http://192.168.1.5:7171", Some("http://192.168.1.5:7171"));
        check("https://[2001:db8::1]:80", Some("https://[2001:db8::1]:80"));
        check("chess.example.org", None);
        check("https://", None);
        check("https://chess.example.org/club", None);
        check("https://me@chess.example.org", None);
        check("ftp://chess.example.org", None);
    }
}
