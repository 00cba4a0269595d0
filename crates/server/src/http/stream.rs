//! Answers that are written piece by piece, however long they become: few at a time, and not for those who do not read.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use futures_core::Stream;
use protocol::http::ApiErrorReason;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Duration, timeout};

use crate::store::StoreError;

/// A reader who takes longer for a piece is let go.
const CHUNK_TIMEOUT: Duration = Duration::from_secs(30);

/// So long an answer may take altogether: whoever reads a piece now and then must not keep a place for hours.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(600);

/// Writes an answer.
#[derive(Debug)]
pub(super) struct BodyWriter(mpsc::Sender<Chunk>);

type Chunk = Result<Bytes, io::Error>;

/// The answer is not read any more, or cannot be written: there is no more to do.
#[derive(Debug)]
pub(super) struct Aborted;

/// A place among those for whom something is written.
///
/// # Errors
/// If all are taken.
pub(super) fn acquire_permit(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, ApiErrorReason> {
    Arc::clone(places).try_acquire_owned().map_err(|_| ApiErrorReason::TooOften)
}

/// An answer that is written beside, by one who has a place until then.
pub(super) fn streamed_body<F>(turn: OwnedSemaphorePermit, write: impl FnOnce(BodyWriter) -> F) -> Body
where
    F: Future<Output = Result<(), Aborted>> + Send + 'static,
{
    Body::from_stream(chunk_stream(turn, write))
}

fn chunk_stream<F>(turn: OwnedSemaphorePermit, write: impl FnOnce(BodyWriter) -> F) -> ChunkStream
where
    F: Future<Output = Result<(), Aborted>> + Send + 'static,
{
    let (pieces, body) = mpsc::channel(1);
    let (last, is_whole) = (pieces.clone(), Arc::new(AtomicBool::new(false)));
    let (writing, told) = (write(BodyWriter(pieces)), Arc::clone(&is_whole));
    tokio::spawn(async move {
        let written = timeout(TOTAL_TIMEOUT, writing).await;
        told.store(matches!(written, Ok(Ok(()))), Ordering::Release);
        // Only now does the answer end, and it is known how.
        drop((last, turn));
    });
    ChunkStream { chunks: body, is_complete: is_whole }
}

impl BodyWriter {
    /// Writes a piece, as soon as the one before it is read.
    pub(super) async fn write(&self, text: impl Into<Bytes>) -> Result<(), Aborted> {
        match timeout(CHUNK_TIMEOUT, self.0.send(Ok(text.into()))).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Aborted),
        }
    }

    /// What was asked of the store; if it failed, the answer is broken off, and the reader sees that it is not whole.
    pub(super) async fn ok_or_abort<T>(&self, asked: Result<T, StoreError>) -> Result<T, Aborted> {
        match asked {
            Ok(value) => Ok(value),
            Err(error) => {
                tracing::error!(%error, "an export is broken off");
                timeout(CHUNK_TIMEOUT, self.0.send(Err(io::Error::other(error)))).await.ok();
                Err(Aborted)
            }
        }
    }
}

/// The pieces of an answer as the library wants them. One that was broken off ends with an error, so that the reader sees it.
struct ChunkStream {
    chunks: mpsc::Receiver<Chunk>,
    is_complete: Arc<AtomicBool>,
}

impl Stream for ChunkStream {
    type Item = Chunk;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Chunk>> {
        match self.chunks.poll_recv(context) {
            Poll::Ready(None) if !self.is_complete.swap(true, Ordering::AcqRel) => {
                Poll::Ready(Some(Err(io::ErrorKind::UnexpectedEof.into())))
            }
            polled => polled,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    /// The pieces as they are read, and whether the end was one; the writer's place is free afterwards.
    async fn read<F>(write: impl FnOnce(BodyWriter) -> F) -> (Vec<Bytes>, bool)
    where
        F: Future<Output = Result<(), Aborted>> + Send + 'static,
    {
        let places = Arc::new(Semaphore::new(1));
        let mut pieces = chunk_stream(acquire_permit(&places).unwrap(), write);
        assert_eq!(acquire_permit(&places).map(drop), Err(ApiErrorReason::TooOften));
        let mut read = Vec::new();
        loop {
            match poll_fn(|context| Pin::new(&mut pieces).poll_next(context)).await {
                Some(Ok(piece)) => read.push(piece),
                end => {
                    assert!(acquire_permit(&places).is_ok());
                    return (read, end.is_none());
                }
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_reads_sees_whether_it_is_whole() {
        let whole =
            read(|pen: BodyWriter| async move { pen.write("a").await.and(pen.write("b").await) }).await;
        assert_eq!(whole, (vec![Bytes::from("a"), Bytes::from("b")], true));
        let broken_off = read(|pen: BodyWriter| async move { pen.write("a").await.and(Err(Aborted)) }).await;
        assert_eq!(broken_off, (vec![Bytes::from("a")], false));
        let failed = |pen: BodyWriter| async move { pen.ok_or_abort::<()>(Err(StoreError::Stopped)).await };
        assert_eq!(read(failed).await, (vec![], false));
        let without_end = |pen: BodyWriter| async move {
            std::future::pending::<()>().await;
            pen.write("late").await
        };
        assert_eq!(read(without_end).await, (vec![], false));
    }
}
