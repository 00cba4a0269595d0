//! Same-origin check.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

use crate::config::Config;

/// Returns true if the request has no `Origin` header or a matching one. Browsers send the header with every
/// cross-site request; other programs do not, and have no cookies of other people either.
pub(super) fn is_same_origin(headers: &HeaderMap, config: &Config) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let origin = origin.to_ascii_lowercase();
    if let Some(url) = &config.public_url {
        if url.as_str() == origin {
            return true;
        }
        // The same host over plain http could be a man in the middle.
        if host_of(url.as_str()) == host_of(&origin) {
            return false;
        }
    }
    // As above: a server that speaks TLS has no pages of plain http.
    if config.terminates_tls && !origin.starts_with("https://") {
        return false;
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    !host.is_empty() && host_of(&origin) == Some(host.to_ascii_lowercase().as_str())
}

fn host_of(origin: &str) -> Option<&str> {
    origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_same_origin_requests_pass() {
        let config =
            Config { public_url: Some("https://chess.example.org".parse().unwrap()), ..Config::default() };
        let check = |host: &str, origin: Option<&str>, expected| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(ORIGIN, origin.parse().unwrap());
            }
            assert_eq!(is_same_origin(&headers, &config), expected, "{host} {origin:?}");
        };
        check("localhost:7171", None, true);
        check("localhost:7171", Some("http://localhost:7171"), true);
        check("LOCALHOST:7171", Some("http://Localhost:7171"), true);
        check("10.0.0.5:7171", Some("https://chess.example.org"), true);
        check("chess.example.org", Some("https://chess.example.org"), true);
        check("chess.example.org", Some("http://chess.example.org"), false);
        check("localhost:7171", Some("http://localhost:8080"), false);
        check("localhost:7171", Some("http://evil.example"), false);
        check("localhost:7171", Some("http://localhost:7171.evil.example"), false);
        check("localhost:7171", Some("https://chess.example.org.evil.example"), false);
        check("localhost:7171", Some("null"), false);
        check("localhost:7171", Some(""), false);
    }

    #[test]
    fn with_tls_only_https_origins_pass() {
        let config = Config { terminates_tls: true, ..Config::default() };
        let mut headers = HeaderMap::new();
        headers.insert(HOST, "chess.local:7171".parse().unwrap());
        for (origin, expected) in [("https://chess.local:7171", true), ("http://chess.local:7171", false)] {
            headers.insert(ORIGIN, origin.parse().unwrap());
            assert_eq!(is_same_origin(&headers, &config), expected, "{origin}");
        }
    }
}
