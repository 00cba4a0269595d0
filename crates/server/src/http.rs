//! What can be asked over HTTP: the page, the programs' interface, the socket, the server's health.

mod account;
mod archive;
mod extract;
mod response;
mod data_export;
mod games;
mod me;
mod origin;
mod password;
mod cookie;
mod profile;
mod status;
mod stream;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::IntoResponse;
use axum::routing::{any, delete, get, post};
use tokio::sync::Semaphore;
use tokio::time::{Duration, timeout};

use crate::assets::Assets;
use crate::config::Proxy;
use crate::node::Node;
use crate::security_headers::add_security_headers;
use crate::static_files::serve_file;

/// The largest body that is read.
const MAX_BODY_BYTES: usize = 16 * 1_024;

/// How long an answer may take, the time included in which the request arrives.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// So many passwords are hashed at a time: each takes 19 MiB and a processor.
const MAX_HASHES: usize = 2;

/// So many archives are taken away at a time: each keeps the store and a processor busy.
const MAX_ARCHIVE_EXPORTS: usize = 2;

/// So many people take away all that is theirs at a time, whoever reads archives meanwhile.
const MAX_DATA_EXPORTS: usize = 2;

/// So many threads all this needs.
pub(crate) const MAX_BLOCKING_TASKS: usize = MAX_HASHES + MAX_ARCHIVE_EXPORTS + MAX_DATA_EXPORTS;

/// What every handler may need.
#[derive(Clone, Debug)]
pub(crate) struct AppState {
    pub(crate) assets: Arc<Assets>,
    pub(crate) node: Arc<Node>,
    hash_permits: Arc<Semaphore>,
    archive_permits: Arc<Semaphore>,
    data_export_permits: Arc<Semaphore>,
}

/// From where a connection comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerAddress(pub(crate) IpAddr);

/// All routes.
pub(crate) fn router(page: Assets, node: Arc<Node>) -> Router {
    let app = AppState {
        assets: Arc::new(page),
        node,
        hash_permits: Arc::new(Semaphore::new(MAX_HASHES)),
        archive_permits: Arc::new(Semaphore::new(MAX_ARCHIVE_EXPORTS)),
        data_export_permits: Arc::new(Semaphore::new(MAX_DATA_EXPORTS)),
    };
    let api = Router::new()
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::state))
        .route("/api/games/{id}/pgn", get(games::pgn))
        .route("/api/live", get(archive::live_games))
        .route("/api/archive", get(archive::list))
        .route("/api/archive/pgn", get(archive::export_pgn))
        .route("/api/me", get(me::me))
        .route("/api/me/games", get(me::current_games))
        .route("/api/me/export", get(data_export::export_personal_data))
        .route("/api/account", post(account::create).delete(account::delete))
        .route("/api/account/password", post(password::change))
        .route("/api/session", post(account::log_in).delete(account::log_out))
        .route("/api/sessions", get(account::sessions).delete(account::end_other_sessions))
        .route("/api/sessions/{id}", delete(account::end_session))
        .route("/api/players/{name}", get(profile::profile))
        .route("/api/players/{name}/ratings", get(profile::ratings))
        .route("/api/{*path}", any(response::not_found))
        .method_not_allowed_fallback(response::method_not_allowed)
        .layer(from_fn_with_state(app.clone(), extract::authenticate));
    Router::new()
        .merge(api)
        .route("/socket", get(response::open_socket))
        .route("/healthz", get(status::health))
        // All of these ask the store; what follows is in memory.
        .layer(from_fn_with_state(app.clone(), response::rate_limit))
        .route("/metrics", get(status::metrics))
        .fallback(serve_file)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn(request_timeout))
        .layer(map_response(add_security_headers))
        .with_state(app)
}

/// A request whose body does not come is let go.
async fn request_timeout(request: Request, next: Next) -> Response<Body> {
    match timeout(REQUEST_TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}

impl AppState {
    /// From where a request really comes.
    fn client_address(&self, peer: PeerAddress, headers: &HeaderMap) -> IpAddr {
        match self.node.config.proxy {
            Proxy::None => peer.0,
            Proxy::Trusted => forwarded_for(headers).unwrap_or(peer.0),
        }
    }
}

/// What the proxy itself says: the last entry of the last line. All before it may be what the client made up.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_proxy_says_is_believed() {
        let check = |lines: &[&str], expected: Option<&str>| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            let expected = expected.map(|address| address.parse::<IpAddr>().unwrap());
            assert_eq!(forwarded_for(&headers), expected, "{lines:?}");
        };
        check(&[], None);
        check(&["10.0.0.1"], Some("10.0.0.1"));
        check(&["1.2.3.4, 10.0.0.1"], Some("10.0.0.1"));
        check(&["1.2.3.4", "10.0.0.1"], Some("10.0.0.1"));
        check(&["1.2.3.4", "5.6.7.8, 2001:db8::1"], Some("2001:db8::1"));
        check(&["10.0.0.1", "nobody"], None);
    }
}
