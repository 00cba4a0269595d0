//! Settings of a server.

use std::fmt;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

/// Server configuration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Config {
    /// URL under which clients reach the server, such as `https://chess.example.org`; without it the `Host`
    /// header is used.
    pub public_url: Option<PublicUrl>,
    /// Host name of this machine, under which clients may reach the server as well.
    pub host_name: Option<String>,
    /// True if the server speaks TLS itself; [`run`](crate::run) sets it.
    pub terminates_tls: bool,
    /// Resource limits.
    pub limits: Limits,
    /// Source of the client's address.
    pub proxy: Proxy,
    /// Conditions under which rated games count.
    pub rating: RatingRules,
    /// Accounts of bots.
    pub bots: BotPolicy,
}

/// Permission of accounts that programs play with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BotPolicy {
    /// An account can become that of a bot.
    #[default]
    Allowed,
    /// No account can, and accounts of bots cannot use the API.
    Forbidden,
}

/// Public URL of a server: scheme and host, no path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl(String);

/// The text is not a URL such as `https://chess.example.org`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PublicUrlError;

/// Resource limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// HTTP connections in total, WebSockets not counted.
    pub http_connections: usize,
    /// Responses that stay open, in total.
    pub live_streams: usize,
    /// WebSockets in total.
    pub max_connections: usize,
    /// WebSockets per address; a whole school may share one.
    pub connections_per_address: usize,
    /// Messages, and requests, per second and address.
    pub messages_per_second: u32,
    /// Concurrent games of the computer; 0 disables it.
    pub computer_games: u32,
    /// Concurrent searches of the computer, one CPU core each.
    pub computer_searches: usize,
    /// Time a client may take to read what is written to its WebSocket.
    pub write_timeout: Duration,
}

/// Conditions under which a rated game changes ratings, against games that are played for the rating only. An address is
/// no condition: a club plays from one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingRules {
    /// Moves that each side must have made.
    pub min_moves: u32,
    /// Games between the same two players that count within 24 hours.
    pub games_per_pair: u32,
}

/// Source of the client's address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Proxy {
    /// The peer address of the TCP connection.
    #[default]
    None,
    /// The last entry of `X-Forwarded-For`, set by a reverse proxy.
    Trusted,
}

impl Default for Limits {
    fn default() -> Limits {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Limits {
            http_connections: 1_024,
            live_streams: 5_000,
            max_connections: 20_000,
            connections_per_address: 500,
            messages_per_second: 400,
            computer_games: 50,
            computer_searches: processors.div_ceil(2),
            write_timeout: Duration::from_secs(10),
        }
    }
}

impl Default for RatingRules {
    fn default() -> RatingRules {
        RatingRules { min_moves: 5, games_per_pair: 5 }
    }
}

impl RatingRules {
    /// The rules for clients.
    pub(crate) fn to_wire(self) -> protocol::http::RatingRules {
        protocol::http::RatingRules { moves: self.min_moves, games: self.games_per_pair }
    }
}

impl Config {
    /// Returns true if browsers reach the server by https.
    pub(crate) fn is_https(&self) -> bool {
        self.terminates_tls || self.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }

    /// URL for the PGN tag `Site`; empty if the server does not know its own.
    pub(crate) fn pgn_site(&self) -> String {
        self.public_url.as_ref().map_or_else(String::new, |url| url.0.clone())
    }
}

impl PublicUrl {
    /// The URL without a trailing slash.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Host, with the port if there is one.
    pub(crate) fn authority(&self) -> &str {
        self.0.split_once("://").map_or(&self.0, |(_, authority)| authority)
    }

    /// Host name without a port; `None` if it is an IP address.
    #[must_use]
    pub fn host_name(&self) -> Option<&str> {
        let authority = self.authority();
        let name = authority.split_once(':').map_or(authority, |(name, _)| name);
        let is_name = !name.is_empty() && !name.starts_with('[') && name.parse::<IpAddr>().is_err();
        is_name.then_some(name)
    }

    /// Returns true if the scheme is `https`.
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
    fn public_urls_have_a_scheme_and_a_host_only() {
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

    #[test]
    fn host_names_are_no_addresses() {
        for (url, expected) in [
            ("https://chess.example.org", Some("chess.example.org")),
            ("https://chess.example.org:8443", Some("chess.example.org")),
            ("https://192.0.2.1:443", None),
            ("https://[2001:db8::1]", None),
        ] {
            assert_eq!(url.parse::<PublicUrl>().unwrap().host_name(), expected, "{url}");
        }
    }
}
