//! HTTP interface: assets, JSON API, WebSocket upgrade, health and metrics.

mod account;
mod api_tokens;
mod archive;
mod page_document;
mod extract;
mod form;
mod response;
mod data_export;
mod explorer;
mod download;
mod games;
mod host;
mod language;
mod lichess;
mod me;
mod oauth;
mod origin;
mod page_token;
mod password;
mod cookie;
mod error;
mod profile;
mod redirect;
mod request_body;
mod security_headers;
mod static_files;
mod status;
mod stream;
mod upgrade;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, Response, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};
use tokio::time::{Duration, timeout};

use self::lichess::ErrorForm;
pub(crate) use self::lichess::LiveStream;
pub(crate) use self::redirect::redirect_router;
use self::request_body::timed_out;
pub(crate) use self::request_body::{read_body, too_many_streams};
use self::security_headers::add_security_headers;
use self::static_files::serve_file;
use crate::accounts::HashQueue;
use crate::assets::Assets;
use crate::config::Proxy;
use crate::limits::DownloadPlaces;
use crate::node::{MAX_EXPLORER_TASKS, Node};
use crate::panics::catch_panic;

/// Maximum time for a complete request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Concurrent password hashes: each takes a CPU core, and 19 MiB that it keeps.
const MAX_HASHES: usize = 2;

/// Archive exports that keep the store or a CPU core busy at a time.
const MAX_ARCHIVE_EXPORTS: usize = 2;

/// Such personal data exports, independent of archive exports.
const MAX_DATA_EXPORTS: usize = 2;

/// Threads needed on the blocking pool.
pub(crate) const MAX_BLOCKING_TASKS: usize =
    MAX_HASHES + MAX_ARCHIVE_EXPORTS + MAX_DATA_EXPORTS + MAX_EXPLORER_TASKS;

/// Shared state of all handlers.
#[derive(Clone, Debug)]
pub(crate) struct AppState {
    pub(crate) assets: Arc<Assets>,
    pub(crate) node: Arc<Node>,
    hash_queue: HashQueue,
    archive_exports: DownloadPlaces,
    data_exports: DownloadPlaces,
    /// Lists of users: several queries for each user.
    user_lists: DownloadPlaces,
}

/// Peer address of the TCP connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerAddress(pub(crate) IpAddr);

/// Builds the router.
pub(crate) fn router(assets: Assets, node: Arc<Node>) -> Router {
    let app = AppState::new(assets, node);
    let api = Router::new()
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::state))
        .route("/api/games/{id}/pgn", get(games::pgn))
        .route("/api/live", get(archive::live_games))
        .route("/api/archive", get(archive::list).post(archive::keep))
        .route("/api/archive/pgn", get(archive::export_pgn))
        .route("/api/me", get(me::me))
        .route("/api/me/games", get(me::current_games))
        .route("/api/me/export", get(data_export::export_personal_data))
        .route("/api/account", post(account::create).delete(account::delete))
        .route("/api/explorer", get(explorer::position))
        .route("/api/account/explorer", get(explorer::setting).post(explorer::change_setting))
        .route("/api/account/password", post(password::change))
        .route("/api/session", post(account::log_in).delete(account::log_out))
        .route("/api/sessions", get(account::sessions).delete(account::end_other_sessions))
        .route("/api/sessions/{id}", delete(account::end_session))
        .route("/api/tokens", get(api_tokens::list).post(api_tokens::create))
        .route("/api/tokens/{id}", delete(api_tokens::revoke))
        .route("/api/players/{name}", get(profile::profile))
        .route("/api/players/{name}/ratings", get(profile::ratings))
        .merge(oauth::routes())
        .layer(from_fn_with_state(app.clone(), extract::authenticate));
    Router::new()
        .merge(api)
        .merge(lichess::routes(&app))
        .method_not_allowed_fallback(error::method_not_allowed)
        .layer(from_fn(lichess::preflight))
        .route("/socket", get(upgrade::open_socket))
        .route("/healthz", get(status::health))
        // The routes above read the store and are rate limited; those below are served from memory.
        .layer(from_fn_with_state(app.clone(), extract::rate_limit))
        .route("/metrics", get(status::metrics))
        .fallback(serve_file)
        .layer(from_fn(request_timeout))
        .layer(from_fn_with_state(app.clone(), host::check_host))
        .layer(map_response(add_security_headers))
        .with_state(app)
}

/// Answers 408 if a request takes too long, and 500 if its handler panics.
async fn request_timeout(request: Request, next: Next) -> Response<Body> {
    let form = ErrorForm::of(request.method(), request.uri(), request.headers());
    match timeout(REQUEST_TIMEOUT, catch_panic(next.run(request))).await {
        Ok(Ok(response)) => response,
        Ok(Err(panic)) => {
            tracing::error!(%panic, "request panicked");
            let failed = StatusCode::INTERNAL_SERVER_ERROR;
            form.json_error(failed, "Internal server error").unwrap_or_else(|| failed.into_response())
        }
        Err(_) => timed_out(form),
    }
}

impl AppState {
    fn new(assets: Assets, node: Arc<Node>) -> AppState {
        AppState {
            assets: Arc::new(assets),
            node,
            hash_queue: HashQueue::new(MAX_HASHES),
            archive_exports: DownloadPlaces::new(MAX_ARCHIVE_EXPORTS),
            data_exports: DownloadPlaces::new(MAX_DATA_EXPORTS),
            user_lists: DownloadPlaces::default(),
        }
    }

    /// The client's address, taken from the proxy's header if the proxy is trusted.
    fn client_address(&self, peer: PeerAddress, headers: &HeaderMap) -> IpAddr {
        match self.node.config.proxy {
            Proxy::None => peer.0,
            Proxy::Trusted => forwarded_for(headers).unwrap_or(peer.0),
        }
    }
}

/// The last entry of the last `X-Forwarded-For` header, which the proxy itself has added. Earlier entries may
/// be forged.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use tower_service::Service;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn late_and_failed_requests_are_answered_in_the_form_of_the_client() {
        let check = async |path: &str, status: u16, body: &str| {
            let pending = get(std::future::pending::<()>);
            let failing = post(async || -> () { panic!("test") });
            let routes = Router::new().route("/{*path}", pending.merge(failing));
            let mut routes = routes.layer(from_fn(request_timeout));
            let method = if status == 500 { "POST" } else { "GET" };
            let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
            let response = routes.call(request).await.unwrap();
            assert_eq!(response.status(), status, "{path}");
            assert_eq!(to_bytes(response.into_body(), 999).await.unwrap(), body, "{path}");
        };
        check("/api/users/status", 408, r#"{"error":"The request took too long"}"#).await;
        check("/api/users", 500, r#"{"error":"Internal server error"}"#).await;
        check("/api/me", 408, r#"{"error":"The request took too long"}"#).await;
        check("/api/me", 500, r#"{"error":"Internal server error"}"#).await;
        check("/computer", 408, "").await;
        check("/computer", 500, "").await;
    }

    #[test]
    fn only_the_last_forwarded_entry_is_trusted() {
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
        check(&["10.0.0.1", "not an address"], None);
    }
}
