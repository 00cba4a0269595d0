//! Those who read: a few connections of their own, which neither wait for the writer nor keep it waiting.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::Semaphore;

use super::open;
use crate::beside::beside;
use crate::store::{Answer, StoreError};

/// So many read at a time; who comes then waits for a place.
pub(crate) const READERS: usize = 4;

/// Connections that only read, opened when they are first needed.
#[derive(Clone, Debug)]
pub(super) struct Readers(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    file: PathBuf,
    places: Arc<Semaphore>,
    free: Mutex<Vec<Connection>>,
}

impl Readers {
    pub(super) fn new(file: PathBuf) -> Readers {
        Readers(Arc::new(Shared { file, places: Arc::new(Semaphore::new(READERS)), free: Mutex::default() }))
    }

    /// Reads on a thread that may wait. It sees everything that was durable when it was asked.
    pub(super) fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<Result<T, StoreError>> {
        let shared = Arc::clone(&self.0);
        Box::pin(async move {
            let at_work = Arc::clone(&shared);
            let read = beside(&shared.places, move || at_work.with_connection(work)).await;
            read.unwrap_or(Err(StoreError::Stopped))
        })
    }

    /// Nobody reads any more, and the file is closed when this returns.
    pub(super) async fn close(&self) {
        // All places are taken when nobody reads; then there will be none again.
        if let Ok(all) = self.0.places.acquire_many(READERS as u32).await {
            self.0.places.close();
            drop(all);
        }
        self.0.free().clear();
    }
}

impl Shared {
    fn with_connection<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let free = self.free().pop();
        let connection = free.map_or_else(|| open::reader(&self.file), Ok)?;
        let result = work(&connection);
        self.free().push(connection);
        result
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        // Connections that lie here are not in use, whatever became of a thread that held the list.
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
