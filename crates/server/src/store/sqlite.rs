//! Everything in one file: SQLite for one machine, without any set-up.
//!
//! One thread writes and commits in groups (`writer`), a few connections read (`readers`). The rest says what is written
//! and read: `games`, `archive`, `accounts`, `sessions`, `ratings`, `orders`; `rows` turns columns into values.

mod writer;
mod job_error;
mod readers;
mod open;
mod schema;
mod sqlite_error;
mod heartbeat;
mod backup;
mod rows;
mod games;
mod archive;
mod accounts;
mod sessions;
mod ratings;
mod admin_commands;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

pub use backup::{Backup, BackupError};
pub(crate) use readers::MAX_READERS;

use self::heartbeat::Heartbeat;
use self::job_error::JobError;
use self::readers::ReaderPool;
use self::writer::{JobMode, Writer, write_now};
use super::{BoxFuture, StoreError};

/// A store in one file.
///
/// ```
/// # async fn doc() -> Result<(), server::store::StoreError> {
/// use std::sync::Arc;
/// use server::store::{Sqlite, Store};
/// let store: Arc<dyn Store> = Arc::new(Sqlite::in_memory()?);
/// assert_eq!(store.accounts(None, 10).await?, []);
/// # Ok(())
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(doc()).unwrap();
/// ```
#[derive(Debug)]
pub struct SqliteStore {
    backend: Backend,
    heartbeat: Heartbeat,
}

#[derive(Debug)]
enum Backend {
    Folder { writer: Writer, readers: ReaderPool },
    Memory(Arc<Mutex<Connection>>),
}

impl SqliteStore {
    /// Opens the data in a folder for a server; a new folder gets an empty store. Older data is brought up to date.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when another server has the folder open, [`StoreError::Newer`] when a newer program has
    /// written the data, and when files cannot be made, read or written.
    pub fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
        let lock = open::lock_folder(folder)?;
        let writer = open::writer(&open::database_path(folder))?;
        SqliteStore::start(folder, writer, Some(lock))
    }

    /// Opens the data in a folder beside the server that may be running on it: for the command line. There must be
    /// data.
    ///
    /// # Errors
    ///
    /// [`StoreError::Newer`] or [`StoreError::Older`] when another version of the program has written the data, and when
    /// there is none, or it cannot be read or written.
    pub fn open_existing(folder: &Path) -> Result<SqliteStore, StoreError> {
        let writer = open::admin(&open::database_path(folder))?;
        SqliteStore::start(folder, writer, None)
    }

    /// A store that is gone with the process. It has no threads and keeps nobody waiting, so that tests may stop the
    /// clock.
    ///
    /// # Errors
    ///
    /// When there is no memory.
    pub fn in_memory() -> Result<SqliteStore, StoreError> {
        let connection = Arc::new(Mutex::new(open::in_memory()?));
        Ok(SqliteStore { backend: Backend::Memory(connection), heartbeat: Heartbeat::Memory(Arc::default()) })
    }

    /// Finishes what was asked before, and closes the files. What is asked later gets [`StoreError::Stopped`].
    pub async fn close(&self) {
        if let Backend::Folder { writer, readers } = &self.backend {
            readers.close().await;
            writer.close().await;
        }
    }

    /// From now on nothing can be written, as on a disk that has become read-only.
    #[cfg(test)]
    pub(crate) fn refuse_writes(&self) {
        self.set_query_only("on");
    }

    /// Writing is possible again.
    #[cfg(test)]
    pub(crate) fn allow_writes(&self) {
        self.set_query_only("off");
    }

    #[cfg(test)]
    fn set_query_only(&self, switch: &str) {
        let Backend::Memory(connection) = &self.backend else { panic!("only for a store in memory") };
        connection.lock().unwrap().pragma_update(None, "query_only", switch).unwrap();
    }

    fn start(folder: &Path, writer: Connection, lock: Option<File>) -> Result<SqliteStore, StoreError> {
        let readers = ReaderPool::new(open::database_path(folder));
        let place = Backend::Folder { writer: Writer::start(writer, lock)?, readers };
        Ok(SqliteStore { backend: place, heartbeat: Heartbeat::File(folder.join("alive")) })
    }

    /// Does something in the next transaction; the answer comes when it is durable.
    fn write<T: Send + 'static, E: JobError>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> BoxFuture<Result<T, E>> {
        self.write_in_mode(JobMode::Savepoint, work)
    }

    fn write_in_mode<T: Send + 'static, E: JobError>(
        &self,
        care: JobMode,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> BoxFuture<Result<T, E>> {
        match &self.backend {
            Backend::Folder { writer, .. } => writer.write(care, work),
            Backend::Memory(connection) => {
                let connection = Arc::clone(connection);
                Box::pin(async move {
                    write_now(&connection.lock().unwrap_or_else(PoisonError::into_inner), care, work)
                })
            }
        }
    }

    /// Reads what is durable.
    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> BoxFuture<Result<T, StoreError>> {
        match &self.backend {
            Backend::Folder { readers, .. } => readers.read(work),
            Backend::Memory(connection) => {
                let connection = Arc::clone(connection);
                Box::pin(async move { work(&connection.lock().unwrap_or_else(PoisonError::into_inner)) })
            }
        }
    }
}
