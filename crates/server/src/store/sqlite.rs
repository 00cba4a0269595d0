//! SQLite store: everything in one file, no setup.
//!
//! One thread writes with group commit (`writer`), a pool of connections reads (`readers`). The other modules
//! hold the SQL: `games`, `archive`, `compact_logs`, `accounts`, `names`, `secrets`, `sessions`, `api_tokens`, `oauth_codes`, `challenges`, `ratings`, `admin_commands`, `certificates`; `rows`
//! converts columns.

mod writer;
mod readers;
mod open;
mod schema;
mod sqlite_error;
mod heartbeat;
mod probe;
mod backup;
mod rows;
mod games;
mod archive;
mod compact_logs;
mod space;
mod accounts;
mod names;
mod secrets;
mod sessions;
mod api_tokens;
mod oauth_codes;
mod challenges;
mod explorer;
mod ratings;
mod admin_commands;
mod certificates;
mod cluster;
mod table_rows;
mod copy_file;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use crate::sync::lock;

use rusqlite::Connection;

pub use backup::{Backup, BackupError};
pub(super) use copy_file::CopyFile;
pub(crate) use readers::MAX_READERS;

use self::heartbeat::Heartbeat;
use self::open::FolderLock;
use self::readers::ReaderPool;
use self::writer::{JobError, JobMode, Writer, write_now};
use super::{BoxFuture, MemoryCluster, StoreError};

/// Store in a SQLite file.
///
/// ```
/// # async fn doc() -> Result<(), server::store::StoreError> {
/// use std::sync::Arc;
/// use server::store::{SqliteStore, Store};
/// let store: Arc<dyn Store> = Arc::new(SqliteStore::in_memory()?);
/// assert_eq!(store.accounts(None, 10).await?, []);
/// # Ok(())
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(doc()).unwrap();
/// ```
#[derive(Debug)]
pub struct SqliteStore {
    backend: Backend,
    heartbeat: Heartbeat,
    pub(crate) cluster: MemoryCluster,
    damage: Damage,
    /// Delay of writes, for tests of a disk that hangs.
    #[cfg(test)]
    write_delay: Mutex<std::time::Duration>,
}

/// The first damage that an operation has found.
#[derive(Clone, Debug, Default)]
struct Damage(Arc<OnceLock<String>>);

#[derive(Debug)]
enum Backend {
    Folder { folder: PathBuf, writer: Writer, readers: ReaderPool },
    Memory(Arc<Mutex<Connection>>),
}

impl SqliteStore {
    /// Opens a data folder for a server; creates an empty store or migrates an older one.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::InUse`] if another server has the folder open, [`StoreError::Newer`] if a newer
    /// program has written the data, and other errors if files cannot be created, read or written.
    pub fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
        let lock = open::lock_folder(folder)?;
        let writer = open::writer(&open::database_path(folder))?;
        SqliteStore::start(folder, writer, Some(lock))
    }

    /// Opens an existing data folder next to a running server, for the command line.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::Newer`] or [`StoreError::Older`] if another version has written the data, and
    /// other errors if there is no data or it cannot be opened.
    pub fn open_existing(folder: &Path) -> Result<SqliteStore, StoreError> {
        let writer = open::admin(&open::database_path(folder))?;
        SqliteStore::start(folder, writer, None)
    }

    /// In-memory store. It has no threads, so tests may pause the clock.
    ///
    /// # Errors
    ///
    /// Returns an error if SQLite cannot allocate it.
    pub fn in_memory() -> Result<SqliteStore, StoreError> {
        let connection = Arc::new(Mutex::new(open::in_memory()?));
        Ok(SqliteStore {
            backend: Backend::Memory(connection),
            heartbeat: Heartbeat::Memory(Arc::default()),
            cluster: MemoryCluster::default(),
            damage: Damage::default(),
            #[cfg(test)]
            write_delay: Mutex::default(),
        })
    }

    /// Finishes pending operations and closes the files. Later operations return [`StoreError::Stopped`].
    pub async fn close(&self) {
        if let Backend::Folder { writer, readers, .. } = &self.backend {
            readers.close().await;
            writer.close().await;
        }
    }

    /// Makes all writes fail, as on a read-only disk.
    #[cfg(test)]
    pub(crate) fn refuse_writes(&self) {
        self.set_query_only("on");
    }

    /// Allows writes again.
    #[cfg(test)]
    pub(crate) fn allow_writes(&self) {
        self.set_query_only("off");
    }

    /// Makes all writes wait before they begin, as on a disk that hangs.
    #[cfg(test)]
    pub(crate) fn delay_writes(&self, delay: std::time::Duration) {
        *self.write_delay.lock().unwrap() = delay;
    }

    #[cfg(test)]
    fn set_query_only(&self, switch: &str) {
        let Backend::Memory(connection) = &self.backend else { panic!("only for a store in memory") };
        connection.lock().unwrap().pragma_update(None, "query_only", switch).unwrap();
    }

    fn start(folder: &Path, writer: Connection, lock: Option<FolderLock>) -> Result<SqliteStore, StoreError> {
        let readers = ReaderPool::new(open::database_path(folder));
        let backend =
            Backend::Folder { folder: folder.to_owned(), writer: Writer::start(writer, lock)?, readers };
        let heartbeat = Heartbeat::file(folder.join("alive"));
        Ok(SqliteStore {
            backend,
            heartbeat,
            cluster: MemoryCluster::default(),
            damage: Damage::default(),
            #[cfg(test)]
            write_delay: Mutex::default(),
        })
    }

    /// Runs a job in the next transaction; resolves when it is durable.
    fn write<T: Send + 'static, E: JobError>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> BoxFuture<Result<T, E>> {
        self.write_in_mode(JobMode::Savepoint, work)
    }

    /// Number of writes that wait for the writer.
    fn queued_writes(&self) -> usize {
        match &self.backend {
            Backend::Folder { writer, .. } => writer.queued(),
            Backend::Memory(_) => 0,
        }
    }

    fn write_in_mode<T: Send + 'static, E: JobError>(
        &self,
        mode: JobMode,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> BoxFuture<Result<T, E>> {
        let damage = self.damage.clone();
        let written = match &self.backend {
            Backend::Folder { writer, .. } => writer.write(mode, work),
            Backend::Memory(connection) => {
                let connection = Arc::clone(connection);
                Box::pin(async move { write_now(&lock(&connection), mode, work) }) as BoxFuture<_>
            }
        };
        #[cfg(test)]
        let written = {
            let delay = *lock(&self.write_delay);
            Box::pin(async move {
                if !delay.is_zero() {
                    tokio::time::sleep(delay).await;
                }
                written.await
            })
        };
        Box::pin(async move { written.await.inspect_err(|error| damage.note(error.store_error())) })
    }

    /// Runs a query on committed data.
    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> BoxFuture<Result<T, StoreError>> {
        let damage = self.damage.clone();
        let read = match &self.backend {
            Backend::Folder { readers, .. } => readers.read(work),
            Backend::Memory(connection) => {
                let connection = Arc::clone(connection);
                Box::pin(async move { work(&lock(&connection)) }) as BoxFuture<_>
            }
        };
        Box::pin(async move { read.await.inspect_err(|error| damage.note(Some(error))) })
    }

    /// Writes a page, and a file to see that there is room for more.
    fn write_probe(&self) -> BoxFuture<Result<(), StoreError>> {
        let folder = match &self.backend {
            Backend::Folder { folder, .. } => Some(folder.clone()),
            Backend::Memory(_) => None,
        };
        let written = self.write(probe::rewrite_version);
        Box::pin(async move {
            written.await?;
            let Some(folder) = folder else { return Ok(()) };
            run_file_io(move || probe::write_reserve(&folder)).await
        })
    }

    /// Checks all pages, on a connection of its own without cached ones.
    fn check_pages(&self) -> BoxFuture<Result<(), StoreError>> {
        let damage = self.damage.clone();
        let checked = match &self.backend {
            Backend::Folder { folder, .. } => {
                let file = open::database_path(folder);
                Box::pin(run_file_io(move || probe::check_pages(&open::reader(&file)?))) as BoxFuture<_>
            }
            Backend::Memory(_) => self.read(probe::check_pages),
        };
        Box::pin(async move { checked.await.inspect_err(|error| damage.note(Some(error))) })
    }
}

impl Damage {
    fn note(&self, error: Option<&StoreError>) {
        if let Some(StoreError::Corrupt(what)) = error {
            // Later damage adds nothing.
            self.0.set(what.clone()).ok();
        }
    }
}

/// Runs work on files on the blocking pool.
async fn run_file_io<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
}
