//! Places of data, for callers that work on either kind of store.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};

use super::{PostgresConfig, PostgresStore, SqliteStore, Store, StoreError, retry_start};

/// Place of data: a folder, or a database on a server.
#[derive(Clone, Debug)]
pub enum StoreLocation {
    /// Data folder with a SQLite database.
    Folder(PathBuf),
    /// PostgreSQL database.
    Postgres(Box<PostgresConfig>),
}

/// A store for a server to run on.
#[derive(Debug)]
pub enum ServerStore {
    /// An open SQLite database.
    Sqlite(SqliteStore),
    /// A PostgreSQL database, to which the server connects.
    Postgres(Box<PostgresConfig>),
}

/// An open store of either kind.
#[derive(Clone, Debug)]
pub enum OpenStore {
    /// In a SQLite database.
    Sqlite(Arc<SqliteStore>),
    /// In a PostgreSQL database.
    Postgres(Arc<PostgresStore>),
}

impl StoreLocation {
    /// Opens existing data next to running servers, for the command line.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no data, another version has written it, or it cannot be opened.
    pub async fn open_existing(&self) -> Result<OpenStore, StoreError> {
        match self {
            StoreLocation::Folder(folder) => {
                SqliteStore::open_existing(folder).map(|store| OpenStore::Sqlite(Arc::new(store)))
            }
            StoreLocation::Postgres(config) => {
                let store = PostgresStore::open_existing((**config).clone()).await?;
                Ok(OpenStore::Postgres(Arc::new(store)))
            }
        }
    }
}

impl ServerStore {
    /// Checks that a database can be used, and migrates it: a server that starts on it has no such errors any more. A
    /// database that does not answer is tried again for 30 seconds. For callers without an async runtime.
    ///
    /// # Errors
    ///
    /// Returns an error as [`PostgresStore::open`].
    pub fn prepare_postgres(config: PostgresConfig) -> Result<ServerStore, StoreError> {
        blocking_runtime()?.block_on(async {
            retry_start(|| PostgresStore::open(config.clone())).await?.close().await;
            Ok(ServerStore::Postgres(Box::new(config)))
        })
    }

    pub(crate) async fn open(self) -> Result<OpenStore, StoreError> {
        match self {
            ServerStore::Sqlite(store) => Ok(OpenStore::Sqlite(Arc::new(store))),
            ServerStore::Postgres(config) => {
                let store = retry_start(|| PostgresStore::open((*config).clone())).await?;
                Ok(OpenStore::Postgres(Arc::new(store)))
            }
        }
    }
}

impl OpenStore {
    /// The store, without its kind.
    #[must_use]
    pub fn store(&self) -> Arc<dyn Store> {
        match self {
            OpenStore::Sqlite(store) => Arc::clone(store) as Arc<dyn Store>,
            OpenStore::Postgres(store) => Arc::clone(store) as Arc<dyn Store>,
        }
    }

    /// Finishes pending operations and closes the store.
    pub async fn close(&self) {
        match self {
            OpenStore::Sqlite(store) => store.close().await,
            OpenStore::Postgres(store) => store.close().await,
        }
    }
}

/// Runtime for callers that have none.
pub(crate) fn blocking_runtime() -> Result<Runtime, StoreError> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| StoreError::Failed(error.to_string()))
}

impl From<SqliteStore> for ServerStore {
    fn from(store: SqliteStore) -> ServerStore {
        ServerStore::Sqlite(store)
    }
}

impl<Folder: AsRef<Path> + ?Sized> From<&Folder> for StoreLocation {
    fn from(folder: &Folder) -> StoreLocation {
        StoreLocation::Folder(folder.as_ref().to_owned())
    }
}

impl fmt::Display for StoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreLocation::Folder(folder) => folder.display().fmt(f),
            StoreLocation::Postgres(config) => config.fmt(f),
        }
    }
}
