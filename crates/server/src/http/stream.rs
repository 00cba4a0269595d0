//! Streamed response bodies for exports: a limited number at a time, with timeouts for slow readers.

use std::io;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use futures_core::Stream;
use protocol::http::ApiErrorReason;
use tokio::sync::mpsc;
use tokio::time::{Duration, Instant, timeout, timeout_at};

use crate::limits::{DownloadPermit, DownloadPlaces};
use crate::store::StoreError;

/// Time a reader may take for one chunk.
const CHUNK_TIMEOUT: Duration = Duration::from_secs(30);

/// Time for any response.
const BASE_TIMEOUT: Duration = Duration::from_secs(600);

/// Bytes per second for which the time is prolonged: a large archive takes as long as it takes, but a trickling
/// reader cannot hold a permit for hours.
const MIN_RATE: u64 = 512 * 1_024;

/// Writes the chunks of a response body.
#[derive(Debug)]
pub(super) struct BodyWriter {
    chunks: mpsc::Sender<Chunk>,
    /// Bytes that the reader has taken.
    taken: Arc<AtomicU64>,
}

type Chunk = Result<Bytes, io::Error>;

/// The reader is gone or the body cannot be completed.
#[derive(Debug)]
pub(super) struct Aborted;

/// Takes a place for a streamed response.
///
/// # Errors
///
/// Returns `TooOften` if the network has its share, or if all places are taken.
pub(super) fn acquire_permit(
    places: &DownloadPlaces,
    address: IpAddr,
) -> Result<DownloadPermit, ApiErrorReason> {
    places.admit(address).ok_or(ApiErrorReason::TooOften)
}

/// Creates a body that is written by a background task; the task holds the permit.
pub(super) fn streamed_body<F>(permit: DownloadPermit, write: impl FnOnce(BodyWriter) -> F) -> Body
where
    F: Future<Output = Result<(), Aborted>> + Send + 'static,
{
    Body::from_stream(chunk_stream(permit, write))
}

fn chunk_stream<F>(permit: DownloadPermit, write: impl FnOnce(BodyWriter) -> F) -> ChunkStream
where
    F: Future<Output = Result<(), Aborted>> + Send + 'static,
{
    let (pieces, chunks) = mpsc::channel(1);
    let (last, is_complete) = (pieces.clone(), Arc::new(AtomicBool::new(false)));
    let taken = Arc::new(AtomicU64::new(0));
    let writing = write(BodyWriter { chunks: pieces, taken: Arc::clone(&taken) });
    let completed = Arc::clone(&is_complete);
    tokio::spawn(async move {
        let written = tokio::select! {
            written = complete_in_time(writing, &taken) => written,
            () = permit.evicted() => Err(Aborted),
        };
        completed.store(written.is_ok(), Ordering::Release);
        // Dropping the last sender ends the stream; `is_complete` is set by now.
        drop((last, permit));
    });
    ChunkStream { chunks, is_complete }
}

/// Waits for the whole body, as long as the reader is fast enough.
async fn complete_in_time(
    writing: impl Future<Output = Result<(), Aborted>>,
    taken: &AtomicU64,
) -> Result<(), Aborted> {
    let started = Instant::now();
    let mut writing = pin!(writing);
    loop {
        let prolonged = Duration::from_secs(taken.load(Ordering::Relaxed) / MIN_RATE);
        let deadline = started + BASE_TIMEOUT + prolonged;
        if deadline <= Instant::now() {
            return Err(Aborted);
        }
        if let Ok(written) = timeout_at(deadline, &mut writing).await {
            return written;
        }
    }
}

impl BodyWriter {
    /// Sends a chunk once the previous one has been read.
    pub(super) async fn write(&self, text: impl Into<Bytes>) -> Result<(), Aborted> {
        let text = text.into();
        let length = text.len() as u64;
        match timeout(CHUNK_TIMEOUT, self.chunks.send(Ok(text))).await {
            Ok(Ok(())) => {
                self.taken.fetch_add(length, Ordering::Relaxed);
                Ok(())
            }
            _ => Err(Aborted),
        }
    }

    /// Unwraps a store result. On an error the stream is aborted, so the reader sees an incomplete body.
    pub(super) async fn ok_or_abort<T>(&self, result: Result<T, StoreError>) -> Result<T, Aborted> {
        match result {
            Ok(value) => Ok(value),
            Err(error) => {
                tracing::error!(%error, "export aborted");
                timeout(CHUNK_TIMEOUT, self.chunks.send(Err(io::Error::other(error)))).await.ok();
                Err(Aborted)
            }
        }
    }
}

/// Chunk stream for axum. An aborted body ends with an error.
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

    /// Reads all chunks; returns them and whether the end was clean. Checks that the permit is released.
    async fn read<F>(write: impl FnOnce(BodyWriter) -> F) -> (Vec<Bytes>, bool)
    where
        F: Future<Output = Result<(), Aborted>> + Send + 'static,
    {
        let (places, address) = (DownloadPlaces::new(1), IpAddr::from([192, 0, 2, 1]));
        let mut pieces = chunk_stream(acquire_permit(&places, address).unwrap(), write);
        let other = acquire_permit(&places, address).unwrap();
        assert_eq!(acquire_permit(&places, address).map(drop), Err(ApiErrorReason::TooOften));
        let mut read = Vec::new();
        loop {
            match poll_fn(|context| Pin::new(&mut pieces).poll_next(context)).await {
                Some(Ok(piece)) => read.push(piece),
                end => {
                    drop(acquire_permit(&places, address).unwrap());
                    drop(other);
                    return (read, end.is_none());
                }
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_reader_sees_whether_the_body_is_complete() {
        let whole =
            read(|writer: BodyWriter| async move { writer.write("a").await.and(writer.write("b").await) })
                .await;
        assert_eq!(whole, (vec![Bytes::from("a"), Bytes::from("b")], true));
        let broken_off =
            read(|writer: BodyWriter| async move { writer.write("a").await.and(Err(Aborted)) }).await;
        assert_eq!(broken_off, (vec![Bytes::from("a")], false));
        let failed =
            |writer: BodyWriter| async move { writer.ok_or_abort::<()>(Err(StoreError::Stopped)).await };
        assert_eq!(read(failed).await, (vec![], false));
        let without_end = |writer: BodyWriter| async move {
            std::future::pending::<()>().await;
            writer.write("late").await
        };
        assert_eq!(read(without_end).await, (vec![], false));
    }

    #[tokio::test]
    async fn a_reader_that_gives_way_sees_an_incomplete_body() {
        let places = DownloadPlaces::new(1);
        let stalled = |writer: BodyWriter| async move {
            writer.write("a").await?;
            writer.write("b").await
        };
        let mut bodies: Vec<_> = (0..16)
            .map(|n| places.admit([10, 0, 0, n / 2].into()).unwrap())
            .map(|permit| chunk_stream(permit, stalled))
            .collect();
        let _honest = acquire_permit(&places, [192, 168, 0, 1].into()).unwrap();
        let mut last = bodies.pop().unwrap();
        while let Some(chunk) = poll_fn(|context| Pin::new(&mut last).poll_next(context)).await {
            if chunk.is_err() {
                return;
            }
            // The writer has noticed by the next chunk.
            tokio::task::yield_now().await;
        }
        panic!("the body is complete");
    }

    /// A large archive may take hours, unless the reader is slow.
    #[tokio::test(start_paused = true)]
    async fn only_a_slow_reader_is_cut_off() {
        let large = |seconds: u32, bytes: usize| {
            move |writer: BodyWriter| async move {
                for _ in 0..seconds {
                    writer.write(vec![b'a'; bytes]).await?;
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                Ok(())
            }
        };
        let (chunks, is_complete) = read(large(1_800, MIN_RATE as usize)).await;
        assert_eq!((chunks.len(), is_complete), (1_800, true));
        let (chunks, is_complete) = read(large(1_800, MIN_RATE as usize / 2)).await;
        assert!((1_100..1_300).contains(&chunks.len()) && !is_complete, "{}", chunks.len());
        let (chunks, is_complete) = read(large(1_800, 1)).await;
        assert!((600..610).contains(&chunks.len()) && !is_complete, "{}", chunks.len());
    }
}
