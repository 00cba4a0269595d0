//! When somebody last served these games: twenty digits in a file, overwritten every second.
//!
//! Not in the database, where each note would cost an `fsync`. The system keeps what a killed process has written.

use std::fs;
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use game::Timestamp;
use tokio::task;

use super::open::{file_error, open_private};
use crate::store::{BoxFuture, StoreError};

/// Where the last sign of life is kept.
#[derive(Clone, Debug)]
pub(super) enum Heartbeat {
    File(PathBuf),
    Memory(Arc<Mutex<Option<Timestamp>>>),
}

impl Heartbeat {
    pub(super) fn record(&self, at: Timestamp) -> BoxFuture<Result<(), StoreError>> {
        match self.clone() {
            Heartbeat::Memory(last) => Box::pin(async move {
                *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(at);
                Ok(())
            }),
            Heartbeat::File(path) => run_file_io(
                move || {
                    // As many digits each time and nothing cut off before: there is no moment at which the file is empty.
                    let mut file = open_private(&path)?;
                    file.rewind()?;
                    file.write_all(format!("{:020}\n", at.0).as_bytes())
                },
                self.clone(),
            ),
        }
    }

    pub(super) fn last(&self) -> BoxFuture<Result<Option<Timestamp>, StoreError>> {
        match self.clone() {
            Heartbeat::Memory(last) => {
                Box::pin(async move { Ok(*last.lock().unwrap_or_else(PoisonError::into_inner)) })
            }
            Heartbeat::File(path) => run_file_io(
                move || match fs::read_to_string(&path) {
                    // Digits that the system lost with the power are as good as none.
                    Ok(text) => Ok(text.trim().parse().ok().map(Timestamp)),
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
                    Err(error) => Err(error),
                },
                self.clone(),
            ),
        }
    }
}

fn run_file_io<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
    heartbeat: Heartbeat,
) -> BoxFuture<Result<T, StoreError>> {
    Box::pin(async move {
        let result =
            task::spawn_blocking(work).await.unwrap_or_else(|error| Err(std::io::Error::other(error)));
        result.map_err(|error| match heartbeat {
            Heartbeat::File(path) => file_error(&path, &error),
            Heartbeat::Memory(_) => StoreError::Failed(error.to_string()),
        })
    })
}
