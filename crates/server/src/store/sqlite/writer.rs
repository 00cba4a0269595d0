//! Writer thread with group commit: takes all queued jobs, runs them in one transaction, and replies once it
//! is on disk. A thousand concurrent moves cost one `fsync`.

use std::thread;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::open::FolderLock;
use crate::panics::catch_sync;
use crate::store::{AccountError, AppendError, BoxFuture, CreateError, StoreError};

/// Queue capacity; senders wait when it is full.
const QUEUE_CAPACITY: usize = 4_096;

/// Maximum number of jobs per transaction, which bounds the latency of the first.
const MAX_GROUP: usize = 1_024;

/// A job for the writer thread.
pub(super) struct Job {
    mode: JobMode,
    work: Work,
}

/// Runs with the connection, or with the error of the transaction.
type Work = Box<dyn FnOnce(Result<&Connection, StoreError>) -> FinishedJob + Send>;

/// Rollback granularity of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobMode {
    /// Runs in a savepoint: may fail halfway and is then rolled back alone.
    Savepoint,
    /// Runs without a savepoint: fails before its first write or not at all.
    Direct,
}

/// A job that has run but is not committed.
pub(super) struct FinishedJob {
    outcome: JobOutcome,
    /// Sends the result, given that of the transaction.
    reply: Box<dyn FnOnce(Result<(), StoreError>) + Send>,
}

enum JobOutcome {
    Keep,
    /// Refused (`None`), or the store failed.
    Undo(Option<StoreError>),
}

/// Message to the writer thread.
enum Message {
    Write(Job),
    Close(oneshot::Sender<()>),
}

/// Error of a job: a refusal of its own, or a failed store.
pub(super) trait JobError: From<StoreError> + Send + 'static {
    /// The store error, if it is one.
    fn store_error(&self) -> Option<&StoreError>;
}

impl JobError for StoreError {
    fn store_error(&self) -> Option<&StoreError> {
        Some(self)
    }
}

impl JobError for CreateError {
    fn store_error(&self) -> Option<&StoreError> {
        if let CreateError::Store(error) = self { Some(error) } else { None }
    }
}

impl JobError for AppendError {
    fn store_error(&self) -> Option<&StoreError> {
        if let AppendError::Store(error) = self { Some(error) } else { None }
    }
}

impl JobError for AccountError {
    fn store_error(&self) -> Option<&StoreError> {
        if let AccountError::Store(error) = self { Some(error) } else { None }
    }
}

/// Handle of the writer thread.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    messages: mpsc::Sender<Message>,
}

impl Writer {
    /// Starts the thread; it holds the folder's lock until its last write.
    pub(super) fn start(connection: Connection, lock: Option<FolderLock>) -> Result<Writer, StoreError> {
        let (messages, inbox) = mpsc::channel(QUEUE_CAPACITY);
        let work = move || {
            let closed = writer_loop(&connection, inbox);
            // Order matters: the file must be closed before the lock is released and the waiter is notified.
            drop(connection);
            drop(lock);
            drop(closed);
        };
        match thread::Builder::new().name("writer".to_owned()).spawn(work) {
            Ok(_) => Ok(Writer { messages }),
            Err(error) => Err(StoreError::Failed(error.to_string())),
        }
    }

    /// Runs a job in the next transaction; resolves when it is durable. A failed job changes nothing.
    pub(super) fn write<T, E>(
        &self,
        mode: JobMode,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> BoxFuture<Result<T, E>>
    where
        T: Send + 'static,
        E: JobError,
    {
        let messages = self.messages.clone();
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            if messages.send(Message::Write(job(mode, work, reply))).await.is_err() {
                return Err(StoreError::Stopped.into());
            }
            answer.await.unwrap_or_else(|_| Err(StoreError::Stopped.into()))
        })
    }

    /// Number of jobs that wait.
    pub(super) fn queued(&self) -> usize {
        self.messages.max_capacity() - self.messages.capacity()
    }

    /// Stops the thread after all queued jobs.
    pub(super) async fn close(&self) {
        let (done, ended) = oneshot::channel();
        if self.messages.send(Message::Close(done)).await.is_ok() {
            // The thread signals its end by dropping the sender.
            ended.await.ok();
        }
    }
}

/// Pairs a job with the channel for its result.
pub(super) fn job<T, E>(
    mode: JobMode,
    work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    reply: oneshot::Sender<Result<T, E>>,
) -> Job
where
    T: Send + 'static,
    E: JobError,
{
    let work: Work = Box::new(move |connection| {
        let result = connection.map_err(E::from).and_then(|connection| {
            // A panic must not end the thread: no game could be written any more.
            catch_sync(|| work(connection)).unwrap_or_else(|panic| {
                tracing::error!(%panic, "write panicked");
                Err(StoreError::Failed("the write panicked".to_owned()).into())
            })
        });
        FinishedJob {
            outcome: match &result {
                Ok(_) => JobOutcome::Keep,
                Err(error) => JobOutcome::Undo(error.store_error().cloned()),
            },
            reply: Box::new(move |transaction| {
                // A refusal may depend on other jobs of the transaction, so it only counts if the commit
                // succeeded. A dropped receiver is fine: the write stays.
                reply.send(transaction.map_err(E::from).and(result)).ok();
            }),
        }
    });
    Job { mode, work }
}

/// Runs a job immediately in its own transaction.
pub(super) fn write_now<T, E>(
    connection: &Connection,
    mode: JobMode,
    work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
) -> Result<T, E>
where
    T: Send + 'static,
    E: JobError,
{
    let (reply, mut answer) = oneshot::channel();
    commit(connection, [job(mode, work, reply)].into_iter());
    answer.try_recv().unwrap_or_else(|_| Err(StoreError::Stopped.into()))
}

/// Runs until closed or all handles are dropped.
fn writer_loop(connection: &Connection, mut inbox: mpsc::Receiver<Message>) -> Option<oneshot::Sender<()>> {
    let mut group = Vec::new();
    loop {
        let mut closing = None;
        let mut next = Some(inbox.blocking_recv()?);
        while let Some(message) = next {
            match message {
                Message::Write(job) => group.push(job),
                Message::Close(done) => {
                    closing = Some(done);
                    break;
                }
            }
            next = if group.len() < MAX_GROUP { inbox.try_recv().ok() } else { None };
        }
        commit(connection, group.drain(..));
        if closing.is_some() {
            return closing;
        }
    }
}

/// Runs jobs in one transaction, then replies to all.
pub(super) fn commit(connection: &Connection, jobs: impl ExactSizeIterator<Item = Job>) {
    if jobs.len() == 0 {
        return;
    }
    let mut answers = Vec::with_capacity(jobs.len());
    let mut transaction = execute(connection, "BEGIN IMMEDIATE");
    for job in jobs {
        let finished = run_job(connection, job, &mut transaction);
        answers.push(finished.reply);
    }
    if transaction.is_ok() {
        transaction = execute(connection, "COMMIT");
    }
    if transaction.is_err() && !connection.is_autocommit() {
        // Without a commit nothing is durable, even if the rollback fails.
        execute(connection, "ROLLBACK").ok();
    }
    for answer in answers {
        answer(transaction.clone());
    }
}

/// Runs a job; a refused one does not affect the others.
fn run_job(connection: &Connection, job: Job, transaction: &mut Result<(), StoreError>) -> FinishedJob {
    let Job { mode, work } = job;
    let is_undoable = mode == JobMode::Savepoint;
    if transaction.is_ok() && is_undoable {
        *transaction = execute(connection, "SAVEPOINT job");
    }
    let finished = work(transaction.clone().map(|()| connection));
    if transaction.is_ok() {
        *transaction = match &finished.outcome {
            // SQLite may roll back the whole transaction, for example on a full disk.
            JobOutcome::Undo(reason) if connection.is_autocommit() => {
                Err(reason.clone().unwrap_or(StoreError::Stopped))
            }
            JobOutcome::Undo(_) if is_undoable => {
                execute(connection, "ROLLBACK TO job").and_then(|()| execute(connection, "RELEASE job"))
            }
            // The job may have written something.
            JobOutcome::Undo(Some(reason)) => Err(reason.clone()),
            JobOutcome::Keep if is_undoable => execute(connection, "RELEASE job"),
            JobOutcome::Undo(None) | JobOutcome::Keep => Ok(()),
        };
    }
    finished
}

fn execute(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}
