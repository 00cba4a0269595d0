//! Accept loop: accepts, limits, serves and shuts down connections.

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{HttpService, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tower_service::Service;

use super::connection_table::{ConnectionPermit, ConnectionTable};
use super::write_timeout::WriteTimeout;
use crate::assets::Assets;
use crate::bus::Bus;
use crate::config::{Config, Proxy};
use crate::http::{PeerAddress, read_body, router};
use crate::node::ServerClock;
use crate::node::{Node, shutdown_started};
use crate::store::{Store, StoreError};
use crate::sync::lock;

/// Concurrent HTTP connections per network, WebSockets not counted. Not applied behind a trusted proxy.
const MAX_PER_NETWORK: usize = 128;

/// Time for a request header to arrive, from the connection or the previous response.
const HEADER_TIMEOUT: Duration = Duration::from_secs(20);

/// Time without write progress after which a connection is closed.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// Limits of a request head.
const MAX_REQUEST_BYTES: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;

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

/// Serves until `shutdown` resolves; then stops accepting, tells clients to reconnect later, finishes pending
/// writes and returns.
///
/// # Errors
///
/// Returns an error if the store cannot be read at startup.
pub async fn run(
    listener: TcpListener,
    services: Services,
    shutdown: impl Future<Output = ()>,
) -> Result<(), StoreError> {
    let node = Node::start(services.store, services.bus, services.config, ServerClock::start()).await?;
    let app = router(services.assets, Arc::clone(&node));
    tracing::info!(outages = lock(&node.outages).len(), "listening");
    let capacity = node.config.limits.http_connections;
    let per_network = match node.config.proxy {
        Proxy::None => MAX_PER_NETWORK,
        Proxy::Trusted => capacity,
    };
    let table = ConnectionTable::new(capacity, per_network);
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let (stream, peer, permit) = tokio::select! {
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => continue,
            accepted = accept(&listener, &table) => accepted,
        };
        let permit = Arc::new(permit);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .max_buf_size(MAX_REQUEST_BYTES)
            .max_headers(MAX_HEADERS)
            .serve_connection(
                TokioIo::new(WriteTimeout::new(stream, WRITE_TIMEOUT)),
                service(app.clone(), PeerAddress(peer.ip()), Arc::clone(&permit)),
            )
            .with_upgrades();
        let mut shutdown = node.shutdown.subscribe();
        connections.spawn(async move {
            let mut connection = pin!(connection);
            // Errors of a connection concern only that connection.
            tokio::select! {
                _ = connection.as_mut() => {}
                () = permit.evicted() => {}
                () = shutdown_started(&mut shutdown) => {
                    connection.as_mut().graceful_shutdown();
                    connection.await.ok();
                }
            }
        });
    }
    drop(listener);
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

/// The router for one connection, with the peer address as an extension. A request reaches the router when it
/// is complete.
fn service(
    app: Router,
    peer: PeerAddress,
    permit: Arc<ConnectionPermit>,
) -> impl HttpService<Incoming, ResBody = Body, Error = Infallible, Future: Send> {
    service_fn(move |request: Request<Incoming>| {
        let (mut app, permit) = (app.clone(), Arc::clone(&permit));
        async move {
            let mut request = match read_body(request).await {
                Ok(request) => request,
                Err(response) => return Ok(response),
            };
            let _serving = permit.serving();
            request.extensions_mut().insert(peer);
            app.call(request).await
        }
    })
}

/// Waits for a place in the table and accepts the next connection.
async fn accept(
    listener: &TcpListener,
    table: &ConnectionTable,
) -> (TcpStream, SocketAddr, ConnectionPermit) {
    loop {
        table.room().await;
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Small responses should leave immediately; without `TCP_NODELAY` they are only slower.
                stream.set_nodelay(true).ok();
                if let Some(permit) = table.admit(peer.ip()) {
                    return (stream, peer, permit);
                }
            }
            Err(error) if is_connection_error(&error) => {}
            Err(_) => {
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
        f.debug_struct("Site").field("config", &self.config).finish_non_exhaustive()
    }
}
