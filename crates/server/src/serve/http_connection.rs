//! One HTTP connection, version 1.1 or 2, from its first request to its end.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CONNECTION, HOST, HeaderValue, STRICT_TRANSPORT_SECURITY};
use axum::http::{Request, Response, Version};
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::{HttpService, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};
use tower_service::Service;

use super::connection_table::ConnectionPermit;
use super::request_slots::RequestSlots;
use crate::http::{LiveStream, PeerAddress, read_body, too_many_streams};
use crate::node::shutdown_started;
use crate::socket::TcpEndpoints;

/// Time for a request header to arrive, from the connection or the previous response.
const HEADER_TIMEOUT: Duration = Duration::from_secs(20);

/// Time without a request and without written bytes after which an HTTP/2 connection is closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(20);

/// Time between two checks whether an HTTP/2 connection is idle.
const IDLE_CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Time for a closed HTTP/2 connection to finish what has begun.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// Limits of a request head.
const MAX_REQUEST_BYTES: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;

/// Concurrent streams of an HTTP/2 connection: the live streams that a player may have, and the requests that have slots.
const MAX_STREAMS: u32 = 448;

/// Buffered bytes of a response on HTTP/2 that its client has not yet made room for.
const MAX_SEND_BUFFER: usize = 64 * 1024;

/// `Strict-Transport-Security`: browsers use https for a year. They ignore it if the certificate is not trusted.
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// What a connection needs besides its stream.
pub(super) struct HttpConnection {
    pub(super) app: Router,
    pub(super) peer: PeerAddress,
    /// Ends of the TCP connection; `None` if it was lost at once.
    pub(super) endpoints: Option<TcpEndpoints>,
    pub(super) permit: Arc<ConnectionPermit>,
    pub(super) transport: Transport,
    pub(super) shutdown: watch::Receiver<bool>,
}

/// Encryption between the client and this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Transport {
    Plain,
    Tls,
}

impl HttpConnection {
    /// Serves HTTP/1.1 requests and WebSockets.
    pub(super) async fn serve_http1(mut self, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) {
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .max_buf_size(MAX_REQUEST_BYTES)
            .max_headers(MAX_HEADERS)
            .serve_connection(TokioIo::new(stream), self.service())
            .with_upgrades();
        let mut connection = pin!(connection);
        // Errors of a connection concern only that connection.
        tokio::select! {
            _ = connection.as_mut() => {}
            () = shutdown_started(&mut self.shutdown) => {
                connection.as_mut().graceful_shutdown();
                connection.await.ok();
            }
        }
    }

    /// Serves HTTP/2 requests. WebSockets are not offered: browsers then open them by HTTP/1.1.
    pub(super) async fn serve_http2(mut self, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) {
        let connection = http2::Builder::new(TokioExecutor::new())
            .timer(TokioTimer::new())
            .max_concurrent_streams(MAX_STREAMS)
            .max_header_list_size(MAX_REQUEST_BYTES as u32)
            .max_send_buf_size(MAX_SEND_BUFFER)
            .serve_connection(TokioIo::new(stream), self.service());
        let mut connection = pin!(connection);
        let permit = Arc::clone(&self.permit);
        tokio::select! {
            _ = connection.as_mut() => return,
            () = shutdown_started(&mut self.shutdown) => {}
            () = idle(&permit) => {}
        }
        connection.as_mut().graceful_shutdown();
        timeout(DRAIN_TIMEOUT, connection).await.ok();
    }

    /// The router for one connection, with the peer address as an extension. A request reaches the router when it
    /// is complete.
    fn service(
        &self,
    ) -> impl HttpService<Incoming, ResBody = Body, Error = Infallible, Future: Send + 'static> + use<> {
        let (app, peer, endpoints, transport) = (self.app.clone(), self.peer, self.endpoints, self.transport);
        let (permit, slots) = (Arc::clone(&self.permit), RequestSlots::new());
        service_fn(move |mut request: Request<Incoming>| {
            let (app, permit, slots) = (app.clone(), Arc::clone(&permit), slots.clone());
            if let Some(endpoints) = endpoints {
                request.extensions_mut().insert(endpoints);
            }
            async move {
                let mut response = match request.version() {
                    Version::HTTP_2 => respond_by_http2(request, app, peer, &permit, &slots).await?,
                    _ => respond_by_http1(request, app, peer, &permit).await?,
                };
                if transport == Transport::Tls {
                    response.headers_mut().insert(STRICT_TRANSPORT_SECURITY, HSTS);
                }
                Ok(response)
            }
        })
    }
}

async fn respond_by_http1(
    request: Request<Incoming>,
    app: Router,
    peer: PeerAddress,
    permit: &ConnectionPermit,
) -> Result<Response<Body>, Infallible> {
    let mut response = respond(request, app, peer, permit).await?;
    if is_live(&response) {
        permit.leave_table();
        // Outside the table the connection must not serve another request.
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}

async fn respond_by_http2(
    mut request: Request<Incoming>,
    app: Router,
    peer: PeerAddress,
    permit: &ConnectionPermit,
    slots: &RequestSlots,
) -> Result<Response<Body>, Infallible> {
    name_host(&mut request);
    let Some(slot) = slots.take().await else { return Ok(too_many_streams(&request).await) };
    let response = respond(request, app, peer, permit).await?;
    // The connection of a live stream may have other requests; the lines of the stream keep it from being idle.
    Ok(if is_live(&response) { response } else { slot.hold(response) })
}

fn is_live(response: &Response<Body>) -> bool {
    response.extensions().get::<LiveStream>().is_some()
}

async fn respond(
    request: Request<Incoming>,
    mut app: Router,
    peer: PeerAddress,
    permit: &ConnectionPermit,
) -> Result<Response<Body>, Infallible> {
    let mut request = match read_body(request).await {
        Ok(request) => request,
        Err(response) => return Ok(response),
    };
    let serving = permit.serving();
    request.extensions_mut().insert(peer);
    let response = app.call(request).await?;
    drop(serving);
    Ok(response)
}

/// Copies the authority of an HTTP/2 request to `Host`, where HTTP/1.1 has it.
fn name_host(request: &mut Request<Incoming>) {
    let authority = request.uri().authority().map(|authority| authority.as_str().to_owned());
    if let Some(host) = authority.and_then(|authority| HeaderValue::from_maybe_shared(authority).ok()) {
        request.headers_mut().insert(HOST, host);
    }
}

/// Resolves when a connection has neither completed a request nor taken bytes for [`IDLE_TIMEOUT`], at most
/// [`IDLE_CHECK_INTERVAL`] later.
async fn idle(permit: &ConnectionPermit) {
    let mut silent = (permit.waiting_since(), Instant::now());
    loop {
        sleep(IDLE_CHECK_INTERVAL).await;
        let waiting_since = permit.waiting_since();
        if waiting_since.is_none() || waiting_since != silent.0 {
            silent = (waiting_since, Instant::now());
        } else if silent.1.elapsed() >= IDLE_TIMEOUT {
            return;
        }
    }
}
