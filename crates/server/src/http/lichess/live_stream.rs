//! Responses that stay open: lines of JSON, and blank lines while there is nothing to say.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::Response;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use futures_core::Stream;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

use crate::http::LiveStream;
use crate::limits::StreamPermit;
use crate::node::{Node, shutdown_started};
use crate::panics::catch_panic;

/// Interval of blank lines. Clients give up after 7 to 15 seconds of silence.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// Lines that wait for the connection. A client that reads nothing is dropped when the next one has waited too long.
const CAPACITY: usize = 16;

/// Writes the lines of a stream.
#[derive(Clone, Debug)]
pub(super) struct LineWriter {
    lines: mpsc::Sender<Bytes>,
    write_timeout: Duration,
}

/// The client is gone or does not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StreamClosed;

impl LineWriter {
    /// Writes a value as a line.
    pub(super) async fn json(&self, value: &impl Serialize) -> Result<(), StreamClosed> {
        let mut line = serde_json::to_vec(value).map_err(|_| StreamClosed)?;
        line.push(b'\n');
        self.write(line.into()).await
    }

    /// Writes a blank line.
    pub(super) async fn keep_alive(&self) -> Result<(), StreamClosed> {
        self.write(Bytes::from_static(b"\n")).await
    }

    async fn write(&self, line: Bytes) -> Result<(), StreamClosed> {
        match timeout(self.write_timeout, self.lines.send(line)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(StreamClosed),
        }
    }
}

/// Creates a response that is written by a task of its own. The task ends with the client and with the server; then
/// `clean_up` runs.
pub(super) fn live_stream<W, C>(
    node: &Arc<Node>,
    permit: StreamPermit,
    write: impl FnOnce(LineWriter) -> W,
    clean_up: C,
) -> Response<Body>
where
    W: Future<Output = Result<(), StreamClosed>> + Send + 'static,
    C: Future<Output = ()> + Send + 'static,
{
    let (lines, received) = mpsc::channel(CAPACITY);
    let writer = LineWriter { lines: lines.clone(), write_timeout: node.config.limits.write_timeout };
    let writing = write(writer);
    let mut shutdown = node.shutdown.subscribe();
    tokio::spawn(async move {
        tokio::select! {
            written = catch_panic(writing) => {
                if let Err(panic) = written {
                    tracing::error!(%panic, "stream panicked");
                }
            }
            () = lines.closed() => {}
            () = shutdown_started(&mut shutdown) => {}
        }
        drop((lines, permit));
        clean_up.await;
    });
    let mut response = Response::new(Body::from_stream(LineStream(received)));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.extensions_mut().insert(LiveStream);
    response
}

/// Ticks for blank lines; the first is due at once.
pub(super) fn keep_alive_ticks() -> Interval {
    let mut ticks = interval(KEEP_ALIVE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

/// Lines for axum.
struct LineStream(mpsc::Receiver<Bytes>);

impl Stream for LineStream {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|line| line.map(Ok))
    }
}
