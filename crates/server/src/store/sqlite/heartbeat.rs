//! Heartbeat: twenty digits in a file, overwritten every second.
//!
//! In the database each heartbeat would cost an `fsync`. The page cache survives a crash of the process.

use std::fs;
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use game::Timestamp;
use tokio::task;

use super::open::{file_error, open_private};
use crate::store::{BoxFuture, StoreError};
use crate::sync::lock;

/// Location of the heartbeat.
#[derive(Clone, Debug)]
pub(super) enum Heartbeat {
    File(PathBuf),
    Memory(Arc<Mutex<Option<Timestamp>>>),
}

impl Heartbeat {
    pub(super) fn record(&self, at: Timestamp) -> BoxFuture<Result<(), StoreError>> {
        match self.clone() {
            Heartbeat::Memory(last) => Box::pin(async move {
                *lock(&last) = Some(at);
                Ok(())
            }),
            Heartbeat::File(path) => run_file_io(
                move || {
                    // Fixed length and no truncation, so that the file is never empty.
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
            Heartbeat::Memory(last) => Box::pin(async move { Ok(*lock(&last)) }),
            Heartbeat::File(path) => run_file_io(
                move || match fs::read_to_string(&path) {
                    // Unreadable digits after a power loss count as absent.
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
