//! Write timeout for streams.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Duration, Sleep, sleep};

/// Stream wrapper that fails with `TimedOut` if a write makes no progress for `timeout`, so that a peer that
/// stops reading cannot hold its connection forever.
#[derive(Debug)]
pub(crate) struct WriteTimeout<S> {
    stream: S,
    timeout: Duration,
    /// Running while a write is pending.
    pending: Option<Pin<Box<Sleep>>>,
    progress: WriteProgress,
}

/// Number of bytes that a peer has taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct WriteProgress(Arc<AtomicU64>);

impl WriteProgress {
    /// Bytes written so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl<S> WriteTimeout<S> {
    /// Wraps a stream.
    pub(crate) fn new(stream: S, timeout: Duration) -> WriteTimeout<S> {
        WriteTimeout { stream, timeout, pending: None, progress: WriteProgress::default() }
    }

    /// Counter of written bytes.
    pub(crate) fn progress(&self) -> WriteProgress {
        self.progress.clone()
    }

    /// Passes a poll result through, or fails if the pending write has timed out.
    fn check_timeout(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = &written {
            let bytes = written.as_ref().map_or(0, |&bytes| bytes as u64);
            self.progress.0.fetch_add(bytes, Ordering::Relaxed);
        }
        if written.is_ready() {
            self.pending = None;
            return written;
        }
        let timeout = self.timeout;
        let pending = self.pending.get_or_insert_with(|| Box::pin(sleep(timeout)));
        pending.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check_timeout(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.check_timeout(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn slow_readers_are_served_and_stalled_readers_time_out() {
        let (here, mut there) = duplex(4);
        let mut stream = WriteTimeout::new(here, Duration::from_secs(20));
        let reader = tokio::spawn(async move {
            for _ in 0..5 {
                sleep(Duration::from_secs(15)).await;
                there.read_exact(&mut [0; 4]).await.unwrap();
            }
            there
        });
        stream.write_all(&[0; 24]).await.unwrap();
        let _there = reader.await.unwrap();
        let error = stream.write_all(&[0; 24]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
