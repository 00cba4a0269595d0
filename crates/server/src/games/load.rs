//! Reads the log of a game: at first, and again when other nodes have appended to it.

use protocol::{ActionError, EventNumber};
use tokio::time::Instant;

use super::actor::GameActor;
use crate::games::state::{RestoreError, extend, restore};

/// Result of reading the log again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LogChange {
    /// No new entries.
    None,
    /// Another node has appended entries.
    Grown,
}

impl GameActor {
    /// Loads the game from its log if necessary, and takes outages into account.
    pub(super) async fn ensure_loaded(&mut self) -> Result<(), ActionError> {
        if self.state.is_none() {
            self.load().await?;
        } else if self.is_behind {
            self.catch_up().await?;
        }
        self.settle_outages().await;
        Ok(())
    }

    /// Loads the game from its log.
    pub(super) async fn load(&mut self) -> Result<(), ActionError> {
        let begun = Instant::now();
        let stored = self.node.store.load(self.id).await;
        self.node.metrics.reads.record(begun.elapsed());
        let stored = stored.map_err(|error| {
            tracing::error!(game = %self.id, %error, "loading game failed");
            ActionError::Storage
        })?;
        let Some(stored) = stored else {
            // Unknown game: stop the actor.
            self.idle_deadline = self.node.time.now();
            return Err(ActionError::NoGame);
        };
        let active = match restore(&stored) {
            Ok(active) => active,
            Err(error @ RestoreError::Unknown { .. }) => {
                // A server that knows the record serves the game; its deadline stays.
                tracing::error!(game = %self.id, %error, "unknown record");
                return Err(ActionError::Storage);
            }
            Err(error) => {
                tracing::error!(game = %self.id, %error, "damaged log");
                // Otherwise it would be due in every iteration, ahead of other games.
                self.node.store.quarantine(self.id).await.ok();
                return Err(ActionError::Storage);
            }
        };
        if self.next_published == EventNumber::default() {
            self.next_published = active.next_number();
        }
        if self.interrupted_since.is_some_and(|since| active.turn_since() > since) {
            // Another node could write: this game is not interrupted.
            self.interrupted_since = None;
        }
        self.state = Some(active);
        self.is_behind = false;
        self.outages_applied = 0;
        self.release_if_over();
        self.publish_events();
        Ok(())
    }

    /// Reads what other nodes have appended to the log.
    pub(super) async fn catch_up(&mut self) -> Result<LogChange, ActionError> {
        let Some(active) = self.state.as_mut() else {
            return self.load().await.map(|()| LogChange::Grown);
        };
        let since = active.next_number();
        let begun = Instant::now();
        let stored = self.node.store.load_since(self.id, since.0).await;
        self.node.metrics.reads.record(begun.elapsed());
        let stored = stored.map_err(|error| {
            tracing::error!(game = %self.id, %error, "reading the log failed");
            ActionError::Storage
        })?;
        let Some(stored) = stored else { return Err(ActionError::NoGame) };
        self.is_behind = false;
        if stored.entries.is_empty() {
            return Ok(LogChange::None);
        }
        if extend(active, &stored.head, &stored.entries).is_err() {
            // The whole log tells whether it is damaged.
            self.state = None;
            self.load().await?;
        }
        // Another node could write: this game is not interrupted.
        self.interrupted_since = None;
        self.release_if_over();
        self.publish_events();
        self.update_live_games();
        Ok(LogChange::Grown)
    }

    /// A finished game no longer counts for its network, whichever node has written the end.
    pub(super) fn release_if_over(&self) {
        if self.state.as_ref().is_some_and(|active| active.game().outcome().is_some()) {
            self.node.games_per_network.finish(self.id);
        }
    }
}
