//! Those who read: a few connections of their own, which neither wait for the writer nor keep it waiting.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;
use tokio::sync::Semaphore;

use super::open;
use crate::blocking_pool::run_blocking;
use crate::store::{BoxFuture, StoreError};

/// So many read at a time; who comes then waits for a place.
pub(crate) const MAX_READERS: usize = 4;

/// Connections that only read, opened when they are first needed.
#[derive(Clone, Debug)]
pub(super) struct ReaderPool(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    file: PathBuf,
    permits: Arc<Semaphore>,
    idle: Mutex<Vec<Connection>>,
}

impl ReaderPool {
    pub(super) fn new(file: PathBuf) -> ReaderPool {
        ReaderPool(Arc::new(Shared {
            file,
            permits: Arc::new(Semaphore::new(MAX_READERS)),
            idle: Mutex::default(),
        }))
    }

    /// Reads on a thread that may wait. It sees everything that was durable when it was asked.
    pub(super) fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> BoxFuture<Result<T, StoreError>> {
        let shared = Arc::clone(&self.0);
        Box::pin(async move {
            let at_work = Arc::clone(&shared);
            let read = run_blocking(&shared.permits, move || at_work.with_connection(work)).await;
            read.unwrap_or(Err(StoreError::Stopped))
        })
    }

    /// Nobody reads any more, and the file is closed when this returns.
    pub(super) async fn close(&self) {
        // All places are taken when nobody reads; then there will be none again.
        if let Ok(all) = self.0.permits.acquire_many(MAX_READERS as u32).await {
            self.0.permits.close();
            drop(all);
        }
        self.0.idle().clear();
    }
}

impl Shared {
    fn with_connection<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let free = self.idle().pop();
        let connection = free.map_or_else(|| open::reader(&self.file), Ok)?;
        let result = work(&connection);
        self.idle().push(connection);
        result
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        // Connections that lie here are not in use, whatever became of a thread that held the list.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
