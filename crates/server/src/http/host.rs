//! Check of the `Host` header.
//!
//! A web site may let its own name resolve to this machine (DNS rebinding), so that a visitor's browser takes
//! this server for a part of that site. Names that a stranger can register are therefore refused, except that
//! of the public URL. Links to games repeat the header, so they contain accepted names only.

use std::net::{IpAddr, Ipv6Addr};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, HeaderValue};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::middleware::Next;

use super::AppState;
use crate::config::Config;

/// Body of a 421 response.
const EXPLANATION: &str = "This server does not know the host name of this request.\n\
    Open it by IP address, as localhost, or by a name that ends in .local;\n\
    for any other name start it with --public-url.\n";

/// Middleware: answers 421 to requests for other hosts.
pub(super) async fn check_host(State(app): State<AppState>, request: Request, next: Next) -> Response<Body> {
    if is_own_host(request.headers(), &app.node.config) { next.run(request).await } else { misdirected() }
}

/// Answer to a request for another host.
pub(super) fn misdirected() -> Response<Body> {
    let mut response = Response::new(Body::from(EXPLANATION));
    *response.status_mut() = StatusCode::MISDIRECTED_REQUEST;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// Returns true if every `Host` header names this server. Browsers always send one.
pub(super) fn is_own_host(headers: &HeaderMap, config: &Config) -> bool {
    headers.get_all(HOST).iter().all(|host| host.to_str().is_ok_and(|host| is_own_name(host, config)))
}

fn is_own_name(host: &str, config: &Config) -> bool {
    let host = host.to_ascii_lowercase();
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split_once(']').is_some_and(|(address, _)| address.parse::<Ipv6Addr>().is_ok());
    }
    let name = without_port(&host);
    let name = name.strip_suffix('.').unwrap_or(name);
    let public = config.public_url.as_ref().map(|url| without_port(url.authority()));
    name.parse::<IpAddr>().is_ok()
        || name == "localhost"
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

    #[test]
    fn names_that_strangers_can_register_are_refused() {
        let config = Config {
            public_url: Some("https://chess.example.org:8443".parse().unwrap()),
            host_name: Some("Chessbox".to_owned()),
            ..Config::default()
        };
        let check = |host: &str, expected| assert_eq!(is_own_name(host, &config), expected, "{host}");
        for host in [
            "127.0.0.1",
            "127.0.0.1:7171",
            "192.168.1.20:7171",
            "[::1]",
            "[2001:db8::1]:7171",
            "localhost:7171",
            "LOCALHOST",
            "hanpan.localhost",
            "chessbox:7171",
            "chessbox.local.",
            "other.local:80",
            "chess.example.org",
            "Chess.Example.Org:8443",
        ] {
            check(host, true);
        }
        for host in [
            "",
            "evil.example",
            "evil.example:7171",
            "local",
            "evillocalhost",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "chessbox.evil.example",
            "chess.example.org.evil.example",
            "[evil.example]",
            "[::1",
            "127.0.0.1@evil.example",
        ] {
            check(host, false);
        }
    }
}
