//! Answers that are written piece by piece, however long they become: few at a time, and not for those who do not read.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use futures_core::Stream;
use protocol::http::FailureReason;
use tokio::sync::mpsc;
use tokio::time::{Duration, timeout};

use super::App;
use crate::store::StoreError;

/// A reader who takes longer for a piece is let go.
const READ_PATIENCE: Duration = Duration::from_secs(30);

/// Writes an answer. To drop it is to end the answer.
#[derive(Debug)]
pub(super) struct Pen(mpsc::Sender<Piece>);

type Piece = Result<Bytes, io::Error>;

/// The answer is not read any more, or cannot be written: there is no more to do.
#[derive(Debug)]
pub(super) struct Over;

impl App {
    /// An answer that is written beside, once there is a place for it; it has the place until it is written.
    ///
    /// # Errors
    /// If as many as there may be are being written.
    pub(super) fn written<F>(&self, write: impl FnOnce(Pen) -> F) -> Result<Body, FailureReason>
    where
        F: Future<Output = Result<(), Over>> + Send + 'static,
    {
        let turn = Arc::clone(&self.exports).try_acquire_owned().map_err(|_| FailureReason::TooOften)?;
        let (pieces, body) = mpsc::channel(1);
        let writing = write(Pen(pieces));
        tokio::spawn(async move {
            // However it ended, the reader sees it.
            writing.await.ok();
            drop(turn);
        });
        Ok(Body::from_stream(Pieces(body)))
    }
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

/// The pieces of an answer as the library wants them.
struct Pieces(mpsc::Receiver<Piece>);

impl Stream for Pieces {
    type Item = Piece;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Piece>> {
        self.0.poll_recv(context)
    }
}
