//! Answers that are written piece by piece, however long they become: few at a time, and not for those who do not read.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use futures_core::Stream;
use protocol::http::FailureReason;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Duration, timeout};

use crate::store::StoreError;

/// A reader who takes longer for a piece is let go.
const READ_PATIENCE: Duration = Duration::from_secs(30);

/// So long an answer may take altogether: whoever reads a piece now and then must not keep a place for hours.
const WHOLE_PATIENCE: Duration = Duration::from_secs(600);

/// Writes an answer.
#[derive(Debug)]
pub(super) struct Pen(mpsc::Sender<Piece>);

type Piece = Result<Bytes, io::Error>;

/// The answer is not read any more, or cannot be written: there is no more to do.
#[derive(Debug)]
pub(super) struct Over;

/// A place among those for whom something is written.
///
/// # Errors
/// If all are taken.
pub(super) fn turn(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, FailureReason> {
    Arc::clone(places).try_acquire_owned().map_err(|_| FailureReason::TooOften)
}

/// An answer that is written beside, by one who has a place until then.
pub(super) fn written<F>(turn: OwnedSemaphorePermit, write: impl FnOnce(Pen) -> F) -> Body
where
    F: Future<Output = Result<(), Over>> + Send + 'static,
{
    Body::from_stream(pieces(turn, write))
}

fn pieces<F>(turn: OwnedSemaphorePermit, write: impl FnOnce(Pen) -> F) -> Pieces
where
    F: Future<Output = Result<(), Over>> + Send + 'static,
{
    let (pieces, body) = mpsc::channel(1);
    let (last, is_whole) = (pieces.clone(), Arc::new(AtomicBool::new(false)));
    let (writing, told) = (write(Pen(pieces)), Arc::clone(&is_whole));
    tokio::spawn(async move {
        let written = timeout(WHOLE_PATIENCE, writing).await;
        told.store(matches!(written, Ok(Ok(()))), Ordering::Release);
        // Only now does the answer end, and it is known how.
        drop((last, turn));
    });
    Pieces { body, is_whole }
}

impl Pen {
    /// Writes a piece, as soon as the one before it is read.
    pub(super) async fn write(&self, text: impl Into<Bytes>) -> Result<(), Over> {
        match timeout(READ_PATIENCE, self.0.send(Ok(text.into()))).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Over),
        }
    }

    /// What was asked of the store; if it failed, the answer is broken off, and the reader sees that it is not whole.
    pub(super) async fn have<T>(&self, asked: Result<T, StoreError>) -> Result<T, Over> {
        match asked {
            Ok(value) => Ok(value),
            Err(error) => {
                tracing::error!(%error, "an export is broken off");
                timeout(READ_PATIENCE, self.0.send(Err(io::Error::other(error)))).await.ok();
                Err(Over)
            }
        }
    }
}

/// The pieces of an answer as the library wants them. One that was broken off ends with an error, so that the reader sees it.
struct Pieces {
    body: mpsc::Receiver<Piece>,
    is_whole: Arc<AtomicBool>,
}

impl Stream for Pieces {
    type Item = Piece;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Piece>> {
        match self.body.poll_recv(context) {
            Poll::Ready(None) if !self.is_whole.swap(true, Ordering::AcqRel) => {
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
    async fn read<F>(write: impl FnOnce(Pen) -> F) -> (Vec<Bytes>, bool)
    where
        F: Future<Output = Result<(), Over>> + Send + 'static,
    {
        let places = Arc::new(Semaphore::new(1));
        let mut pieces = pieces(turn(&places).unwrap(), write);
        assert_eq!(turn(&places).map(drop), Err(FailureReason::TooOften));
        let mut read = Vec::new();
        loop {
            match poll_fn(|context| Pin::new(&mut pieces).poll_next(context)).await {
                Some(Ok(piece)) => read.push(piece),
                end => {
                    assert!(turn(&places).is_ok());
                    return (read, end.is_none());
                }
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_reads_sees_whether_it_is_whole() {
        let whole = read(|pen: Pen| async move { pen.write("a").await.and(pen.write("b").await) }).await;
        assert_eq!(whole, (vec![Bytes::from("a"), Bytes::from("b")], true));
        let broken_off = read(|pen: Pen| async move { pen.write("a").await.and(Err(Over)) }).await;
        assert_eq!(broken_off, (vec![Bytes::from("a")], false));
        let failed = |pen: Pen| async move { pen.have::<()>(Err(StoreError::Stopped)).await };
        assert_eq!(read(failed).await, (vec![], false));
        let without_end = |pen: Pen| async move {
            std::future::pending::<()>().await;
            pen.write("late").await
        };
        assert_eq!(read(without_end).await, (vec![], false));
    }
}
