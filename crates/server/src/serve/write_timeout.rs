//! Write timeout for streams.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Duration, Sleep, sleep};

use super::connection_table::ConnectionPermit;

/// Stream wrapper that fails with `TimedOut` if a write makes no progress for `timeout`, so that a peer that
/// stops reading cannot hold its connection forever.
#[derive(Debug)]
pub(super) struct WriteTimeout<S> {
    stream: S,
    timeout: Duration,
    /// Running while a write is pending.
    pending: Option<Pin<Box<Sleep>>>,
    /// Touched by every write.
    permit: Arc<ConnectionPermit>,
}

impl<S> WriteTimeout<S> {
    /// Wraps a stream.
    pub(super) fn new(stream: S, timeout: Duration, permit: Arc<ConnectionPermit>) -> WriteTimeout<S> {
        WriteTimeout { stream, timeout, pending: None, permit }
    }

    /// Passes a poll result through, or fails if the pending write has timed out.
    fn check_timeout(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.pending = None;
            self.permit.touch();
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
    use std::net::Ipv4Addr;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::super::connection_table::ConnectionTable;
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn slow_readers_are_served_and_stalled_readers_time_out() {
        let (here, mut there) = duplex(4);
        let permit = ConnectionTable::new(1, 1).admit(Ipv4Addr::LOCALHOST.into()).unwrap();
        let mut stream = WriteTimeout::new(here, Duration::from_secs(20), Arc::new(permit));
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
