//! Requests of an HTTP/2 connection that are answered at the same time.
//!
//! A connection may have hundreds of streams, one for each game of a bot. Live streams have places of their own
//! ([`LiveStreams`](crate::limits::LiveStreams)). Everything else takes a slot, from its header until the last frame of its response
//! has room at the client: a few requests are answered, others wait, and what comes beyond is refused. So a client that does
//! not read keeps a few whole responses in memory, and of all others one frame each.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use axum::http::Response;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Requests that are answered at the same time; a page loads about a dozen files.
const MAX_SERVED: usize = 32;

/// Requests that are answered or wait: a move in each of a hundred games.
const MAX_PRESENT: usize = 128;

/// Maximum size of a frame. The connection takes a whole frame as soon as the client has room for one byte of it.
const MAX_FRAME: usize = 8 * 1024;

/// Slots of a connection.
#[derive(Clone, Debug)]
pub(super) struct RequestSlots {
    present: Arc<Semaphore>,
    served: Arc<Semaphore>,
}

/// RAII slot of a request; released on drop.
#[derive(Debug)]
pub(super) struct RequestSlot {
    _present: OwnedSemaphorePermit,
    _served: OwnedSemaphorePermit,
}

impl RequestSlots {
    pub(super) fn new() -> RequestSlots {
        let slots = |count| Arc::new(Semaphore::new(count));
        RequestSlots { present: slots(MAX_PRESENT), served: slots(MAX_SERVED) }
    }

    /// Waits for a slot; `None` if too many requests wait already.
    pub(super) async fn take(&self) -> Option<RequestSlot> {
        let present = Arc::clone(&self.present).try_acquire_owned().ok()?;
        let served = Arc::clone(&self.served).acquire_owned().await.ok()?;
        Some(RequestSlot { _present: present, _served: served })
    }
}

impl RequestSlot {
    /// Keeps the slot until the last frame of the response was taken, or the response was dropped.
    pub(super) fn hold(self, response: Response<Body>) -> Response<Body> {
        response.map(|body| Body::new(HoldingBody { body, rest: Bytes::new(), _slot: self }))
    }
}

/// A body that has a slot, in frames of limited size.
struct HoldingBody {
    body: Body,
    /// Rest of the latest part of the body.
    rest: Bytes,
    _slot: RequestSlot,
}

impl HttpBody for HoldingBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context))
                .map(|frame| frame.map(Frame::into_data))
            {
                Some(Ok(Ok(data))) => self.rest = data,
                Some(Ok(Err(trailers))) => return Poll::Ready(Some(Ok(trailers))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        let size = self.rest.len().min(MAX_FRAME);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(size)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, mut hint) = (self.rest.len() as u64, self.body.size_hint());
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(hint.lower() + rest);
        hint
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::time::{Duration, timeout};

    use super::*;

    #[tokio::test]
    async fn a_response_keeps_its_slot_until_its_last_frame() {
        let slots = RequestSlots::new();
        let text = "0123456789".repeat(2_000);
        let mut body = slots.take().await.unwrap().hold(Response::new(Body::from(text.clone()))).into_body();
        let mut read = Vec::new();
        while !body.is_end_stream() {
            assert_eq!(slots.served.available_permits(), MAX_SERVED - 1);
            assert_eq!(body.size_hint().exact(), Some((text.len() - read.len()) as u64));
            let frame = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await.unwrap().unwrap();
            let data = frame.into_data().unwrap();
            assert!(data.len() <= MAX_FRAME);
            read.extend_from_slice(&data);
        }
        assert_eq!(read, text.as_bytes());
        drop(body);
        assert_eq!(slots.served.available_permits(), MAX_SERVED);
    }

    #[tokio::test]
    async fn a_few_requests_are_answered_others_wait_and_the_rest_is_refused() {
        let slots = RequestSlots::new();
        let mut served = Vec::new();
        for _ in 0..MAX_SERVED {
            let response = Response::new(Body::from("a"));
            served.push(slots.take().await.unwrap().hold(response));
        }
        let waiting: Vec<_> = (MAX_SERVED..MAX_PRESENT)
            .map(|_| {
                let slots = slots.clone();
                tokio::spawn(async move { slots.take().await.is_some() })
            })
            .collect();
        while slots.present.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(slots.take().await.is_none(), "all wait");
        assert!(waiting.iter().all(|waiting| !waiting.is_finished()));
        // The end of one response is enough, since each of those that wait ends at once.
        drop(served.pop());
        for waiting in waiting {
            assert!(timeout(Duration::from_secs(9), waiting).await.unwrap().unwrap());
        }
        drop(served);
        assert_eq!(
            (slots.present.available_permits(), slots.served.available_permits()),
            (MAX_PRESENT, MAX_SERVED)
        );
    }
}
