//! Redirects plain http to https.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONNECTION, CONTENT_TYPE, HOST, HeaderValue, LOCATION};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::middleware::map_response;

use super::host::{self, require_own_host, without_port};
use super::lichess::ErrorForm;
use super::security_headers::add_security_headers;
use crate::config::{Config, PublicUrl};
use crate::node::Node;

/// Port that https URLs leave out.
const HTTPS_PORT: u16 = 443;

#[derive(Clone)]
struct RedirectState {
    node: Arc<Node>,
    /// Port of the https listener.
    port: u16,
}

/// Router that redirects every request to the https listener at `https`.
pub(crate) fn redirect_router(node: Arc<Node>, https: Option<SocketAddr>) -> Router {
    let port = https.map_or(HTTPS_PORT, |address| address.port());
    Router::new()
        .fallback(redirect)
        .layer(map_response(add_security_headers))
        .with_state(RedirectState { node, port })
}

/// 308, so that the method stays. It is not to be cached: browsers have `Strict-Transport-Security` for that, which
/// they forget when the certificate is not trusted.
async fn redirect(State(state): State<RedirectState>, request: Request) -> Response<Body> {
    let config = &state.node.config;
    let form = ErrorForm::of(request.method(), request.uri(), request.headers());
    if let Err(error) = require_own_host(&request, config) {
        return host::error_response(error, form);
    }
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let location = origin(request.headers(), config, state.port).map(|origin| format!("{origin}{path}"));
    let location = location.and_then(|location| HeaderValue::from_maybe_shared(location).ok());
    let status = if location.is_some() { StatusCode::PERMANENT_REDIRECT } else { StatusCode::BAD_REQUEST };
    let mut response =
        form.json_error(status, "This server speaks https").unwrap_or_else(|| text_response(status));
    let headers = response.headers_mut();
    if let Some(location) = location {
        headers.insert(LOCATION, location);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

fn text_response(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::from("This server speaks https.\n"));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// The public URL, for which the certificate is, or else the requested host with the port of the https listener.
fn origin(headers: &HeaderMap, config: &Config, port: u16) -> Option<String> {
    if let Some(url) = config.public_url.as_ref().filter(|url| PublicUrl::is_https(url)) {
        return Some(url.to_string());
    }
    let host = without_port(headers.get(HOST)?.to_str().ok()?);
    Some(if port == HTTPS_PORT { format!("https://{host}") } else { format!("https://{host}:{port}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_go_to_the_public_url_or_the_requested_host() {
        let check = |host: Option<&str>, public: Option<&str>, port, expected: Option<&str>| {
            let mut headers = HeaderMap::new();
            if let Some(host) = host {
                headers.insert(HOST, host.parse().unwrap());
            }
            let config = Config { public_url: public.map(|url| url.parse().unwrap()), ..Config::default() };
            assert_eq!(origin(&headers, &config, port).as_deref(), expected, "{host:?}");
        };
        let public = Some("https://chess.example.org");
        check(Some("192.168.1.5:80"), public, 7171, public);
        check(None, public, 7171, public);
        check(Some("192.168.1.5:7171"), None, 7171, Some("https://192.168.1.5:7171"));
        check(Some("chess.local"), None, 443, Some("https://chess.local"));
        check(Some("[::1]:80"), None, 8443, Some("https://[::1]:8443"));
        check(Some("[::1]"), None, 443, Some("https://[::1]"));
        check(None, None, 443, None);
    }
}
