//! What can be asked over HTTP: the page, the programs' interface, the socket, the server's health.

mod account;
mod archive;
mod exchange;
mod games;
mod me;
mod origin;
mod person;
mod players;
mod status;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderMap, Response, StatusCode};
use axum::middleware::{Next, from_fn, map_response};
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};
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

/// What every handler may need.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) page: Arc<Page>,
    pub(crate) node: Arc<Node>,
    hashing: Arc<Semaphore>,
}

/// From where a connection comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// All routes.
pub(crate) fn router(page: Page, node: Arc<Node>) -> Router {
    let app = App { page: Arc::new(page), node, hashing: Arc::new(Semaphore::new(HASHING)) };
    Router::new()
        .route("/socket", get(exchange::socket))
        .route("/healthz", get(status::health))
        .route("/metrics", get(status::metrics))
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::look))
        .route("/api/games/{id}/pgn", get(games::pgn))
        .route("/api/live", get(archive::live))
        .route("/api/archive", get(archive::list))
        .route("/api/archive/pgn", get(archive::export))
        .route("/api/me", get(me::me))
        .route("/api/me/games", get(me::current))
        .route("/api/me/export", get(me::export))
        .route("/api/account", post(account::create).delete(account::remove))
        .route("/api/session", post(account::log_in).delete(account::log_out))
        .route("/api/sessions", get(account::sessions).delete(account::end_others))
        .route("/api/sessions/{id}", delete(account::end))
        .route("/api/players/{name}", get(players::profile))
        .route("/api/players/{name}/ratings", get(players::ratings))
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
        let told = || headers.get("x-forwarded-for")?.to_str().ok()?.rsplit(',').next()?.trim().parse().ok();
        match self.node.config.proxy {
            Proxy::None => peer.0,
            Proxy::Trusted => told().unwrap_or(peer.0),
        }
    }
}
