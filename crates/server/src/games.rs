//! The games that somebody looks after on this node.
//!
//! Each has a task that owns it ([`task`]); whoever wants something sends it a [`Request`]. A task is a memory of the log,
//! no more: it comes when somebody asks for the game, and goes when nobody is there any more.

mod chat;
mod commit;
mod computer;
mod create;
mod broadcast;
mod rematch;
mod request;
mod actor;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::{ActionError, GameId};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::node::Node;
use actor::GameActor;
pub(crate) use broadcast::{Broadcast, DisconnectScope};
pub(crate) use create::MAX_UNFINISHED_GAMES;
pub(crate) use request::{CatchUp, EnterReply, GameRequest, StateSnapshot};

/// So many requests may wait for one game; who sends the next one waits.
const INBOX_CAPACITY: usize = 64;

/// A table that has just closed is opened again; more often than this it cannot be bad luck.
const MAX_ATTEMPTS: usize = 3;

/// The open tables. The lock is held for a look and never across an `await`.
#[derive(Debug, Default)]
pub(crate) struct GameRegistry {
    actors: Mutex<Actors>,
    running: AtomicUsize,
    actor_ended: Notify,
}

#[derive(Debug, Default)]
struct Actors {
    senders: HashMap<GameId, mpsc::Sender<GameRequest>>,
    is_shutting_down: bool,
}

impl GameRegistry {
    /// Asks a game something and waits for the answer.
    ///
    /// # Errors
    /// What the table says, or that the server is closing.
    pub(crate) async fn request<T>(
        &self,
        node: &Arc<Node>,
        game: GameId,
        request: impl FnOnce(oneshot::Sender<Result<T, ActionError>>) -> GameRequest,
    ) -> Result<T, ActionError> {
        let (reply, answer) = oneshot::channel();
        self.send(node, game, request(reply)).await?;
        // A table that ends without an answer has lost its storage.
        answer.await.unwrap_or(Err(ActionError::Storage))
    }

    /// Tells a game something.
    ///
    /// # Errors
    /// If the server is closing.
    pub(crate) async fn send(
        &self,
        node: &Arc<Node>,
        game: GameId,
        mut request: GameRequest,
    ) -> Result<(), ActionError> {
        for _ in 0..MAX_ATTEMPTS {
            match self.sender_for(node, game)?.send(request).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendError(returned)) => request = returned,
            }
        }
        Err(ActionError::Closing)
    }

    /// Tells a game that its time may have come. One that is so busy that it cannot be told will see it by itself.
    pub(crate) fn wake(&self, node: &Arc<Node>, game: GameId) {
        if let Ok(sender) = self.sender_for(node, game) {
            sender.try_send(GameRequest::Wake).ok();
        }
    }

    /// Closes all tables once they have finished what they are doing.
    pub(crate) async fn shut_down(&self) {
        {
            let mut open = self.lock();
            open.is_shutting_down = true;
            open.senders.clear();
        }
        loop {
            let ended = self.actor_ended.notified();
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

    fn sender_for(&self, node: &Arc<Node>, game: GameId) -> Result<mpsc::Sender<GameRequest>, ActionError> {
        let mut open = self.lock();
        if open.is_shutting_down {
            return Err(ActionError::Closing);
        }
        if let Some(sender) = open.senders.get(&game).filter(|sender| !sender.is_closed()) {
            return Ok(sender.clone());
        }
        let (sender, inbox) = mpsc::channel(INBOX_CAPACITY);
        open.senders.insert(game, sender.clone());
        drop(open);
        self.running.fetch_add(1, Ordering::AcqRel);
        let node = Arc::clone(node);
        tokio::spawn(async move {
            let _running = RunningGuard(Arc::clone(&node));
            GameActor::new(Arc::clone(&node), game, inbox).run().await;
            node.live_games.remove(game);
        });
        Ok(sender)
    }

    /// Forgets a game whose task wants to end, unless somebody has just asked for it.
    fn try_remove(&self, game: GameId, inbox: &mpsc::Receiver<GameRequest>) -> bool {
        let mut open = self.lock();
        let idle = inbox.is_empty();
        if idle {
            open.senders.remove(&game);
        }
        idle
    }

    fn lock(&self) -> MutexGuard<'_, Actors> {
        // A map of senders is whole at every moment, whatever became of a thread that held it.
        self.actors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a task until it ends, even by a panic.
struct RunningGuard(Arc<Node>);

impl Drop for RunningGuard {
    fn drop(&mut self) {
        self.0.games.running.fetch_sub(1, Ordering::AcqRel);
        self.0.games.actor_ended.notify_waiters();
    }
}
