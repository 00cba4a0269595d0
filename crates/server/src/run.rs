//! Connections: accepted, limited, and brought to an end.

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
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tower_service::Service;

use crate::assets::Assets;
use crate::bus::Bus;
use crate::config::{Config, Proxy};
use crate::connection_limit::{ConnectionLimiter, ConnectionPermit};
use crate::http::{PeerAddress, router};
use crate::node::{Node, shutdown_started};
use crate::store::{Store, StoreError};
use crate::time::ServerClock;
use crate::write_timeout::WriteTimeout;

/// So many connections without a socket at a time; the next one waits until one ends.
const MAX_CONNECTIONS: usize = 1024;

/// So many of them from one address, unless a proxy brings them all; the next one is closed.
const MAX_PER_NETWORK: usize = 128;

/// A request has to have arrived after this time, counted from the connection or the answer before.
const HEADER_TIMEOUT: Duration = Duration::from_secs(20);

/// Whoever reads nothing of an answer for this time is let go.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// How large a request may be, and how many headers it may have.
const MAX_REQUEST_BYTES: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;

/// How long answers on their way may take once it is time to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// How long to wait when the system has no connection to give, for want of memory or file numbers.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// What a server needs besides a listener.
pub struct Services {
    /// The page for browsers.
    pub assets: Assets,
    /// What lasts.
    pub store: Arc<dyn Store>,
    /// Who hears of what.
    pub bus: Arc<dyn Bus>,
    /// What the host decides.
    pub config: Config,
}

/// Serves whoever connects until `shutdown` comes; then no connection is accepted any more, clients are told to come back
/// later, what is being written is finished, and it returns.
///
/// # Errors
/// If the store cannot be read at the start.
pub async fn run(
    listener: TcpListener,
    site: Services,
    shutdown: impl Future<Output = ()>,
) -> Result<(), StoreError> {
    let node = Node::start(site.store, site.bus, site.config, ServerClock::start()).await?;
    let app = router(site.assets, Arc::clone(&node));
    tracing::info!(outages = node.outages.len(), "the server is open");
    let all = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let places = ConnectionLimiter::new(match node.config.proxy {
        Proxy::None => MAX_PER_NETWORK,
        Proxy::Trusted => MAX_CONNECTIONS,
    });
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let (stream, peer, place) = tokio::select! {
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => continue,
            accepted = accept(&listener, &all, &places) => accepted,
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .max_buf_size(MAX_REQUEST_BYTES)
            .max_headers(MAX_HEADERS)
            .serve_connection(
                TokioIo::new(WriteTimeout::new(stream, WRITE_TIMEOUT)),
                service(app.clone(), PeerAddress(peer.ip())),
            )
            .with_upgrades();
        let mut closing = node.shutdown.subscribe();
        connections.spawn(async move {
            let mut connection = pin!(connection);
            // A browser that went away, or did not speak HTTP, has been answered as far as it can be.
            tokio::select! {
                _ = connection.as_mut() => {}
                () = shutdown_started(&mut closing) => {
                    connection.as_mut().graceful_shutdown();
                    connection.await.ok();
                }
            }
            drop(place);
        });
    }
    drop(listener);
    tracing::info!("the server closes");
    // What is not finished then is cut off when the set of connections goes. Sockets have left it long ago; they say goodbye
    // by themselves, and are waited for as well.
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

/// The routes for one connection, which know where it comes from.
fn service(
    app: Router,
    peer: PeerAddress,
) -> impl HttpService<Incoming, ResBody = Body, Error = Infallible, Future: Send> {
    service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        app.clone().call(request)
    })
}

/// The next connection, once there is a place for it.
async fn accept(
    listener: &TcpListener,
    all: &Arc<Semaphore>,
    places: &ConnectionLimiter,
) -> (TcpStream, SocketAddr, (OwnedSemaphorePermit, ConnectionPermit)) {
    loop {
        let Ok(turn) = Arc::clone(all).acquire_owned().await else {
            // Only a closed semaphore refuses, and nobody closes this one.
            match std::future::pending::<Infallible>().await {}
        };
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Small answers leave at once; if the system will not do it they leave a little later.
                stream.set_nodelay(true).ok();
                if let Some(place) = places.try_acquire(peer.ip()) {
                    return (stream, peer, (turn, place));
                }
            }
            Err(error) if is_connection_error(&error) => {}
            Err(_) => sleep(RETRY_DELAY).await,
        }
    }
}

/// Whether an error concerns only the connection that was to be accepted.
fn is_connection_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

impl fmt::Debug for Services {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").field("config", &self.config).finish_non_exhaustive()
    }
}
