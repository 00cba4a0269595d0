//! Times in which no server was running, or the store could not write: no clock is charged for them.

use game::{Millis, Timestamp};
use protocol::{ActionError, PlayerAction};

use super::actor::{GameActor, RETRY_DELAY};
use crate::accounts::Identity;
use crate::games::state::{GameCommand, RECONNECT_GRACE};
use crate::store::{AppendError, Outage};

/// A log is ahead of the clock if its last turn begins later than this.
const MAX_AHEAD: Millis = Millis::seconds(10);

impl GameActor {
    /// Excludes outages, and the time to reconnect, from the clocks. On failure the game stays interrupted, and
    /// this is tried again before anything else happens in it.
    pub(super) async fn settle_outages(&mut self) {
        if let Some(since) = self.node.store_monitor.failing_since() {
            self.interrupt(since);
            return;
        }
        if !self.node.has_lease() {
            return;
        }
        self.settle_pauses().await;
        for outage in self.pending_outages() {
            let Err(error) = self.commit_outage(outage).await else { continue };
            if let AppendError::Store(_) = error {
                self.node.store_monitor.suspect();
                self.interrupt(outage.from);
            }
            // The state in memory is ahead of the log, or another node was faster.
            self.state = None;
            self.load().await.ok();
            return;
        }
        self.outages_applied += self.node.outages_from(self.outages_applied).len();
        self.interrupted_since = None;
    }

    /// Outages that the state may not take into account yet; those of the node during an interruption of this
    /// game are part of it.
    fn pending_outages(&self) -> Vec<Outage> {
        let Some(active) = self.state.as_ref() else { return Vec::new() };
        let (known, now) = (self.node.outages_from(self.outages_applied), self.node.time.now());
        let ahead = Some(active.turn_since()).filter(|&turn| turn > now + MAX_AHEAD);
        if let Some(from) = ahead {
            return vec![Outage { from, until: now }];
        }
        let Some(since) = self.interrupted_since else { return known };
        let (mut before, during): (Vec<_>, Vec<_>) =
            known.into_iter().partition(|known| known.until <= since);
        let from = during.iter().map(|known| known.from).fold(since, Timestamp::min);
        before.push(Outage { from, until: now });
        before
    }

    pub(super) async fn commit_outage(&mut self, outage: Outage) -> Result<(), AppendError> {
        // A player who is connected to another node need not reconnect.
        self.read_presence().await.ok();
        let Some(active) = self.state.as_ref() else { return Err(AppendError::NoGame) };
        let Outage { from, until } = outage;
        let command = GameCommand::Outage { from, until };
        let records = active.decide(&command, &self.presence, until).unwrap_or_default();
        if records.is_empty() {
            return Ok(());
        }
        self.presence.excuse_until(until + RECONNECT_GRACE);
        self.commit_once(records, None, self.node.time.now()).await.map(drop)
    }

    /// Stops the game until the outage that begins here is recorded.
    pub(super) fn interrupt(&mut self, since: Timestamp) {
        self.interrupted_since = Some(self.interrupted_since.map_or(since, |before| before.min(since)));
        self.retry_at = Some(self.node.time.now() + RETRY_DELAY);
    }

    /// Refuses an action because of an outage. After it the clock is held until a move is sent again.
    pub(super) fn refuse_interrupted(&mut self, identity: &Identity, action: &PlayerAction) -> ActionError {
        if let (PlayerAction::Move { .. }, Some(seat)) = (action, self.seat_of(identity.id)) {
            self.presence.expect_retry(seat);
        }
        ActionError::Storage
    }
}
