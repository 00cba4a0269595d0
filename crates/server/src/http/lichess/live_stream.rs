//! Responses that stay open: lines of JSON, and blank lines while there is nothing to say.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Response, StatusCode};
use futures_core::Stream;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior, interval, sleep, timeout};

use super::auth::TokenCaller;
use super::error::LichessError;
use crate::bus::{BusError, Subscription, Topic};
use crate::games::ApiEvent;
use crate::http::response::stream_response;
use crate::http::{AppState, LiveStream};
use crate::limits::StreamPermit;
use crate::node::{Node, shutdown_started};
use crate::panics::catch_panic;

/// Content type of lines of JSON.
pub(super) const NDJSON: &str = "application/x-ndjson";

/// Interval of blank lines. Clients give up after 7 to 15 seconds of silence.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// Pause before the store is asked again.
const STORE_RETRY: Duration = Duration::from_secs(1);

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
    /// Creates a writer. It gives up when a line has waited too long for a place in the channel.
    pub(super) fn new(lines: mpsc::Sender<Bytes>, write_timeout: Duration) -> LineWriter {
        LineWriter { lines, write_timeout }
    }

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

/// Place of a stream that is being opened.
#[derive(Debug)]
pub(super) struct StreamPlace {
    permit: StreamPermit,
    token: Option<TokenWatch>,
}

/// Waits for the end of a token.
#[derive(Debug)]
struct TokenWatch {
    app: AppState,
    caller: TokenCaller,
    events: Subscription,
}

impl AppState {
    /// Takes a place for a stream of the owner of a token. The stream ends with the token.
    ///
    /// # Errors
    ///
    /// Returns 429 if there is no place, and 401 if the token has just ended.
    pub(super) async fn open_stream(&self, caller: &TokenCaller) -> Result<StreamPlace, LichessError> {
        let node = &self.node;
        let permit = node.live_streams.open_for_player(caller.player(), caller.address);
        let permit = permit.ok_or_else(LichessError::too_many)?;
        let events = subscribe(node, Topic::Api(caller.player())).await?;
        // Checked after the subscription began, so that no end is missed in between.
        self.check_token(caller).await?;
        let token = TokenWatch { app: self.clone(), caller: caller.clone(), events };
        Ok(StreamPlace { permit, token: Some(token) })
    }

    /// Takes a place for a stream that needs no token. With one it ends with the token.
    ///
    /// # Errors
    ///
    /// As [`open_stream`](AppState::open_stream).
    pub(super) async fn open_public_stream(
        &self,
        caller: Option<&TokenCaller>,
        address: IpAddr,
    ) -> Result<StreamPlace, LichessError> {
        match caller {
            Some(caller) => self.open_stream(caller).await,
            None => {
                let permit = self.node.live_streams.open_for_network(address);
                Ok(StreamPlace { permit: permit.ok_or_else(LichessError::too_many)?, token: None })
            }
        }
    }
}

impl StreamPlace {
    /// Resolves when the stream has to end: it gives way to another one, or its token has ended.
    async fn ended(&mut self) {
        let StreamPlace { permit, token } = self;
        tokio::select! {
            () = permit.evicted() => {}
            () = token_ended(token.as_mut()) => {}
        }
    }
}

/// Resolves when the token has ended.
async fn token_ended(watch: Option<&mut TokenWatch>) {
    let Some(watch) = watch else { return std::future::pending().await };
    while let Some(event) = watch.events.next().await {
        let has_ended = match event {
            Ok(bytes) => ApiEvent::decode(&bytes).ends(watch.caller.token_id()),
            // The message that says so may have been lost.
            Err(_) => watch.has_ended().await,
        };
        if has_ended {
            return;
        }
    }
}

impl TokenWatch {
    /// Asks the store, until it answers.
    async fn has_ended(&self) -> bool {
        loop {
            match self.app.check_token(&self.caller).await {
                Ok(()) => return false,
                Err(error) if error.status() == StatusCode::UNAUTHORIZED => return true,
                Err(_) => sleep(STORE_RETRY).await,
            }
        }
    }
}

/// Creates a response that is written by a task of its own. The task ends with the client, its place, its token and the server; what
/// it owns, such as a [`CleanUp`](super::clean_up::CleanUp), is dropped then.
pub(super) fn live_stream<W>(
    node: &Arc<Node>,
    mut place: StreamPlace,
    write: impl FnOnce(LineWriter) -> W,
) -> Response<Body>
where
    W: Future<Output = Result<(), StreamClosed>> + Send + 'static,
{
    let (lines, received) = mpsc::channel(CAPACITY);
    let writer = LineWriter::new(lines.clone(), node.config.limits.write_timeout);
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
            () = place.ended() => {}
            () = shutdown_started(&mut shutdown) => {}
        }
        drop((lines, place));
    });
    let mut response = stream_response(Body::from_stream(LineStream(received)), NDJSON);
    response.extensions_mut().insert(LiveStream);
    response
}

/// Subscribes to a topic.
pub(super) async fn subscribe(node: &Node, topic: Topic) -> Result<Subscription, LichessError> {
    node.bus.subscribe(topic).await.map_err(|error: BusError| {
        tracing::error!(%error, "subscription failed");
        protocol::ActionError::Storage.into()
    })
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
