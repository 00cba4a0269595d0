//! Settings of the connection to NATS.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::store::SecretText;

/// Settings of [`NatsBus`](super::NatsBus).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NatsConfig {
    /// The server, or those of a NATS cluster.
    pub servers: Vec<NatsUrl>,
    /// Token that the server asks for.
    pub token: Option<SecretText>,
    /// Certificates (PEM) by which the server is trusted; without them, those of the system.
    pub ca: Option<PathBuf>,
}

impl NatsConfig {
    /// Settings of a server without a token.
    #[must_use]
    pub fn new(servers: Vec<NatsUrl>) -> NatsConfig {
        NatsConfig { servers, token: None, ca: None }
    }

    /// Returns true if all connections use TLS.
    #[must_use]
    pub fn uses_tls(&self) -> bool {
        self.servers.iter().any(|server| server.0.starts_with(TLS))
    }
}

/// URL of a NATS server: `nats://host:4222`, or `tls://host:4222` for TLS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NatsUrl(String);

/// Reason why a text is no URL of a NATS server. It never repeats the text, which may contain a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NatsUrlError {
    /// It has a user or a token.
    Credentials,
    /// It is malformed.
    Malformed,
}

const PLAIN: &str = "nats://";
const TLS: &str = "tls://";

impl NatsUrl {
    /// The URL.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for NatsUrl {
    type Err = NatsUrlError;

    fn from_str(text: &str) -> Result<NatsUrl, NatsUrlError> {
        let address = text.strip_prefix(PLAIN).or_else(|| text.strip_prefix(TLS));
        let address = address.ok_or(NatsUrlError::Malformed)?;
        if address.contains('@') {
            return Err(NatsUrlError::Credentials);
        }
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
        let good = !address.is_empty() && address.chars().all(fits);
        good.then(|| NatsUrl(text.to_owned())).ok_or(NatsUrlError::Malformed)
    }
}

impl fmt::Display for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for NatsUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NatsUrlError::Credentials => "the URL must not contain a token, which others could read there",
            NatsUrlError::Malformed => "not a URL such as nats://127.0.0.1:4222",
        })
    }
}

impl std::error::Error for NatsUrlError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_have_a_scheme_and_a_host_and_no_token() {
        let check = |text: &str, expected: Result<(), NatsUrlError>| {
            assert_eq!(text.parse::<NatsUrl>().map(|url| assert_eq!(url.as_str(), text)), expected, "{text}");
        };
        check("nats://127.0.0.1:4222", Ok(()));
        check("tls://bus.example.org", Ok(()));
        check("nats://[::1]:4222", Ok(()));
        check("nats://secret@127.0.0.1", Err(NatsUrlError::Credentials));
        check("127.0.0.1:4222", Err(NatsUrlError::Malformed));
        check("nats://", Err(NatsUrlError::Malformed));
        check("http://127.0.0.1", Err(NatsUrlError::Malformed));
        check("nats://a/b", Err(NatsUrlError::Malformed));
    }
}
