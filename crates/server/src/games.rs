//! Games in memory: one actor per game.
//!
//! Each loaded game is owned by a task ([`actor`]) that receives [`GameRequest`]s. Actors are caches of the
//! log: started on demand and stopped when idle. The rules are in [`state`].

pub(crate) mod state;

mod actor;
mod api_event;
mod broadcast;
mod chat;
mod cluster;
mod commit;
mod computer;
mod create;
mod end_games;
mod keep;
mod live_games;
mod load;
mod outage;
mod publish;
mod rematch;
mod request;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use protocol::{ActionError, GameId, PlayerId};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{Duration, sleep};

use crate::bus::Topic;
use crate::node::Node;
use crate::panics::{Panicked, catch_panic};
use crate::sync::lock;
use actor::GameActor;
pub(crate) use api_event::{ApiEvent, EndedTokens};
pub(crate) use broadcast::{Broadcast, DisconnectScope};
pub(crate) use chat::MAX_CHAT_LINES;
pub(crate) use create::MAX_BOT_GAMES;
pub(crate) use end_games::GamesToEnd;
pub(crate) use keep::{FinishedGame, KeepError, KeptOrigin};
pub(crate) use live_games::{FeaturedRank, LiveGames};
pub(crate) use request::{CatchUp, EnterReply, GameRequest, StateSnapshot};

/// Inbox capacity of an actor; senders wait when it is full.
const INBOX_CAPACITY: usize = 64;

/// Attempts to reach an actor that is just stopping.
const MAX_ATTEMPTS: usize = 3;

/// Panics of a game after which it is no longer loaded without a request.
const MAX_PANICS: u32 = 3;

/// Delay before the connections of a game that keeps panicking enter it again.
const RELOAD_DELAY: Duration = Duration::from_secs(10);

/// Running game actors. The lock is never held across an `await`.
#[derive(Debug, Default)]
pub(crate) struct GameRegistry {
    actors: Mutex<Actors>,
    running: AtomicUsize,
    actor_ended: Notify,
}

#[derive(Debug, Default)]
struct Actors {
    senders: HashMap<GameId, mpsc::Sender<GameRequest>>,
    /// Panics of actors since the start.
    panics: HashMap<GameId, u32>,
    is_shutting_down: bool,
}

impl GameRegistry {
    /// Sends a request to a game and waits for the reply.
    ///
    /// # Errors
    ///
    /// Returns the error of the game, or `Closing` during shutdown.
    pub(crate) async fn request<T>(
        &self,
        node: &Arc<Node>,
        game: GameId,
        request: impl FnOnce(oneshot::Sender<Result<T, ActionError>>) -> GameRequest,
    ) -> Result<T, ActionError> {
        let (reply, answer) = oneshot::channel();
        self.send(node, game, request(reply)).await?;
        // An actor that stops without a reply has lost its storage.
        answer.await.unwrap_or(Err(ActionError::Storage))
    }

    /// Sends a request to a game.
    ///
    /// # Errors
    ///
    /// Returns `Closing` during shutdown.
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

    /// Wakes a game whose deadline may have passed. A full inbox is fine: a busy actor checks its deadline
    /// anyway.
    pub(crate) fn wake(&self, node: &Arc<Node>, game: GameId) {
        if let Ok(sender) = self.sender_for(node, game) {
            sender.try_send(GameRequest::Wake).ok();
        }
    }

    /// Makes the games of a player read their log again, from which the name is gone with the account.
    pub(crate) async fn reload_games_of(&self, player: PlayerId) {
        let senders: Vec<_> = self.lock().senders.values().cloned().collect();
        for sender in senders {
            // An actor that has ended will read the log anyway.
            sender.send(GameRequest::AccountDeleted { player }).await.ok();
        }
    }

    /// Wakes all running actors.
    pub(crate) fn wake_all(&self) {
        for sender in self.lock().senders.values() {
            sender.try_send(GameRequest::Wake).ok();
        }
    }

    /// Stops all actors after their current request.
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

    /// Number of running actors.
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
            if let Err(panic) = catch_panic(GameActor::new(Arc::clone(&node), game, inbox).run()).await {
                node.games.on_panic(&node, game, &panic).await;
            }
            node.live_games.remove(game);
        });
        Ok(sender)
    }

    /// Replaces an actor that has panicked: the connections enter the game again, which loads it from its log.
    /// A game that keeps panicking is left to requests, one panic each.
    async fn on_panic(&self, node: &Arc<Node>, game: GameId, panic: &Panicked) {
        tracing::error!(%game, %panic, "game task panicked");
        let panics = {
            let mut open = self.lock();
            let panics = open.panics.entry(game).or_default();
            *panics += 1;
            *panics
        };
        if panics <= MAX_PANICS {
            node.bus.publish(Topic::Game(game), Broadcast::reload());
        } else {
            // Otherwise it would be due, and panic, every second.
            node.store.quarantine(game).await.ok();
            // The next actor must know who is present.
            let node = Arc::clone(node);
            tokio::spawn(async move {
                sleep(RELOAD_DELAY).await;
                node.bus.publish(Topic::Game(game), Broadcast::reload());
            });
        }
    }

    /// Unregisters an idle actor, unless its inbox has a new request.
    fn try_remove(&self, game: GameId, inbox: &mpsc::Receiver<GameRequest>) -> bool {
        let mut open = self.lock();
        let idle = inbox.is_empty();
        if idle {
            open.senders.remove(&game);
        }
        idle
    }

    fn lock(&self) -> MutexGuard<'_, Actors> {
        lock(&self.actors)
    }
}

/// Counts a running actor; also on panic.
struct RunningGuard(Arc<Node>);

impl Drop for RunningGuard {
    fn drop(&mut self) {
        self.0.games.running.fetch_sub(1, Ordering::AcqRel);
        self.0.games.actor_ended.notify_waiters();
    }
}
