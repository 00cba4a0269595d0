//! The one who writes: a thread that takes all that is waiting, puts it into one transaction, and answers everybody when
//! that is on the disk. A thousand moves that arrive together cost one `fsync`.

use std::fs::File;
use std::thread;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::job_error::JobError;
use crate::store::{BoxFuture, StoreError};

/// So much may wait; who comes then waits for a place.
const QUEUE_CAPACITY: usize = 4_096;

/// So much goes into one transaction at most, so that the first need not wait for ever for the last.
const MAX_GROUP: usize = 1_024;

/// Something to be written.
pub(super) struct Job {
    mode: JobMode,
    work: Work,
}

/// It is run with the connection, or with the reason why there is no point in it.
type Work = Box<dyn FnOnce(Result<&Connection, StoreError>) -> FinishedJob + Send>;

/// What has to be remembered while a job is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobMode {
    /// All that it changes: it may be refused in the middle, and then nothing of it stays.
    Savepoint,
    /// Nothing: it is refused before it has written anything, or not at all.
    Direct,
}

/// A job that has been run, but is not durable yet.
pub(super) struct FinishedJob {
    /// Whether what it did is to stay.
    outcome: JobOutcome,
    /// Tells the one who waits, once the fate of the whole transaction is known.
    reply: Box<dyn FnOnce(Result<(), StoreError>) + Send>,
}

enum JobOutcome {
    Keep,
    /// It was refused, or the store failed, and then how.
    Undo(Option<StoreError>),
}

/// What can be asked of the thread.
enum Message {
    Write(Job),
    Close(oneshot::Sender<()>),
}

/// How to reach the thread that writes.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    messages: mpsc::Sender<Message>,
}

impl Writer {
    /// Starts the thread. It holds the lock until its last write.
    pub(super) fn start(connection: Connection, lock: Option<File>) -> Result<Writer, StoreError> {
        let (messages, inbox) = mpsc::channel(QUEUE_CAPACITY);
        let work = move || {
            let closed = writer_loop(&connection, inbox);
            // In this order: whoever gets the lock next, and whoever waits for the end, finds the file closed.
            drop(connection);
            drop(lock);
            drop(closed);
        };
        match thread::Builder::new().name("writer".to_owned()).spawn(work) {
            Ok(_) => Ok(Writer { messages }),
            Err(error) => Err(StoreError::Failed(error.to_string())),
        }
    }

    /// Runs a job in the next transaction. What it did stays only if it succeeds, and the answer comes when that is
    /// durable.
    pub(super) fn write<T, E>(
        &self,
        care: JobMode,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> BoxFuture<Result<T, E>>
    where
        T: Send + 'static,
        E: JobError,
    {
        let messages = self.messages.clone();
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            if messages.send(Message::Write(job(care, work, reply))).await.is_err() {
                return Err(StoreError::Stopped.into());
            }
            answer.await.unwrap_or_else(|_| Err(StoreError::Stopped.into()))
        })
    }

    /// Ends the thread when all that came before is written.
    pub(super) async fn close(&self) {
        let (done, ended) = oneshot::channel();
        if self.messages.send(Message::Close(done)).await.is_ok() {
            // The sender is dropped when the thread ends: that is the message.
            ended.await.ok();
        }
    }
}

/// What is sent to the thread: the work, and where its answer goes.
pub(super) fn job<T, E>(
    care: JobMode,
    work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    reply: oneshot::Sender<Result<T, E>>,
) -> Job
where
    T: Send + 'static,
    E: JobError,
{
    let work: Work = Box::new(move |connection| {
        let result = connection.map_err(E::from).and_then(work);
        FinishedJob {
            outcome: match &result {
                Ok(_) => JobOutcome::Keep,
                Err(error) => JobOutcome::Undo(error.store_error().cloned()),
            },
            reply: Box::new(move |fate| {
                // A refusal may rest on what others wrote in the same transaction: if that failed, it means nothing.
                // Nobody may be waiting any more; what was written stays.
                reply.send(fate.map_err(E::from).and(result)).ok();
            }),
        }
    });
    Job { mode: care, work }
}

/// Runs a job at once, in a transaction of its own.
pub(super) fn write_now<T, E>(
    connection: &Connection,
    care: JobMode,
    work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
) -> Result<T, E>
where
    T: Send + 'static,
    E: JobError,
{
    let (reply, mut answer) = oneshot::channel();
    commit(connection, [job(care, work, reply)].into_iter());
    answer.try_recv().unwrap_or_else(|_| Err(StoreError::Stopped.into()))
}

/// Writes until it is told to close, or nobody can tell it anything any more.
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

/// One transaction for all of them; afterwards everybody is told.
pub(super) fn commit(connection: &Connection, jobs: impl ExactSizeIterator<Item = Job>) {
    if jobs.len() == 0 {
        return;
    }
    let mut answers = Vec::with_capacity(jobs.len());
    let mut fate = execute(connection, "BEGIN IMMEDIATE");
    for job in jobs {
        let ran = run_job(connection, job, &mut fate);
        answers.push(ran.reply);
    }
    if fate.is_ok() {
        fate = execute(connection, "COMMIT");
    }
    if fate.is_err() && !connection.is_autocommit() {
        // Nothing of it is durable, whether or not this can be said.
        execute(connection, "ROLLBACK").ok();
    }
    for answer in answers {
        answer(fate.clone());
    }
}

/// Runs a job; one that is refused takes nothing else with it.
fn run_job(connection: &Connection, job: Job, fate: &mut Result<(), StoreError>) -> FinishedJob {
    let Job { mode: care, work } = job;
    let is_undoable = care == JobMode::Savepoint;
    if fate.is_ok() && is_undoable {
        *fate = execute(connection, "SAVEPOINT job");
    }
    let ran = work(fate.clone().map(|()| connection));
    if fate.is_ok() {
        *fate = match &ran.outcome {
            // A full disk, or a failing one, ends the whole transaction and not only the job.
            JobOutcome::Undo(reason) if connection.is_autocommit() => {
                Err(reason.clone().unwrap_or(StoreError::Stopped))
            }
            JobOutcome::Undo(_) if is_undoable => {
                execute(connection, "ROLLBACK TO job").and_then(|()| execute(connection, "RELEASE job"))
            }
            // Half of it may have been done.
            JobOutcome::Undo(Some(reason)) => Err(reason.clone()),
            JobOutcome::Keep if is_undoable => execute(connection, "RELEASE job"),
            JobOutcome::Undo(None) | JobOutcome::Keep => Ok(()),
        };
    }
    ran
}

fn execute(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}
