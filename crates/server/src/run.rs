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

use crate::bus::Bus;
use crate::config::{Config, Proxy};
use crate::http::{Peer, router};
use crate::node::{Node, closed};
use crate::page::Page;
use crate::patient::Patient;
use crate::places::{Place, Places};
use crate::store::{Store, StoreError};
use crate::time::Time;

/// So many connections without a socket at a time; the next one waits until one ends.
const CONNECTIONS: usize = 1024;

/// So many of them from one address, unless a proxy brings them all; the next one is closed.
const FROM_ONE: usize = 128;

/// A request has to have arrived after this time, counted from the connection or the answer before.
const PATIENCE: Duration = Duration::from_secs(20);

/// Whoever reads nothing of an answer for this time is let go.
const READ_PATIENCE: Duration = Duration::from_secs(20);

/// How large a request may be, and how many headers it may have.
const REQUEST_BYTES: usize = 16 * 1024;
const REQUEST_HEADERS: usize = 64;

/// How long answers on their way may take once it is time to stop.
const GRACE: Duration = Duration::from_secs(3);

/// How long to wait when the system has no connection to give, for want of memory or file numbers.
const BREATH: Duration = Duration::from_millis(100);

/// What a server needs besides a listener.
pub struct Site {
    /// The page for browsers.
    pub page: Page,
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
    site: Site,
    shutdown: impl Future<Output = ()>,
) -> Result<(), StoreError> {
    let node = Node::start(site.store, site.bus, site.config, Time::start()).await?;
    let app = router(site.page, Arc::clone(&node));
    tracing::info!(outages = node.outages.len(), "the server is open");
    let all = Arc::new(Semaphore::new(CONNECTIONS));
    let places = Places::new(match node.config.proxy {
        Proxy::None => FROM_ONE,
        Proxy::Trusted => CONNECTIONS,
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
            .header_read_timeout(PATIENCE)
            .max_buf_size(REQUEST_BYTES)
            .max_headers(REQUEST_HEADERS)
            .serve_connection(
                TokioIo::new(Patient::new(stream, READ_PATIENCE)),
                service(app.clone(), Peer(peer.ip())),
            )
            .with_upgrades();
        let mut closing = node.closing.subscribe();
        connections.spawn(async move {
            let mut connection = pin!(connection);
            // A browser that went away, or did not speak HTTP, has been answered as far as it can be.
            tokio::select! {
                _ = connection.as_mut() => {}
                () = closed(&mut closing) => {
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
    timeout(GRACE, async {
        node.close().await;
        while connections.join_next().await.is_some() {}
        while node.gate.connections() > 0 {
            sleep(BREATH).await;
        }
    })
    .await
    .ok();
    Ok(())
}

/// The routes for one connection, which know where it comes from.
fn service(
    app: Router,
    peer: Peer,
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
    places: &Places,
) -> (TcpStream, SocketAddr, (OwnedSemaphorePermit, Place)) {
    loop {
        let Ok(turn) = Arc::clone(all).acquire_owned().await else {
            // Only a closed semaphore refuses, and nobody closes this one.
            match std::future::pending::<Infallible>().await {}
        };
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Small answers leave at once; if the system will not do it they leave a little later.
                stream.set_nodelay(true).ok();
                if let Some(place) = places.take(peer.ip()) {
                    return (stream, peer, (turn, place));
                }
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(_) => sleep(BREATH).await,
        }
    }
}

/// Whether an error concerns only the connection that was to be accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").field("config", &self.config).finish_non_exhaustive()
    }
}
