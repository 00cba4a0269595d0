//! Server addresses, as copied from a browser.

use std::fmt;
use std::str::FromStr;

use protocol::GameId;

/// Address of a server, optionally with a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ServerAddress {
    scheme: Scheme,
    host: String,
    port: u16,
    game: Option<GameId>,
}

/// With or without TLS.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Scheme {
    Http,
    Https,
}

/// Reason why a text is not a server address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressError {
    /// It begins neither with `https://` nor with `http://`.
    Scheme,
    /// The host is missing or invalid, or the port is invalid.
    Host,
    /// The path is neither empty nor `/game/` and an id.
    Path,
}

impl ServerAddress {
    /// True if the connection is encrypted.
    pub(crate) fn is_secure(&self) -> bool {
        self.scheme == Scheme::Https
    }

    /// True if this is `https` on the host that `plain` names with `http`.
    pub(crate) fn is_https_of(&self, plain: &ServerAddress) -> bool {
        self.is_secure() && !plain.is_secure() && self.host == plain.host
    }

    /// Host and port as in a URL.
    pub(crate) fn authority(&self) -> String {
        if self.port == self.scheme.default_port() {
            self.host.clone()
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    /// URL of a path on the server.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}://{}{path}", self.scheme.name(), self.authority())
    }

    /// URL of a WebSocket on the server.
    pub(crate) fn socket_url(&self, path: &str) -> String {
        let scheme = if self.is_secure() { "wss" } else { "ws" };
        format!("{scheme}://{}{path}", self.authority())
    }

    /// The game, if the address names one.
    #[must_use]
    pub fn game(&self) -> Option<GameId> {
        self.game
    }

    /// The address of a game on the same server.
    #[must_use]
    pub fn with_game(&self, game: GameId) -> ServerAddress {
        ServerAddress { game: Some(game), ..self.clone() }
    }
}

impl Scheme {
    const fn name(self) -> &'static str {
        match self {
            Scheme::Http => "http",
            Scheme::Https => "https",
        }
    }

    const fn default_port(self) -> u16 {
        match self {
            Scheme::Http => 80,
            Scheme::Https => 443,
        }
    }
}

impl FromStr for ServerAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<ServerAddress, AddressError> {
        let text = text.trim();
        let (scheme, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
            (Some(rest), _) => (Scheme::Https, rest),
            (None, Some(rest)) => (Scheme::Http, rest),
            (None, None) => return Err(AddressError::Scheme),
        };
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        // The colons of an IPv6 address are inside brackets.
        let (host, port) = match authority.rsplit_once(':').filter(|(_, port)| !port.contains(']')) {
            Some((host, port)) => (host, port.parse().map_err(|_| AddressError::Host)?),
            None => (authority, scheme.default_port()),
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
        if host.is_empty() || !host.chars().all(is_name) || port == 0 {
            return Err(AddressError::Host);
        }
        let game = match path.trim_end_matches('/') {
            "" => None,
            path => {
                let id = path
                    .strip_prefix(routes::GAME_PREFIX.trim_start_matches('/'))
                    .ok_or(AddressError::Path)?;
                Some(id.parse().map_err(|_| AddressError::Path)?)
            }
        };
        Ok(ServerAddress { scheme, host: host.to_ascii_lowercase(), port, game })
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url(""))?;
        self.game.map_or(Ok(()), |game| write!(f, "{}{game}", routes::GAME_PREFIX))
    }
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AddressError::Scheme => "address must begin with https:// or http://",
            AddressError::Host => "host is missing or port is invalid",
            AddressError::Path => "path must be empty or a game such as /game/LR-K5QxbTA6fRw96ZdE7kA",
        })
    }
}

impl std::error::Error for AddressError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_addresses_as_browsers_show_them() {
        let check = |text: &str, expected: Result<&str, AddressError>| {
            let read = text.parse::<ServerAddress>().map(|address| address.to_string());
            assert_eq!(read.as_deref(), expected.as_ref().copied(), "{text}");
        };
        let game = "http://host:7171/game/LR-K5QxbTA6fRw96ZdE7kA";
        check("http://host:7171", Ok("http://host:7171"));
        check("http://Host:7171/", Ok("http://host:7171"));
        check("http://host/?a=b#c", Ok("http://host"));
        check("http://[::1]:7171", Ok("http://[::1]:7171"));
        check(game, Ok(game));
        check(&format!(" {game}/ "), Ok(game));
        check("host:7171", Err(AddressError::Scheme));
        check("https://host", Ok("https://host"));
        check("https://host:443/", Ok("https://host"));
        check("https://host:80", Ok("https://host:80"));
        check("http://host:443", Ok("http://host:443"));
        check("http://", Err(AddressError::Host));
        check("http://host:0", Err(AddressError::Host));
        check("http://host:x", Err(AddressError::Host));
        check("http://a b", Err(AddressError::Host));
        check("http://host/game/rubbish", Err(AddressError::Path));
        check("http://host/settings", Err(AddressError::Path));
    }

    #[test]
    fn only_https_of_the_same_host_replaces_http() {
        let check = |plain: &str, target: &str, expected: bool| {
            let (plain, target): (ServerAddress, ServerAddress) =
                (plain.parse().unwrap(), target.parse().unwrap());
            assert_eq!(target.is_https_of(&plain), expected, "{plain} to {target}");
        };
        check("http://host", "https://host", true);
        check("http://host:7171", "https://host:7443", true);
        check("http://host", "https://www.host", false);
        check("http://host", "http://host:81", false);
        check("https://host", "http://host", false);
        check("https://host", "https://host:444", false);
    }
}
