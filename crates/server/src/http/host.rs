//! Check of the `Host` header.
//!
//! A web site may let its own name resolve to this machine (DNS rebinding), so that a visitor's browser takes
//! this server for a part of that site. Names that a stranger can register are therefore refused, except that
//! of the public URL. Links to games repeat the header, so they contain accepted names only.
//!
//! | header | status |
//! |---|---|
//! | a known name, IPv4 address or IPv6 address in brackets, in any case, with or without a port | served |
//! | another name, or a known one with a dot at its end: browsers take that for another site | 421 |
//! | missing (except by HTTP/1.0), given twice, other than the target, or not `name[:port]`: user information, an empty or impossible port, characters that no name has | 400 |

use std::net::{IpAddr, Ipv6Addr};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, HeaderValue};
use axum::http::{HeaderMap, Response, StatusCode, Uri, Version};
use axum::middleware::Next;

use super::AppState;
use super::lichess::ErrorForm;
use crate::config::Config;

/// Body of a 421 response.
const FOREIGN: &str = "This server does not know the host name of this request.\n\
    Open it by IP address, as localhost, or by a name that ends in .local;\n\
    for any other name start it with --public-url.";

/// Body of a 400 response.
const MALFORMED: &str = "The Host header is missing or malformed.";

/// Host that a request is for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Host {
    Address(IpAddr),
    /// In small letters.
    Name(String),
}

/// Reason why a request is not served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HostError {
    /// The header is missing, repeated or malformed.
    Malformed,
    /// It names another server.
    Foreign,
}

/// Middleware: serves requests for this host only.
pub(super) async fn check_host(State(app): State<AppState>, request: Request, next: Next) -> Response<Body> {
    match require_own_host(&request, &app.node.config) {
        Ok(()) => next.run(request).await,
        Err(error) => {
            let form = ErrorForm::of(request.method(), request.uri(), request.headers());
            error_response(error, form)
        }
    }
}

/// Answer to a request for another host, or for none.
pub(super) fn error_response(error: HostError, form: ErrorForm) -> Response<Body> {
    let (status, words) = match error {
        HostError::Malformed => (StatusCode::BAD_REQUEST, MALFORMED),
        HostError::Foreign => (StatusCode::MISDIRECTED_REQUEST, FOREIGN),
    };
    if let Some(response) = form.json_error(status, &words.replace('\n', " ")) {
        return response;
    }
    let mut response = Response::new(Body::from(format!("{words}\n")));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// Checks that a request names this server.
///
/// # Errors
///
/// Returns the reason why it does not.
pub(super) fn require_own_host(request: &Request, config: &Config) -> Result<(), HostError> {
    match requested_host(request.headers(), request.uri(), request.version())? {
        Some(host) if !is_own(&host, config) => Err(HostError::Foreign),
        _ => Ok(()),
    }
}

/// The host of a request; `None` if the client is too old to name one.
fn requested_host(headers: &HeaderMap, uri: &Uri, version: Version) -> Result<Option<Host>, HostError> {
    let mut given = headers.get_all(HOST).iter();
    let host = match (given.next(), given.next()) {
        (None, _) if version < Version::HTTP_11 => None,
        (None, _) | (_, Some(_)) => return Err(HostError::Malformed),
        (Some(host), None) => Some(host.to_str().ok().and_then(parse_host).ok_or(HostError::Malformed)?),
    };
    // A target may name the host as well.
    let target = uri.authority().map(|target| parse_host(target.as_str()).ok_or(HostError::Malformed));
    match (target.transpose()?, host) {
        (Some(target), Some(host)) if target != host => Err(HostError::Malformed),
        (target, host) => Ok(host.or(target)),
    }
}

/// Parses `name[:port]`.
fn parse_host(text: &str) -> Option<Host> {
    let (host, rest) = match text.strip_prefix('[') {
        Some(inner) => {
            let (address, rest) = inner.split_once(']')?;
            (Host::Address(address.parse::<Ipv6Addr>().ok()?.into()), rest)
        }
        None => {
            let (name, rest) = text.split_at(text.find(':').unwrap_or(text.len()));
            (parse_name(name)?, rest)
        }
    };
    (rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port)).then_some(host)
}

fn parse_name(name: &str) -> Option<Host> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    if name.is_empty() || !name.bytes().all(fits) {
        return None;
    }
    Some(name.parse().map_or_else(|_| Host::Name(name.to_ascii_lowercase()), Host::Address))
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok_and(|port| port > 0)
}

fn is_own(host: &Host, config: &Config) -> bool {
    let Host::Name(name) = host else { return true };
    let public = config.public_url.as_ref().map(|url| without_port(url.authority()));
    name == "localhost"
        || name.ends_with(".localhost")
        || name.ends_with(".local")
        || public == Some(name)
        || config.host_name.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name))
}

pub(super) fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => authority,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVED: Result<(), HostError> = Ok(());
    const FOREIGN: Result<(), HostError> = Err(HostError::Foreign);
    const MALFORMED: Result<(), HostError> = Err(HostError::Malformed);

    fn config() -> Config {
        Config {
            public_url: Some("https://chess.example.org:8443".parse().unwrap()),
            host_name: Some("Chessbox".to_owned()),
            ..Config::default()
        }
    }

    /// Checks a request with these headers.
    fn ask(version: Version, target: &str, hosts: &[&[u8]]) -> Result<(), HostError> {
        let mut request = Request::builder().version(version).uri(target).body(Body::empty()).unwrap();
        for host in hosts {
            request.headers_mut().append(HOST, HeaderValue::from_bytes(host).unwrap());
        }
        require_own_host(&request, &config())
    }

    #[test]
    fn names_that_strangers_can_register_are_refused() {
        let check = |host: &str, expected| {
            assert_eq!(ask(Version::HTTP_11, "/", &[host.as_bytes()]), expected, "{host}");
        };
        for host in [
            "127.0.0.1",
            "127.0.0.1:7171",
            "192.168.1.20:7171",
            "[::1]",
            "[2001:db8::1]:7171",
            "[2001:DB8::1]:65535",
            "localhost:7171",
            "LOCALHOST",
            "hanpan.localhost",
            "chessbox:7171",
            "other.local:80",
            "chess.example.org",
            "Chess.Example.Org:8443",
        ] {
            check(host, SERVED);
        }
        for host in [
            "evil.example",
            "evil.example:7171",
            "local",
            "evillocalhost",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "127.1",
            "0x7f000001",
            "chessbox.evil.example",
            "chess.example.org.evil.example",
            "localhost.",
            "chessbox.local.:7171",
            "chess.example.org.",
            "127.0.0.1.",
        ] {
            check(host, FOREIGN);
        }
    }

    #[test]
    fn malformed_hosts_are_bad_requests() {
        for host in [
            "",
            ":7171",
            "localhost:",
            "localhost:0",
            "localhost:65536",
            "localhost:+80",
            "localhost:80:80",
            "localhost:http",
            "::1",
            "[::1",
            "[::1]7171",
            "[::1]:",
            "[fe80::1%eth0]",
            "[127.0.0.1]",
            "[evil.example]",
            "localhost@evil.example",
            "evil.example@localhost",
            "user:secret@localhost:7171",
            "localhost/",
            "localhost localhost",
            "localhost,evil.example",
            "http://localhost",
            "loc%61lhost",
        ] {
            assert_eq!(ask(Version::HTTP_11, "/", &[host.as_bytes()]), MALFORMED, "{host:?}");
        }
        assert_eq!(ask(Version::HTTP_11, "/", &["lócal.local".as_bytes()]), MALFORMED);
    }

    #[test]
    fn there_is_one_host_and_it_is_that_of_the_target() {
        for version in [Version::HTTP_11, Version::HTTP_2] {
            assert_eq!(ask(version, "/", &[]), MALFORMED);
            assert_eq!(ask(version, "/", &[b"localhost", b"localhost"]), MALFORMED);
            assert_eq!(ask(version, "/", &[b"localhost", b"evil.example"]), MALFORMED);
            assert_eq!(ask(version, "http://LOCALHOST:7171/", &[b"localhost:7171"]), SERVED);
            assert_eq!(ask(version, "http://evil.example/", &[b"localhost"]), MALFORMED);
            assert_eq!(ask(version, "http://evil.example/", &[b"evil.example"]), FOREIGN);
        }
        assert_eq!(ask(Version::HTTP_10, "/", &[]), SERVED, "older clients name none");
        assert_eq!(ask(Version::HTTP_10, "http://evil.example/", &[]), FOREIGN);
    }
}
