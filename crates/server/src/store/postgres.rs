//! PostgreSQL store: a database for any number of servers.
//!
//! Every operation is one statement, often a call of a function in the schema (`migrations/`), so that it takes one round
//! trip and no client can leave a transaction open; `append_batches` puts appends of several games into one. `pool` spreads
//! the statements over connections, on which the driver sends them without waiting; `session` is one connection, `schema`
//! migrates. The other modules hold the SQL of a trait.

mod config;
mod password;
mod tls_mode;
mod certificate_verifier;
mod tls;
mod statement_error;
mod connect;
mod session;
mod pool;
mod schema;
mod rows;
mod games;
mod appends;
mod append_batches;
mod compact_logs;
mod archive;
mod accounts;
mod sessions;
mod api_tokens;
mod oauth_codes;
mod challenges;
mod explorer;
mod ratings;
mod admin_commands;
mod certificates;
mod cluster;
mod listener;
mod table_reader;
mod copy_target;

use std::fmt;
use std::sync::Arc;

pub use config::{PostgresConfig, PostgresConfigError};
pub(super) use copy_target::CopyTarget;
pub(crate) use listener::Listener;
pub(super) use table_reader::TableReader;

use self::append_batches::AppendBatches;
use self::pool::Pool;
use self::session::{Session, Transport};
use self::tls_mode::TlsMode;
use super::{StoreError, StoreSecret};

/// Store in a PostgreSQL database.
#[derive(Clone)]
pub struct PostgresStore {
    pool: Arc<Pool>,
    batches: Arc<AppendBatches>,
    secret: StoreSecret,
}

impl PostgresStore {
    /// Connects for a server; fills an empty database or migrates an older one.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::Newer`] if the data needs a newer program, [`StoreError::Corrupt`] if it is that of another
    /// program, and other errors if the database cannot be reached or written.
    pub async fn open(config: PostgresConfig) -> Result<PostgresStore, StoreError> {
        let session = connect(&config).await?;
        schema::refuse_unfinished_copy(&session).await?;
        schema::migrate(&session).await?;
        PostgresStore::start(config, session).await
    }

    /// Connects for the command line, beside running servers.
    ///
    /// # Errors
    ///
    /// As [`open`](PostgresStore::open), and [`StoreError::Older`] if a server has to migrate the data first.
    pub async fn open_existing(config: PostgresConfig) -> Result<PostgresStore, StoreError> {
        let session = connect(&config).await?;
        schema::refuse_unfinished_copy(&session).await?;
        schema::check_is_current(&session).await?;
        PostgresStore::start(config, session).await
    }

    async fn start(config: PostgresConfig, session: Session) -> Result<PostgresStore, StoreError> {
        let pool = Arc::new(Pool::new(config, session));
        let secret = accounts::load_secret(&pool).await?;
        let batches = Arc::new(AppendBatches::new(&pool));
        Ok(PostgresStore { pool, batches, secret })
    }

    /// Closes the connections once pending operations are answered. Later operations return [`StoreError::Stopped`].
    pub async fn close(&self) {
        self.pool.close();
    }
}

async fn connect(config: &PostgresConfig) -> Result<Session, StoreError> {
    let session = Session::connect(config).await?;
    schema::check_server(&session).await?;
    match session.transport().await? {
        Transport::Plain if config.tls.mode() == TlsMode::Prefer => {
            tracing::warn!(
                "the connection to the database is not encrypted: sslmode=prefer, and it offers no TLS"
            );
        }
        Transport::Encrypted if !config.tls.is_verified() => {
            tracing::warn!("the certificate of the database is not verified: add sslmode=verify-full");
        }
        _ => {}
    }
    Ok(session)
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").field("pending", &self.pool.pending()).finish_non_exhaustive()
    }
}
