//! Accept loop: accepts, limits, serves and shuts down connections.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::connection_table::{ConnectionPermit, ConnectionTable};
use super::handshake::{self, Opening};
use super::http_connection::{HttpConnection, Transport};
use super::listeners::{Entrance, Listeners};
use super::write_timeout::WriteTimeout;
use crate::assets::Assets;
use crate::bus::Bus;
use crate::config::{Config, Proxy};
use crate::http::{PeerAddress, redirect_router, router};
use crate::node::{Node, ServerClock, shutdown_started};
use crate::socket::{TcpEndpoints, warn_if_hidden};
use crate::store::{Store, StoreError, retry_start};
use crate::sync::lock;
use crate::tls::{ACME_VALIDATION, HTTP2, TlsAcceptor};

/// Concurrent HTTP connections per network, WebSockets not counted. Not applied behind a trusted proxy.
const MAX_PER_NETWORK: usize = 128;

/// Time without write progress after which a connection is closed.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// Time for pending responses on shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// Delay after `accept` failed for lack of memory or file descriptors.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// Parts of a server besides its listener.
pub struct Services {
    /// Files for browsers.
    pub assets: Assets,
    /// Durable storage.
    pub store: Arc<dyn Store>,
    /// Message bus.
    pub bus: Arc<dyn Bus>,
    /// Settings.
    pub config: Config,
}

/// What all connections share.
#[derive(Clone)]
struct Site {
    app: Router,
    /// Answers plain http on a server that speaks TLS.
    redirect: Router,
    acceptor: Option<TlsAcceptor>,
    node: Arc<Node>,
    shutdown: watch::Receiver<bool>,
}

/// Serves until `shutdown` resolves; then stops accepting, tells clients to reconnect later, finishes pending
/// writes and returns.
///
/// # Errors
///
/// Returns an error if the store cannot be read at startup.
pub async fn run(
    listeners: impl Into<Listeners>,
    services: Services,
    shutdown: impl Future<Output = ()>,
) -> Result<(), StoreError> {
    let mut listeners = listeners.into();
    let tls = listeners.tls.take();
    let config = Config { terminates_tls: tls.is_some(), ..services.config };
    let Services { assets, store, bus, .. } = services;
    let start = || Node::start(Arc::clone(&store), Arc::clone(&bus), config.clone(), ServerClock::start());
    let mut shutdown = pin!(shutdown);
    let node = tokio::select! {
        () = &mut shutdown => return Ok(()),
        started = retry_start(start) => started?,
    };
    let site = Site {
        app: router(assets, Arc::clone(&node)),
        redirect: redirect_router(Arc::clone(&node), listeners.main.local_addr().ok()),
        acceptor: tls.as_ref().map(|tls| tls.acceptor()),
        node: Arc::clone(&node),
        shutdown: node.shutdown.subscribe(),
    };
    if let Some(tls) = tls {
        tokio::spawn(tls.keep_current(Arc::clone(&node)));
    }
    tracing::info!(outages = lock(&node.outages).len(), "listening");
    let capacity = node.config.limits.http_connections;
    let per_network = match node.config.proxy {
        Proxy::None => {
            tokio::spawn(warn_if_hidden());
            MAX_PER_NETWORK
        }
        Proxy::Trusted => capacity,
    };
    let table = ConnectionTable::new(capacity, per_network);
    let mut connections = JoinSet::new();
    loop {
        let (entrance, stream, peer, permit) = tokio::select! {
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => continue,
            accepted = accept(&listeners, &table) => accepted,
        };
        let permit = Arc::new(permit);
        let served = site.clone().serve(entrance, stream, PeerAddress(peer.ip()), Arc::clone(&permit));
        connections.spawn(async move {
            tokio::select! {
                () = served => {}
                () = permit.evicted() => {}
            }
        });
    }
    drop(listeners);
    tracing::info!("shutting down");
    // Connections that are not finished by then are aborted when the set is dropped. Upgraded sockets have
    // left the set; they close by themselves and are awaited as well.
    timeout(SHUTDOWN_TIMEOUT, async {
        node.shut_down().await;
        while connections.join_next().await.is_some() {}
        while node.rate_limiter.connection_count() > 0 {
            sleep(RETRY_DELAY).await;
        }
    })
    .await
    .ok();
    Ok(())
}

impl Site {
    /// Serves one connection until its end.
    async fn serve(
        mut self,
        entrance: Entrance,
        stream: TcpStream,
        peer: PeerAddress,
        permit: Arc<ConnectionPermit>,
    ) {
        let (app, shutdown, endpoints) = (self.app, self.shutdown.clone(), TcpEndpoints::of(&stream));
        let plain = |app| HttpConnection {
            app,
            peer,
            endpoints,
            permit: Arc::clone(&permit),
            transport: Transport::Plain,
            shutdown: shutdown.clone(),
        };
        let timed = |stream| WriteTimeout::new(stream, WRITE_TIMEOUT, Arc::clone(&permit));
        let acceptor = match (entrance, self.acceptor) {
            (Entrance::Main, Some(acceptor)) => acceptor,
            (Entrance::Main, None) => {
                return plain(app).serve_http1(timed(stream)).await;
            }
            (Entrance::Redirect, _) => {
                return plain(self.redirect).serve_http1(timed(stream)).await;
            }
        };
        let opening = tokio::select! {
            opening = handshake::open(stream, &acceptor, WRITE_TIMEOUT, Arc::clone(&permit), &self.node) => opening,
            () = shutdown_started(&mut self.shutdown) => None,
        };
        match opening {
            None => {}
            Some(Opening::PlainHttp(stream)) => {
                plain(self.redirect).serve_http1(timed(stream)).await;
            }
            Some(Opening::Tls(stream)) => {
                let connection = HttpConnection { transport: Transport::Tls, ..plain(app) };
                match stream.get_ref().1.alpn_protocol() {
                    Some(HTTP2) => connection.serve_http2(stream).await,
                    // The handshake was all that the authority wanted.
                    Some(ACME_VALIDATION) => {}
                    _ => connection.serve_http1(stream).await,
                }
            }
        }
    }
}

/// Waits for a place in the table and accepts the next connection.
async fn accept(
    listeners: &Listeners,
    table: &ConnectionTable,
) -> (Entrance, TcpStream, SocketAddr, ConnectionPermit) {
    loop {
        table.room().await;
        match listeners.accept().await {
            (entrance, Ok((stream, peer))) => {
                // Small responses should leave immediately; without `TCP_NODELAY` they are only slower.
                stream.set_nodelay(true).ok();
                if let Some(permit) = table.admit(peer.ip()) {
                    return (entrance, stream, peer, permit);
                }
            }
            (_, Err(error)) if is_connection_error(&error) => {}
            (_, Err(_)) => {
                table.evict_one();
                sleep(RETRY_DELAY).await;
            }
        }
    }
}

/// Returns true if an error concerns only the connection being accepted.
fn is_connection_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

impl fmt::Debug for Services {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Services").field("config", &self.config).finish_non_exhaustive()
    }
}
