//! When somebody last served these games: twenty digits in a file, overwritten every second.
//!
//! Not in the database, where each note would cost an `fsync`. The system keeps what a killed process has written.

use std::fs;
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use game::Timestamp;
use tokio::task;

use super::open::{named, private};
use crate::store::{Answer, StoreError};

/// Where the last sign of life is kept.
#[derive(Clone, Debug)]
pub(super) enum Heartbeat {
    File(PathBuf),
    Memory(Arc<Mutex<Option<Timestamp>>>),
}

impl Heartbeat {
    pub(super) fn beat(&self, at: Timestamp) -> Answer<Result<(), StoreError>> {
        match self.clone() {
            Heartbeat::Memory(last) => Box::pin(async move {
                *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(at);
                Ok(())
            }),
            Heartbeat::File(path) => blocking(
                move || {
                    // As many digits each time and nothing cut off before: there is no moment at which the file is empty.
                    let mut file = private(&path)?;
                    file.rewind()?;
                    file.write_all(format!("{:020}\n", at.0).as_bytes())
                },
                self.clone(),
            ),
        }
    }

    pub(super) fn last(&self) -> Answer<Result<Option<Timestamp>, StoreError>> {
        match self.clone() {
            Heartbeat::Memory(last) => {
                Box::pin(async move { Ok(*last.lock().unwrap_or_else(PoisonError::into_inner)) })
            }
            Heartbeat::File(path) => blocking(
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

fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
    heartbeat: Heartbeat,
) -> Answer<Result<T, StoreError>> {
    Box::pin(async move {
        let result =
            task::spawn_blocking(work).await.unwrap_or_else(|error| Err(std::io::Error::other(error)));
        result.map_err(|error| match heartbeat {
            Heartbeat::File(path) => named(&path, &error),
            Heartbeat::Memory(_) => StoreError::Failed(error.to_string()),
        })
    })
}
