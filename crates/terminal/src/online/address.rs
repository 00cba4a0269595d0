//! Server addresses, as copied from a browser.

use std::fmt;
use std::str::FromStr;

use protocol::GameId;

/// Address of a server, optionally with a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ServerAddress {
    host: String,
    port: u16,
    game: Option<GameId>,
}

/// Reason why a text is not a server address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressError {
    /// It does not begin with `http://`.
    Scheme,
    /// It begins with `https://`, which is not supported.
    Https,
    /// The host is missing or invalid, or the port is invalid.
    Host,
    /// The path is neither empty nor `/game/` and an id.
    Path,
}

impl ServerAddress {
    /// Host and port for resolving.
    pub(crate) fn host_and_port(&self) -> (&str, u16) {
        (self.host.trim_matches(['[', ']']), self.port)
    }

    /// Host and port as in a URL.
    pub(crate) fn authority(&self) -> String {
        match self.port {
            80 => self.host.clone(),
            port => format!("{}:{port}", self.host),
        }
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

impl FromStr for ServerAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<ServerAddress, AddressError> {
        let text = text.trim();
        if text.starts_with("https://") {
            return Err(AddressError::Https);
        }
        let rest = text.strip_prefix("http://").ok_or(AddressError::Scheme)?;
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        // The colons of an IPv6 address are inside brackets.
        let (host, port) = match authority.rsplit_once(':').filter(|(_, port)| !port.contains(']')) {
            Some((host, port)) => (host, port.parse().map_err(|_| AddressError::Host)?),
            None => (authority, 80),
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
        Ok(ServerAddress { host: host.to_ascii_lowercase(), port, game })
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.authority())?;
        self.game.map_or(Ok(()), |game| write!(f, "{}{game}", routes::GAME_PREFIX))
    }
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AddressError::Scheme => "address must begin with http://",
            AddressError::Https => "https is not supported: use a browser, or http within your own network",
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
        check("https://host", Err(AddressError::Https));
        check("http://", Err(AddressError::Host));
        check("http://host:0", Err(AddressError::Host));
        check("http://host:x", Err(AddressError::Host));
        check("http://a b", Err(AddressError::Host));
        check("http://host/game/rubbish", Err(AddressError::Path));
        check("http://host/settings", Err(AddressError::Path));
        let local: ServerAddress = "http://[::1]:7171".parse().unwrap();
        assert_eq!(local.host_and_port(), ("::1", 7171));
    }
}
