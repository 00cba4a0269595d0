//! The games that somebody looks after on this node.
//!
//! Each has a task that owns it ([`task`]); whoever wants something sends it a [`Request`]. A task is a memory of the log,
//! no more: it comes when somebody asks for the game, and goes when nobody is there any more.

mod chat;
mod commit;
mod computer;
mod create;
mod news;
mod rematch;
mod request;
mod task;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{GameId, Refusal};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::node::Node;
pub(crate) use create::GAMES;
pub(crate) use news::{Cut, News};
pub(crate) use request::{Entered, Look, Request, Update};
use task::Task;

/// So many requests may wait for one game; who sends the next one waits.
const INBOX: usize = 64;

/// A table that has just closed is opened again; more often than this it cannot be bad luck.
const TRIES: usize = 3;

/// The open tables. The lock is held for a look and never across an `await`.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    open: Mutex<Open>,
    running: AtomicUsize,
    ended: Notify,
}

#[derive(Debug, Default)]
struct Open {
    senders: HashMap<GameId, mpsc::Sender<Request>>,
    closing: bool,
}

impl Tables {
    /// Asks a game something and waits for the answer.
    ///
    /// # Errors
    /// What the table says, or that the server is closing.
    pub(crate) async fn ask<T>(
        &self,
        node: &Arc<Node>,
        game: GameId,
        request: impl FnOnce(oneshot::Sender<Result<T, Refusal>>) -> Request,
    ) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.tell(node, game, request(reply)).await?;
        // A table that ends without an answer has lost its storage.
        answer.await.unwrap_or(Err(Refusal::Storage))
    }

    /// Tells a game something.
    ///
    /// # Errors
    /// If the server is closing.
    pub(crate) async fn tell(
        &self,
        node: &Arc<Node>,
        game: GameId,
        mut request: Request,
    ) -> Result<(), Refusal> {
        for _ in 0..TRIES {
            match self.sender(node, game)?.send(request).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendError(returned)) => request = returned,
            }
        }
        Err(Refusal::Closing)
    }

    /// Tells a game that its time may have come. One that is so busy that it cannot be told will see it by itself.
    pub(crate) fn wake(&self, node: &Arc<Node>, game: GameId) {
        if let Ok(sender) = self.sender(node, game) {
            sender.try_send(Request::Wake).ok();
        }
    }

    /// Closes all tables once they have finished what they are doing.
    pub(crate) async fn close(&self) {
        {
            let mut open = self.lock();
            open.closing = true;
            open.senders.clear();
        }
        loop {
            let ended = self.ended.notified();
            if self.running.load(Ordering::Acquire) == 0 {
                return;
            }
            ended.await;
        }
    }

    /// How many tables are open.
    pub(crate) fn len(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    fn sender(&self, node: &Arc<Node>, game: GameId) -> Result<mpsc::Sender<Request>, Refusal> {
        let mut open = self.lock();
        if open.closing {
            return Err(Refusal::Closing);
        }
        if let Some(sender) = open.senders.get(&game).filter(|sender| !sender.is_closed()) {
            return Ok(sender.clone());
        }
        let (sender, inbox) = mpsc::channel(INBOX);
        open.senders.insert(game, sender.clone());
        drop(open);
        self.running.fetch_add(1, Ordering::AcqRel);
        let node = Arc::clone(node);
        tokio::spawn(async move {
            let _running = Running(Arc::clone(&node));
            Task::new(Arc::clone(&node), game, inbox).run().await;
            node.directory.forget(game);
        });
        Ok(sender)
    }

    /// Forgets a game whose task wants to end, unless somebody has just asked for it.
    fn forget(&self, game: GameId, inbox: &mpsc::Receiver<Request>) -> bool {
        let mut open = self.lock();
        let idle = inbox.is_empty();
        if idle {
            open.senders.remove(&game);
        }
        idle
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        // A map of senders is whole at every moment, whatever became of a thread that held it.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a task until it ends, even by a panic.
struct Running(Arc<Node>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.tables.running.fetch_sub(1, Ordering::AcqRel);
        self.0.tables.ended.notify_waiters();
    }
}
