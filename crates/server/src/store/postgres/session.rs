//! One connection to the database, shared by concurrent statements, which the driver sends without waiting for the
//! answers to earlier ones.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Row, Statement};

use super::config::PostgresConfig;
use super::connect::connect_any;
use super::statement_error::StatementError;
use super::tls::DatabaseTls;
use crate::sync::lock;

/// Parameters of a statement.
pub(super) type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Settings of every connection. Commits are synced, whatever the server's default, and a connection that is cut off in a
/// transaction does not keep its locks.
const SETTINGS: &str = "
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local');
    SET statement_timeout = '60s'; SET lock_timeout = '3s'; SET idle_in_transaction_session_timeout = '10s';
    SET client_min_messages = 'warning'; SET default_transaction_isolation = 'read committed'";

/// An open connection.
pub(super) struct Session {
    client: Client,
    /// Prepared statements by their text.
    statements: Mutex<HashMap<String, Statement>>,
    /// Task that reads and writes the socket.
    driver: AbortHandle,
    is_broken: AtomicBool,
    /// Statements without an answer.
    pending: AtomicUsize,
}

/// Way of a connection to the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Transport {
    /// Socket in the file system.
    Socket,
    /// TCP with TLS.
    Encrypted,
    /// TCP without.
    Plain,
}

impl Session {
    /// Connects to the host that accepts writes.
    pub(super) async fn connect(config: &PostgresConfig) -> Result<Session, StatementError> {
        connect_any(config, |address| Session::open(address, config.tls.clone())).await
    }

    async fn open(address: Config, tls: DatabaseTls) -> Result<Session, StatementError> {
        let (client, mut connection) = address.connect(tls).await?;
        // No task yet: without an answer in time, both are dropped.
        tokio::select! {
            set = client.batch_execute(SETTINGS) => set?,
            ended = &mut connection => {
                ended?;
                return Err(StatementError::disconnect("database: connection closed"));
            }
        }
        let driver = tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(%error, "connection to the database lost");
            }
        });
        Ok(Session {
            client,
            statements: Mutex::default(),
            driver: driver.abort_handle(),
            is_broken: AtomicBool::new(false),
            pending: AtomicUsize::new(0),
        })
    }

    /// Returns true if statements may be sent.
    pub(super) fn is_usable(&self) -> bool {
        !self.is_broken.load(Ordering::Relaxed) && !self.client.is_closed()
    }

    /// Number of statements without an answer.
    pub(super) fn pending(&self) -> usize {
        self.pending.load(Ordering::Relaxed)
    }

    /// The driver's handle, for migrations.
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Way of the connection to the server.
    pub(super) async fn transport(&self) -> Result<Transport, StatementError> {
        let sql = "SELECT inet_server_addr() IS NULL,
                          coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)";
        let row = self.client.query_one(sql, &[]).await?;
        Ok(match (row.get(0), row.get(1)) {
            (true, _) => Transport::Socket,
            (false, true) => Transport::Encrypted,
            (false, false) => Transport::Plain,
        })
    }

    /// Runs a statement. If there is no answer in time, its effect is unknown and the connection is closed.
    pub(super) async fn query(
        &self,
        sql: &str,
        params: Params<'_>,
        limit: Duration,
    ) -> Result<Vec<Row>, StatementError> {
        self.pending.fetch_add(1, Ordering::Relaxed);
        let _pending = Pending(&self.pending);
        let answer = timeout(limit, async {
            let statement = self.prepare(sql).await?;
            self.client.query(&statement, params).await
        });
        let result = match answer.await {
            Ok(result) => result.map_err(StatementError::from),
            Err(_) => Err(StatementError::disconnect("the database does not answer")),
        };
        if let Err(failure) = &result
            && failure.needs_new_connection()
        {
            self.is_broken.store(true, Ordering::Relaxed);
            if failure.is_disconnect {
                self.driver.abort();
            }
        }
        result
    }

    async fn prepare(&self, sql: &str) -> Result<Statement, tokio_postgres::Error> {
        if let Some(statement) = lock(&self.statements).get(sql).cloned() {
            return Ok(statement);
        }
        let statement = self.client.prepare(sql).await?;
        lock(&self.statements).insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// Counts a statement until it is answered or dropped.
struct Pending<'a>(&'a AtomicUsize);

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
