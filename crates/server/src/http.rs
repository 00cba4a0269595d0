//! What can be asked over HTTP: the page, the programs' interface, the socket, the server's health.

mod account;
mod archive;
mod asker;
mod exchange;
mod export;
mod games;
mod me;
mod origin;
mod password;
mod person;
mod players;
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

use crate::answer::answer;
use crate::config::Proxy;
use crate::node::Node;
use crate::page::Page;
use crate::protection::protected;

/// The largest body that is read.
const BODY: usize = 16 * 1_024;

/// How long an answer may take, the time included in which the request arrives.
const PATIENCE: Duration = Duration::from_secs(30);

/// So many passwords are hashed at a time: each takes 19 MiB and a processor.
const HASHING: usize = 2;

/// So many archives are taken away at a time: each keeps the store and a processor busy.
const ARCHIVES: usize = 2;

/// So many people take away all that is theirs at a time, whoever reads archives meanwhile.
const EXPORTS: usize = 2;

/// So many threads all this needs.
pub(crate) const SLOW: usize = HASHING + ARCHIVES + EXPORTS;

/// What every handler may need.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) page: Arc<Page>,
    pub(crate) node: Arc<Node>,
    hashing: Arc<Semaphore>,
    archives: Arc<Semaphore>,
    exports: Arc<Semaphore>,
}

/// From where a connection comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// All routes.
pub(crate) fn router(page: Page, node: Arc<Node>) -> Router {
    let app = App {
        page: Arc::new(page),
        node,
        hashing: Arc::new(Semaphore::new(HASHING)),
        archives: Arc::new(Semaphore::new(ARCHIVES)),
        exports: Arc::new(Semaphore::new(EXPORTS)),
    };
    let api = Router::new()
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::look))
        .route("/api/games/{id}/pgn", get(games::pgn))
        .route("/api/live", get(archive::live))
        .route("/api/archive", get(archive::list))
        .route("/api/archive/pgn", get(archive::export))
        .route("/api/me", get(me::me))
        .route("/api/me/games", get(me::current))
        .route("/api/me/export", get(export::export))
        .route("/api/account", post(account::create).delete(account::remove))
        .route("/api/account/password", post(password::change))
        .route("/api/session", post(account::log_in).delete(account::log_out))
        .route("/api/sessions", get(account::sessions).delete(account::end_others))
        .route("/api/sessions/{id}", delete(account::end))
        .route("/api/players/{name}", get(players::profile))
        .route("/api/players/{name}/ratings", get(players::ratings))
        .route("/api/{*path}", any(exchange::nothing))
        .method_not_allowed_fallback(exchange::wrong_method)
        .layer(from_fn_with_state(app.clone(), asker::known));
    Router::new()
        .merge(api)
        .route("/socket", get(exchange::socket))
        .route("/healthz", get(status::health))
        // All of these ask the store; what follows is in memory.
        .layer(from_fn_with_state(app.clone(), exchange::at_a_pace))
        .route("/metrics", get(status::metrics))
        .fallback(answer)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn(in_time))
        .layer(map_response(protected))
        .with_state(app)
}

/// A request whose body does not come is let go.
async fn in_time(request: Request, next: Next) -> Response<Body> {
    match timeout(PATIENCE, next.run(request)).await {
        Ok(response) => response,
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}

impl App {
    /// From where a request really comes.
    fn address(&self, peer: Peer, headers: &HeaderMap) -> IpAddr {
        match self.node.config.proxy {
            Proxy::None => peer.0,
            Proxy::Trusted => forwarded(headers).unwrap_or(peer.0),
        }
    }
}

/// What the proxy itself says: the last entry of the last line. All before it may be what the client made up.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
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
            assert_eq!(forwarded(&headers), expected, "{lines:?}");
        };
        check(&[], None);
        check(&["10.0.0.1"], Some("10.0.0.1"));
        check(&["1.2.3.4, 10.0.0.1"], Some("10.0.0.1"));
        check(&["1.2.3.4", "10.0.0.1"], Some("10.0.0.1"));
        check(&["1.2.3.4", "5.6.7.8, 2001:db8::1"], Some("2001:db8::1"));
        check(&["10.0.0.1", "nobody"], None);
    }
}
