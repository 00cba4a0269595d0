//! Pool of read-only connections, independent of the writer.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use rusqlite::Connection;
use tokio::sync::Semaphore;

use super::open;
use crate::blocking_pool::run_blocking;
use crate::store::{BoxFuture, StoreError};
use crate::sync::lock;

/// Concurrent reads; more wait for a permit.
pub(crate) const MAX_READERS: usize = 4;

/// Read-only connections, opened on demand.
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

    /// Runs a query on the blocking pool. It sees everything committed before the call.
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

    /// Waits for running queries, refuses new ones and closes the file.
    pub(super) async fn close(&self) {
        // Holding all permits means that no query is running.
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
        lock(&self.idle)
    }
}
