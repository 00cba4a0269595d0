//! The connections of a store. Every operation is one statement, so that a connection is never reserved: statements are
//! spread over the connections of their lane, and several are in flight on each.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio_postgres::Row;

use super::config::PostgresConfig;
use super::session::{Params, Session};
use super::statement_error::StatementError;
use crate::store::StoreError;
use crate::sync::lock;

/// A statement that takes longer has failed, and its effect is unknown.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

/// Lists and maintenance may take longer.
const SLOW_TIMEOUT: Duration = Duration::from_secs(60);

/// Attempts of a statement that another transaction has stopped.
const MAX_ATTEMPTS: u32 = 5;

/// Connections and time limit of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lane {
    /// Appends to the game with this number; those of one game stay in order.
    Append(u128),
    /// Renewals of the lease and probes. They have a connection of their own, so that no other statement can make the
    /// lease expire or the server unhealthy.
    Lease,
    /// Short statements that write.
    Write,
    /// Statements that only read, and are repeated if the connection breaks.
    Read,
    /// Long statements that write.
    Maintenance,
}

/// Connections, opened on demand and after failures.
pub(super) struct Pool {
    config: PostgresConfig,
    lease: Slot,
    appenders: Vec<Slot>,
    general: Vec<Slot>,
    /// Next of the general connections.
    next: AtomicUsize,
    is_closed: AtomicBool,
    /// Connections of slots that had one before.
    reconnects: AtomicU64,
    /// The first damage that an operation has found.
    damage: OnceLock<String>,
}

/// Place for a connection.
struct Slot {
    session: Mutex<Option<Arc<Session>>>,
    /// One permit: one attempt to connect at a time.
    connecting: Semaphore,
    /// Number of failed attempts, and the last reason.
    last_failure: Mutex<(u64, String)>,
}

impl Pool {
    /// Starts with an open connection.
    pub(super) fn new(config: PostgresConfig, first: Session) -> Pool {
        let slots = |count: usize| (0..count.max(1)).map(|_| Slot::new()).collect::<Vec<_>>();
        let (appenders, general) = (slots(config.appenders), slots(config.general));
        *lock(&general[0].session) = Some(Arc::new(first));
        Pool {
            config,
            lease: Slot::new(),
            appenders,
            general,
            next: AtomicUsize::new(0),
            is_closed: AtomicBool::new(false),
            reconnects: AtomicU64::new(0),
            damage: OnceLock::new(),
        }
    }

    /// Number of connections that append.
    pub(super) fn appenders(&self) -> usize {
        self.appenders.len()
    }

    /// Index of the connection that appends to a game.
    pub(super) fn appender(&self, game: u128) -> usize {
        let hash = (game as u64) ^ ((game >> 64) as u64);
        (hash % self.appenders.len() as u64) as usize
    }

    /// Runs a statement and returns its rows.
    pub(super) async fn query(
        &self,
        lane: Lane,
        sql: &str,
        params: Params<'_>,
    ) -> Result<Vec<Row>, StatementError> {
        let limit = match lane {
            Lane::Append(_) | Lane::Lease | Lane::Write => WRITE_TIMEOUT,
            Lane::Read | Lane::Maintenance => SLOW_TIMEOUT,
        };
        let mut attempt = 0;
        loop {
            attempt += 1;
            let session = self.session(lane).await?;
            match session.query(sql, params, limit).await {
                Err(failure) if failure.is_transient() && attempt < MAX_ATTEMPTS => {
                    sleep(Duration::from_millis(u64::from(5 * attempt))).await;
                }
                Err(failure) if failure.needs_new_connection() && lane == Lane::Read && attempt == 1 => {}
                result => {
                    if let Err(StatementError { error, .. }) = &result {
                        self.note_damage(error);
                    }
                    return result;
                }
            }
        }
    }

    /// Runs a statement that returns at most one row.
    pub(super) async fn query_opt(
        &self,
        lane: Lane,
        sql: &str,
        params: Params<'_>,
    ) -> Result<Option<Row>, StatementError> {
        Ok(self.query(lane, sql, params).await?.into_iter().next())
    }

    /// Runs a statement that returns a value.
    pub(super) async fn query_value<T>(
        &self,
        lane: Lane,
        sql: &str,
        params: Params<'_>,
    ) -> Result<T, StatementError>
    where
        T: for<'a> tokio_postgres::types::FromSql<'a>,
    {
        let row = self.query_opt(lane, sql, params).await?;
        let row = row.ok_or_else(|| StatementError::disconnect("database: no answer"))?;
        Ok(row.try_get(0)?)
    }

    /// Remembers damage; later damage adds nothing.
    pub(super) fn note_damage(&self, error: &StoreError) {
        if let StoreError::Corrupt(words) = error {
            self.damage.set(words.clone()).ok();
        }
    }

    /// Damage that an operation has found.
    pub(super) fn damage(&self) -> Option<String> {
        self.damage.get().cloned()
    }

    /// Refuses statements from now on and closes the connections once theirs are answered.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        for slot in self.slots() {
            lock(&slot.session).take();
        }
    }

    /// Statements without an answer on all connections.
    pub(super) fn pending(&self) -> usize {
        self.slots().filter_map(|slot| lock(&slot.session).as_ref().map(|session| session.pending())).sum()
    }

    /// Connections that replaced another one.
    pub(super) fn reconnects(&self) -> u64 {
        self.reconnects.load(Ordering::Relaxed)
    }

    fn slots(&self) -> impl Iterator<Item = &Slot> {
        [&self.lease].into_iter().chain(&self.appenders).chain(&self.general)
    }

    async fn session(&self, lane: Lane) -> Result<Arc<Session>, StatementError> {
        let slot = match lane {
            Lane::Append(game) => &self.appenders[self.appender(game)],
            Lane::Lease => &self.lease,
            Lane::Write | Lane::Read | Lane::Maintenance => {
                let turn = self.next.fetch_add(1, Ordering::Relaxed);
                let order =
                    (0..self.general.len()).map(|index| &self.general[(turn + index) % self.general.len()]);
                // A long statement keeps only those waiting that no idle connection can take.
                let pending =
                    |slot: &&Slot| lock(&slot.session).as_ref().map_or(0, |session| session.pending());
                order.min_by_key(pending).unwrap_or(&self.general[0])
            }
        };
        slot.session(self).await
    }
}

impl Slot {
    fn new() -> Slot {
        Slot { session: Mutex::default(), connecting: Semaphore::new(1), last_failure: Mutex::default() }
    }

    /// The open connection, or a new one.
    async fn session(&self, pool: &Pool) -> Result<Arc<Session>, StatementError> {
        if pool.is_closed.load(Ordering::Relaxed) {
            return Err(StatementError::stopped());
        }
        if let Some(session) = self.usable() {
            return Ok(session);
        }
        let failures = lock(&self.last_failure).0;
        let _permit = self.connecting.acquire().await.map_err(|_| StatementError::stopped())?;
        if let Some(session) = self.usable() {
            return Ok(session);
        }
        // All that have waited for an attempt share its result.
        {
            let last = lock(&self.last_failure);
            if last.0 > failures {
                return Err(StatementError::disconnect(last.1.clone()));
            }
        }
        match Session::connect(&pool.config).await {
            Ok(session) => {
                let session = Arc::new(session);
                let before = lock(&self.session).replace(Arc::clone(&session));
                pool.reconnects.fetch_add(before.is_some().into(), Ordering::Relaxed);
                Ok(session)
            }
            Err(failure) => {
                let mut last = lock(&self.last_failure);
                *last = (last.0 + 1, failure.to_string());
                Err(failure)
            }
        }
    }

    fn usable(&self) -> Option<Arc<Session>> {
        lock(&self.session).as_ref().filter(|session| session.is_usable()).map(Arc::clone)
    }
}
