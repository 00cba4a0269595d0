//! Everything in one file: SQLite for one machine, without any set-up.
//!
//! One thread writes and commits in groups (`writer`), a few connections read (`readers`). The rest says what is written
//! and read: `games`, `archive`, `accounts`, `sessions`, `ratings`, `orders`; `rows` turns columns into values.

mod writer;
mod refusal;
mod readers;
mod open;
mod schema;
mod failure;
mod heartbeat;
mod backup;
mod rows;
mod games;
mod archive;
mod accounts;
mod sessions;
mod ratings;
mod orders;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

pub use backup::{Backup, BackupError};
pub(crate) use readers::READERS;

use self::heartbeat::Heartbeat;
use self::readers::Readers;
use self::refusal::Refusal;
use self::writer::{Care, Writer, write_now};
use super::{Answer, StoreError};

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
pub struct Sqlite {
    place: Place,
    heartbeat: Heartbeat,
}

#[derive(Debug)]
enum Place {
    Folder { writer: Writer, readers: Readers },
    Memory(Arc<Mutex<Connection>>),
}

impl Sqlite {
    /// Opens the data in a folder for a server; a new folder gets an empty store. Older data is brought up to date.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when another server has the folder open, [`StoreError::Newer`] when a newer program has
    /// written the data, and when files cannot be made, read or written.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        let lock = open::lock(folder)?;
        let writer = open::writer(&open::database(folder))?;
        Sqlite::start(folder, writer, Some(lock))
    }

    /// Opens the data in a folder beside the server that may be running on it: for the command line. There must be
    /// data.
    ///
    /// # Errors
    ///
    /// [`StoreError::Newer`] or [`StoreError::Older`] when another version of the program has written the data, and when
    /// there is none, or it cannot be read or written.
    pub fn visit(folder: &Path) -> Result<Sqlite, StoreError> {
        let writer = open::visitor(&open::database(folder))?;
        Sqlite::start(folder, writer, None)
    }

    /// A store that is gone with the process. It has no threads and keeps nobody waiting, so that tests may stop the
    /// clock.
    ///
    /// # Errors
    ///
    /// When there is no memory.
    pub fn in_memory() -> Result<Sqlite, StoreError> {
        let connection = Arc::new(Mutex::new(open::in_memory()?));
        Ok(Sqlite { place: Place::Memory(connection), heartbeat: Heartbeat::Memory(Arc::default()) })
    }

    /// Finishes what was asked before, and closes the files. What is asked later gets [`StoreError::Stopped`].
    pub async fn close(&self) {
        if let Place::Folder { writer, readers } = &self.place {
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
        let Place::Memory(connection) = &self.place else { panic!("only for a store in memory") };
        connection.lock().unwrap().pragma_update(None, "query_only", switch).unwrap();
    }

    fn start(folder: &Path, writer: Connection, lock: Option<File>) -> Result<Sqlite, StoreError> {
        let readers = Readers::new(open::database(folder));
        let place = Place::Folder { writer: Writer::start(writer, lock)?, readers };
        Ok(Sqlite { place, heartbeat: Heartbeat::File(folder.join("alive")) })
    }

    /// Does something in the next transaction; the answer comes when it is durable.
    fn write<T: Send + 'static, E: Refusal>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Answer<Result<T, E>> {
        self.write_with(Care::Undoable, work)
    }

    fn write_with<T: Send + 'static, E: Refusal>(
        &self,
        care: Care,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Answer<Result<T, E>> {
        match &self.place {
            Place::Folder { writer, .. } => writer.write(care, work),
            Place::Memory(connection) => {
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
    ) -> Answer<Result<T, StoreError>> {
        match &self.place {
            Place::Folder { readers, .. } => readers.read(work),
            Place::Memory(connection) => {
                let connection = Arc::clone(connection);
                Box::pin(async move { work(&connection.lock().unwrap_or_else(PoisonError::into_inner)) })
            }
        }
    }
}
