//! Requests of an HTTP/2 connection that are answered at the same time.
//!
//! A connection may have hundreds of streams, one for each game of a bot. Live streams have places of their own
//! ([`LiveStreams`](crate::limits::LiveStreams)). Everything else takes a slot, from its header to the end of its response, so that
//! the number of streams says nothing about the memory of a connection: a few requests are answered, others wait, and
//! what comes beyond is refused.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::Response;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Requests that are answered at the same time; a page loads about a dozen files.
const MAX_SERVED: usize = 32;

/// Requests that are answered or wait: a move in each of a hundred games.
const MAX_PRESENT: usize = 128;

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
    /// Keeps the slot until the whole response was written or dropped.
    pub(super) fn hold(self, response: Response<Body>) -> Response<Body> {
        response.map(|body| Body::new(HoldingBody { body, _slot: self }))
    }
}

/// A body that has a slot.
struct HoldingBody {
    body: Body,
    _slot: RequestSlot,
}

impl HttpBody for HoldingBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Duration, timeout};

    use super::*;

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
