//! Connections: accepted, limited, and brought to an end.

use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::answer::answer;
use crate::page::Page;

/// So many connections at a time; the next one waits until one ends.
const CONNECTIONS: usize = 1024;

/// A request has to have arrived after this time, counted from the connection or the answer before.
const PATIENCE: Duration = Duration::from_secs(20);

/// How large a request may be, and how many headers it may have.
const REQUEST_BYTES: usize = 16 * 1024;
const REQUEST_HEADERS: usize = 64;

/// How long answers on their way may take once it is time to stop.
const GRACE: Duration = Duration::from_secs(3);

/// How long to wait when the system has no connection to give, for want of memory or file numbers.
const BREATH: Duration = Duration::from_millis(100);

/// Serves the page to whoever connects until `shutdown` comes; then no connection is accepted any more, answers on
/// their way are finished, and it returns.
pub async fn run(listener: TcpListener, page: Page, shutdown: impl Future<Output = ()>) {
    let app = Router::new().fallback(answer).with_state(Arc::new(page));
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let ending = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let (stream, place) = tokio::select! {
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => continue,
            accepted = accept(&listener, &places) => accepted,
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .max_buf_size(REQUEST_BYTES)
            .max_headers(REQUEST_HEADERS)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app.clone()));
        let connection = ending.watch(connection);
        connections.spawn(async move {
            // A browser that went away, or did not speak HTTP, has been answered as far as it can be.
            connection.await.ok();
            drop(place);
        });
    }
    drop(listener);
    // What is not finished then is cut off when the set of connections goes.
    timeout(GRACE, ending.shutdown()).await.ok();
}

/// The next connection, once there is a place for it.
async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> (TcpStream, OwnedSemaphorePermit) {
    loop {
        let Ok(place) = Arc::clone(places).acquire_owned().await else {
            // Only a closed semaphore refuses, and nobody closes this one.
            match std::future::pending::<Infallible>().await {}
        };
        match listener.accept().await {
            Ok((stream, _)) => {
                // Small answers leave at once; if the system will not do it they leave a little later.
                stream.set_nodelay(true).ok();
                return (stream, place);
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
